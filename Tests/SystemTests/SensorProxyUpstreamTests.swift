import Glibc
import TestSupport
import Testing

/// plumbd beside iio-sensor-proxy itself, and what iio-sensor-proxy's own client makes of plumbd.
@Suite(
  .serialized, .enabled(if: TestBus.isThere, "needs dbus-daemon and python3-gi"),
  .enabled(if: Testbed.isThere, "needs umockdev and python3"))
struct SensorProxyUpstreamTests {
  private static let answered = "net.hadess.SensorProxy is answered\n"

  /// iio-sensor-proxy of a Debian on devices made of files, once it is on the bus.
  private func startUpstream(_ client: ForeignClient, _ bus: TestBus, _ testbed: Testbed) throws -> Program {
    let path = try client.path()
    try testbed.load(DeviceDescription(properties: ["IIO_SENSOR_PROXY_TYPE": "iio-poll-accel"]).text)
    let program = try Program(path, environment: testbed.environment.merging(bus.environment) { $1 })
    let onlooker = try bus.connect()
    let deadline = Deadline()
    while try onlooker.ask("owner") == "none" {
      try #require(!deadline.isOver && !program.hasEnded, "\(program.standardError)")
      usleep(20_000)
    }
    return program
  }

  private func startOurs(_ bus: TestBus) throws -> TestDaemon {
    let daemon = try TestDaemon(configuration: SensorProxyTests.configuration, environment: bus.environment)
    try daemon.program.waitForError("the name") { $0.contains(Self.answered) }
    return daemon
  }

  /// Every member of both objects as busctl lists it, without the value.
  private func shape(on bus: TestBus) throws -> [String] {
    try ["", "/Compass"].flatMap { object -> [String] in
      let (busctl, ended) = try Program.run(
        "/usr/bin/busctl",
        ["--address=" + bus.address, "introspect", "net.hadess.SensorProxy", "/net/hadess/SensorProxy" + object])
      try #require(ended.status == 0, "\(busctl.standardError)")
      return busctl.standardOutput.split(separator: "\n").map { line in
        let words = line.split(separator: " ")
        return (words.prefix(3) + words.suffix(1)).joined(separator: " ")
      }
    }
  }

  @Test(arguments: [ForeignClient.iioSensorProxy12, .iioSensorProxy13])
  func theObjectsHaveUpstreamsShape(upstream: ForeignClient) throws {
    let theirs = try TestBus()
    let testbed = try Testbed()
    let program = try startUpstream(upstream, theirs, testbed)
    let ours = try TestBus()
    let daemon = try startOurs(ours)
    let expected = try shape(on: theirs)
    // Debian 12's is of before the tilt was added.
    let newer = upstream == .iioSensorProxy12 ? [".AccelerometerTilt property s emits-change"] : []
    #expect(expected.contains(".ClaimAccelerometer method - -"))
    #expect(try shape(on: ours).filter { !newer.contains($0) } == expected)
    #expect(!program.hasEnded && !daemon.program.hasEnded)
  }

  /// The table that plumbd is tested by is iio-sensor-proxy's.
  @Test func upstreamSaysTheSameOfEachPose() throws {
    let bus = try TestBus()
    let testbed = try Testbed()
    let polkit = try bus.startPolkit("yes")
    let program = try startUpstream(.iioSensorProxy13, bus, testbed)
    let client = try bus.connect()
    #expect(try client.ask("get AccelerometerOrientation") == "undefined")
    for _ in 0..<2 { #expect(try client.ask("claim Accelerometer") == "ok") }
    for pose in SensorProxyPose.journey {
      for (axis, count) in zip(["x", "y", "z"], pose.counts) {
        try testbed.command("set in_accel_\(axis)_raw \(count)")
      }
      try client.wait(for: "AccelerometerTilt", pose.tilt)
      try client.wait(for: "AccelerometerOrientation", pose.orientation)
    }
    for sensor in ["Accelerometer", "Accelerometer", "Light", "Proximity", "Compass"] {
      #expect(try client.ask("release \(sensor)") == "ok")
    }
    #expect(!program.hasEnded && !polkit.hasEnded)
  }

  @Test(arguments: [ForeignClient.monitorSensor12, .monitorSensor13])
  func monitorSensorFollows(client: ForeignClient) throws {
    let bus = try TestBus()
    let path = try client.path()
    let monitor = try Program(path, environment: bus.environment)
    try monitor.waitForOutput("beginning") { $0.contains("Waiting for iio-sensor-proxy to appear") }
    let daemon = try startOurs(bus)
    try monitor.waitForOutput("sensor") { $0.contains("=== Has accelerometer (orientation: ") }
    try monitor.waitForOutput("word of what is not there") {
      $0.contains("=== No ambient light sensor\n") && $0.contains("=== No proximity sensor\n")
    }
    for (pose, orientation) in [("landscapeLeft", "right-up"), ("portraitUpsideDown", "bottom-up")] {
      #expect(try daemon.ctl("mock", "pose", pose).status == 0)
      try monitor.waitForOutput(orientation) { $0.contains("Accelerometer orientation changed: \(orientation)\n") }
    }
    if client == .monitorSensor13 {
      #expect(try daemon.ctl("mock", "accel", "0", "0", "9.8").status == 0)
      try monitor.waitForOutput("tilt") { $0.contains("Tilt changed: face-up\n") }
    }
    #expect(try daemon.ctl("mock", "remove").status == 0)
    try monitor.waitForOutput("loss") { $0.contains("--- Accelerometer disappeared\n") }
    #expect(try daemon.ctl("mock", "add").status == 0)
    try monitor.waitForOutput("return") { $0.contains("+++ Accelerometer appeared\n") }
    daemon.program.terminate()
    try monitor.waitForOutput("end") { $0.contains("--- iio-sensor-proxy vanished") }
  }

  @Test(.enabled(if: access("/usr/bin/gdbus", X_OK) == 0, "needs Debian's package libglib2.0-bin"))
  func gdbusClaimsAndReads() throws {
    let bus = try TestBus()
    let daemon = try startOurs(bus)
    let target = ["--system", "--dest=net.hadess.SensorProxy", "--object-path=/net/hadess/SensorProxy"]
    let (claim, claimed) = try Program.run(
      "/usr/bin/gdbus", ["call"] + target + ["--method=net.hadess.SensorProxy.ClaimAccelerometer"],
      environment: bus.environment)
    #expect(claimed.status == 0, "\(claim.standardError)")
    #expect(claim.standardOutput == "()\n")
    let (shown, _) = try Program.run(
      "/usr/bin/gdbus", ["introspect", "--only-properties"] + target, environment: bus.environment)
    for property in [
      "readonly b HasAccelerometer = true;", "readonly s AccelerometerOrientation = 'normal';",
      "readonly s AccelerometerTilt = 'vertical';", "readonly d LightLevel = 0.0;",
    ] {
      #expect(shown.standardOutput.contains(property))
    }
    #expect(!daemon.program.hasEnded)
  }
}
