import Glibc
import JSON
import TestSupport
import Testing

/// net.hadess.SensorProxy of the built daemon on a private bus: what clients of iio-sensor-proxy rely on.
@Suite(.serialized, .enabled(if: TestBus.isThere, "needs dbus-daemon and python3-gi")) struct SensorProxyTests {
  static let configuration = "[bus]\nsensor-proxy = yes\n"

  private func start(_ bus: TestBus, _ more: String = "", options: [String] = ["--mock"]) throws -> TestDaemon {
    let daemon = try TestDaemon(
      options, configuration: Self.configuration + more, environment: bus.environment)
    try daemon.program.waitForError("the name") { $0.contains("net.hadess.SensorProxy is answered\n") }
    return daemon
  }

  private func hold(_ daemon: TestDaemon, _ pose: String) throws {
    #expect(try daemon.ctl("mock", "pose", pose).status == 0)
  }

  // MARK: - Claims

  @Test func nothingIsKnownBeforeAClaim() throws {
    let bus = try TestBus()
    let daemon = try start(bus)
    let client = try bus.connect()
    #expect(try client.ask("get HasAccelerometer") == "True")
    #expect(try client.ask("get AccelerometerOrientation") == "undefined")
    #expect(try client.ask("get AccelerometerTilt") == "undefined")
    #expect(try client.ask("claim Accelerometer") == "ok")
    #expect(try client.ask("get AccelerometerOrientation") == "normal")
    #expect(try client.ask("get AccelerometerTilt") == "vertical")
    #expect(client.takeSignals().contains { $0.contains("AccelerometerOrientation=normal") }, "told before")
    #expect(!daemon.program.hasEnded)
  }

  @Test func changesAreToldToThoseWhoClaimAndToNobodyElse() throws {
    let bus = try TestBus()
    let daemon = try start(bus)
    let claimer = try bus.connect()
    let onlooker = try bus.connect()
    let other = try bus.connect()
    #expect(try other.ask("claim Light") == "ok")
    #expect(try claimer.ask("claim Accelerometer") == "ok")
    for (pose, orientation) in [
      ("landscapeRight", "left-up"), ("portraitUpsideDown", "bottom-up"), ("landscapeLeft", "right-up"),
      ("portrait", "normal"),
    ] {
      try hold(daemon, pose)
      let told = try claimer.signal { $0.contains("AccelerometerOrientation=\(orientation)") }
      #expect(told.hasPrefix("changed "), "sent to one alone")
    }
    #expect(try onlooker.ask("get AccelerometerOrientation") == "normal")
    #expect(try other.ask("get AccelerometerOrientation") == "normal")
    #expect(onlooker.takeSignals() == [])
    #expect(other.takeSignals() == [])
    #expect(try claimer.ask("release Accelerometer") == "ok")
    _ = claimer.takeSignals()
    let second = try bus.connect()
    #expect(try second.ask("claim Accelerometer") == "ok")
    try hold(daemon, "landscapeLeft")
    try second.signal { $0.contains("right-up") }
    #expect(try claimer.ask("get AccelerometerOrientation") == "right-up")
    #expect(claimer.takeSignals() == [], "a released claim is told nothing")
  }

  @Test func tiltAndOrientationFollowEachOther() throws {
    let bus = try TestBus()
    let daemon = try start(bus)
    let client = try bus.connect()
    #expect(try client.ask("claim Accelerometer") == "ok")
    // z, and what is said: the sign is upstream's (see Tilt).
    for (x, y, z, orientation, tilt) in [
      ("0", "0", "9.8", "normal", "face-up"), ("0", "-9.8", "0", "normal", "vertical"),
      ("0", "0", "-9.8", "normal", "face-down"), ("-9.8", "0", "0", "right-up", "vertical"),
      ("-8", "0", "5.6", "right-up", "tilted-up"), ("0", "0", "9.8", "right-up", "face-up"),
      ("0", "-8", "-5.6", "normal", "tilted-down"),
    ] {
      #expect(try daemon.ctl("mock", "accel", x, y, z).status == 0)
      try client.wait(for: "AccelerometerTilt", tilt)
      try client.wait(for: "AccelerometerOrientation", orientation)
    }
  }

  @Test func whatIsNotThereAnswersAsUpstreamDoesWithoutSuchSensors() throws {
    let bus = try TestBus()
    let daemon = try start(bus)
    let client = try bus.connect()
    for sensor in ["Light", "Proximity", "Compass"] {
      for command in ["claim", "claim", "release", "release"] {
        #expect(try client.ask("\(command) \(sensor)") == "ok", "\(command) \(sensor)")
      }
    }
    var lines = [try client.ask("all")]
    while lines.last != "ok" { lines.append(try client.answer()) }
    #expect(
      lines == [
        "AccelerometerOrientation=undefined", "AccelerometerTilt=undefined", "HasAccelerometer=True",
        "HasAmbientLight=False", "HasProximity=False", "LightLevel=0.0", "LightLevelUnit=lux", "ProximityNear=False",
        "CompassHeading=0.0", "HasCompass=False", "ok",
      ])
    #expect(try client.ask("call net.hadess.SensorProxy ClaimBarometer").contains("UnknownMethod"))
    #expect(try client.ask("set HasAccelerometer").hasPrefix("error "))
    #expect(!daemon.program.hasEnded)
  }

  @Test func theSensorComesAndGoesAndTheServiceStays() throws {
    let bus = try TestBus()
    let daemon = try start(bus)
    let client = try bus.connect()
    let onlooker = try bus.connect()
    let owner = try client.ask("owner")
    #expect(try client.ask("claim Accelerometer") == "ok")
    #expect(try daemon.ctl("mock", "remove").status == 0)
    try client.signal {
      $0.contains("AccelerometerOrientation=undefined") && $0.contains("AccelerometerTilt=undefined")
    }
    try onlooker.signal { $0 == "broadcast HasAccelerometer=False" }
    #expect(try client.ask("get HasAccelerometer") == "False")
    #expect(try onlooker.ask("claim Accelerometer") == "ok", "upstream grants it, too")
    #expect(try daemon.ctl("mock", "add").status == 0)
    try hold(daemon, "landscapeRight")
    try client.signal { $0 == "broadcast HasAccelerometer=True" }
    try client.signal { $0.contains("AccelerometerOrientation=left-up") }
    #expect(try client.ask("owner") == owner)
  }

  // MARK: - What is published

  /// A landscape-only window while the device stands upright.
  private func register(_ daemon: TestDaemon) throws -> RawClient {
    let application = try daemon.connect()
    application.call(
      "org.plumbd.Rotation.Register",
      #"{"application":{"id":"org.example.film","supported":["landscape"]}}"#)
    let token = try #require(try application.reply()["token"]?.text)
    application.call(
      "org.plumbd.Rotation.SetWindow", #"{"token":"\#(token)","window":"main","root":{"id":"film"}}"#)
    _ = try application.reply()
    application.call("org.plumbd.Rotation.Activate", #"{"token":"\#(token)","window":"main"}"#)
    _ = try application.reply()
    return application
  }

  @Test(arguments: [("auto", "normal", "right-up"), ("raw", "normal", "normal"), ("approved", "normal", "right-up")])
  func whatIsPublishedIsConfigured(publish: String, alone: String, registered: String) throws {
    let bus = try TestBus()
    let daemon = try start(bus, "publish = \(publish)\n")
    let client = try bus.connect()
    #expect(try client.ask("claim Accelerometer") == "ok")
    #expect(try client.ask("get AccelerometerOrientation") == alone)
    do {
      let application = try register(daemon)
      try client.wait(for: "AccelerometerOrientation", registered)
      withExtendedLifetime(application) {}
    }
    // The application is gone: nobody's mask counts any more.
    try client.wait(for: "AccelerometerOrientation", alone)
  }

  @Test(arguments: [("auto", "normal"), ("raw", "left-up"), ("approved", "normal")])
  func plumbdsOwnLockHoldsUnlessTheDeviceItselfIsAskedFor(publish: String, locked: String) throws {
    let bus = try TestBus()
    let daemon = try start(bus, "publish = \(publish)\n")
    let client = try bus.connect()
    #expect(try client.ask("claim Accelerometer") == "ok")
    #expect(try daemon.ctl("lock").status == 0)
    try hold(daemon, "landscapeRight")
    // The tilt is told in each case, so that the turn has been judged.
    try daemon.monitor().state { $0["device"]?.text == "landscapeRight" }
    try client.wait(for: "AccelerometerOrientation", locked)
    #expect(try daemon.ctl("unlock").status == 0)
    try client.wait(for: "AccelerometerOrientation", "left-up")
  }

  @Test func theConfigurationCountsAtAReload() throws {
    let bus = try TestBus()
    let daemon = try start(bus)
    let client = try bus.connect()
    #expect(try client.ask("claim Accelerometer") == "ok")
    try daemon.folder.write("", to: "plumbd.conf")
    #expect(try daemon.ctl("reload").status == 0)
    let deadline = Deadline()
    while try client.ask("owner") != "none", !deadline.isOver { usleep(20_000) }
    #expect(try client.ask("owner") == "none")
    try daemon.folder.write(Self.configuration, to: "plumbd.conf")
    #expect(try daemon.ctl("reload").status == 0)
    while try client.ask("owner") == "none", !deadline.isOver { usleep(20_000) }
    #expect(try client.ask("claim Accelerometer") == "ok")
    #expect(try client.ask("get AccelerometerOrientation") == "normal")
  }
}
