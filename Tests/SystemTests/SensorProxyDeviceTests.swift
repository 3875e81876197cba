import Glibc
import TestSupport
import Testing

/// net.hadess.SensorProxy of the built daemon, on a private bus, with IIO devices made of files.
@Suite(
  .serialized, .enabled(if: TestBus.isThere, "needs dbus-daemon and python3-gi"),
  .enabled(if: Testbed.isThere, "needs umockdev and python3"))
struct SensorProxyDeviceTests {
  /// What a client of the bus, the devices and the daemon are to each other.
  private struct Stage {
    let bus: TestBus
    let testbed: Testbed
    let daemon: TestDaemon
  }

  /// - Parameter scan: What comes out of the device's buffer from the beginning, in hexadecimal.
  private func start(_ description: String?, scan: String? = nil, more: [String: String] = [:]) throws -> Stage {
    let bus = try TestBus()
    let testbed = try Testbed()
    if let description { try testbed.load(description) }
    if let scan { try testbed.command("stream 20 \(scan)") }
    let daemon = try TestDaemon(
      [], configuration: SensorProxyTests.configuration,
      environment: testbed.environment.merging(bus.environment) { $1 }.merging(more) { $1 })
    try daemon.program.waitForError("the name") { $0.contains("net.hadess.SensorProxy is answered\n") }
    return Stage(bus: bus, testbed: testbed, daemon: daemon)
  }

  private func hold(_ testbed: Testbed, _ counts: [Int]) throws {
    for (axis, count) in zip(["x", "y", "z"], counts) { try testbed.command("set in_accel_\(axis)_raw \(count)") }
  }

  private func waitFor(_ attribute: String, _ value: String, _ testbed: Testbed) throws {
    let deadline = Deadline()
    var last = ""
    while !deadline.isOver {
      last = try testbed.attribute(attribute)
      if last == value { return }
      usleep(20_000)
    }
    Issue.record("\(attribute) is \(last), not \(value)")
  }

  // MARK: - Which sensors there are

  @Test func withoutASensorThereIsNoneAndAClaimIsGranted() throws {
    let stage = try start(nil)
    let client = try stage.bus.connect()
    #expect(try client.ask("get HasAccelerometer") == "False")
    #expect(try client.ask("claim Accelerometer") == "ok")
    #expect(try client.ask("get AccelerometerOrientation") == "undefined")
    #expect(try client.ask("get AccelerometerTilt") == "undefined")
  }

  @Test func aSensorInTheBaseIsNone() throws {
    let stage = try start(DeviceDescription(properties: ["ACCEL_LOCATION": "base"]).text)
    let client = try stage.bus.connect()
    #expect(try client.ask("get HasAccelerometer") == "False")
    #expect(try client.ask("claim Accelerometer") == "ok")
    #expect(try client.ask("get AccelerometerOrientation") == "undefined")
  }

  @Test func aSensorThatIsPluggedInWhileNobodyClaimsIsAnnounced() throws {
    let stage = try start(nil)
    let client = try stage.bus.connect()
    #expect(try client.ask("get HasAccelerometer") == "False")
    try stage.testbed.load("accel-polled.umockdev")
    try client.signal { $0 == "broadcast HasAccelerometer=True" }
    #expect(try client.ask("get AccelerometerOrientation") == "undefined", "nobody has claimed it")
    #expect(try client.ask("claim Accelerometer") == "ok")
    try client.wait(for: "AccelerometerOrientation", "normal")
    try stage.testbed.command("rm")
    try client.signal { $0 == "broadcast HasAccelerometer=False" }
    #expect(try client.ask("get AccelerometerOrientation") == "undefined")
    #expect(!stage.daemon.program.hasEnded)
    try stage.testbed.load("accel-polled.umockdev")
    try client.signal { $0 == "broadcast HasAccelerometer=True" }
    try client.wait(for: "AccelerometerOrientation", "normal")
  }

  // MARK: - Values

  @Test func orientationAndTiltFollowTheDevice() throws {
    let stage = try start("accel-polled.umockdev")
    let client = try stage.bus.connect()
    #expect(try client.ask("claim Accelerometer") == "ok")
    for pose in SensorProxyPose.journey {
      try hold(stage.testbed, pose.counts)
      try client.wait(for: "AccelerometerTilt", pose.tilt)
      try client.wait(for: "AccelerometerOrientation", pose.orientation)
    }
  }

  /// Programs that heed a French locale read “0.009577” as 0.
  @Test(.enabled(if: access("/usr/share/i18n/locales/fr_FR", R_OK) == 0, "needs Debian's package locales"))
  func numbersHaveAPointInFranceToo() throws {
    let folder = try TemporaryFolder()
    let (made, ended) = try Program.run(
      "/usr/bin/localedef", ["-i", "fr_FR", "-f", "ISO-8859-1", folder.file("fr_FR")])
    try #require(ended.status == 0, "\(made.standardError)")
    let description = DeviceDescription().with([
      "in_accel_mount_matrix": "0.0, 1.0, 0.0; -1.0, 0.0, 0.0; 0.0, 0.0, 1.0", "sampling_frequency": "12.500000",
    ])
    let stage = try start(description.text, more: ["LOCPATH": folder.path, "LC_ALL": "fr_FR"])
    let client = try stage.bus.connect()
    #expect(try client.ask("claim Accelerometer") == "ok")
    #expect(try client.ask("get AccelerometerOrientation") == "right-up")
    #expect(try client.ask("get AccelerometerTilt") == "vertical")
  }

  // MARK: - The sensor's power

  private static let buffered = DeviceDescription(formats: Array(repeating: "le:s16/32>>0", count: 3))

  private static let upright = "0000000000fcffff00000000"

  @Test func theRateIsRaisedToTheLowestOfTenAndMore() throws {
    let description = Self.buffered.with([
      "sampling_frequency": "0.5", "sampling_frequency_available": "0.5 5 12.5 25 100",
    ])
    let stage = try start(description.text, scan: Self.upright)
    let client = try stage.bus.connect()
    #expect(try client.ask("claim Accelerometer") == "ok")
    try waitFor("buffer/enable", "1", stage.testbed)
    #expect(Double(try stage.testbed.attribute("sampling_frequency")) == 12.5)
    try client.wait(for: "AccelerometerOrientation", "normal")
    #expect(try client.ask("release Accelerometer") == "ok")
    try waitFor("buffer/enable", "0", stage.testbed)
  }

  /// Claimed twice is claimed, and one release gives it back: measured at iio-sensor-proxy 3.7.
  @Test func aClaimCountsOncePerClientAndTheLastReleaseLetsTheSensorSleep() throws {
    let stage = try start(Self.buffered.text, scan: Self.upright)
    let first = try stage.bus.connect()
    let second = try stage.bus.connect()
    // It was looked at, and sleeps again.
    try waitFor("buffer/enable", "0", stage.testbed)
    #expect(try first.ask("release Accelerometer") == "ok")
    for _ in 0..<3 { #expect(try first.ask("claim Accelerometer") == "ok") }
    #expect(try second.ask("claim Accelerometer") == "ok")
    #expect(try stage.testbed.attribute("buffer/enable") == "1")
    #expect(try first.ask("release Accelerometer") == "ok")
    #expect(try first.ask("release Accelerometer") == "ok")
    // Longer than a sensor stays warm after its last reader.
    let deadline = Deadline(after: 5)
    while !deadline.isOver {
      #expect(try stage.testbed.attribute("buffer/enable") == "1", "the other one still claims")
      usleep(200_000)
    }
    #expect(try second.ask("release Accelerometer") == "ok")
    try waitFor("buffer/enable", "0", stage.testbed)
    #expect(try second.ask("get AccelerometerOrientation") == "normal", "as it was read last")
    // The answer to a claim comes after the first reading, not with the last one of before.
    try stage.testbed.command("stream 20 000400000000000000000000")
    #expect(try first.ask("claim Accelerometer") == "ok")
    #expect(try first.ask("get AccelerometerOrientation") == "left-up")
    #expect(try stage.testbed.attribute("buffer/enable") == "1")
    // Nobody says goodbye in a crash.
    try first.crash()
    try waitFor("buffer/enable", "0", stage.testbed)
    #expect(try second.ask("claim Light") == "ok")
    #expect(try stage.testbed.attribute("buffer/enable") == "0", "another kind of sensor wakes no accelerometer")
  }

  @Test func aBufferWithoutATriggerIsNotWaitedFor() throws {
    let stage = try start(
      DeviceDescription(formats: Array(repeating: "le:s16/32>>0", count: 3), hasTrigger: false).text)
    let client = try stage.bus.connect()
    #expect(try client.ask("claim Accelerometer") == "ok")
    try client.wait(for: "AccelerometerOrientation", "normal")
  }

  /// Only the buffer can be read, and nothing comes out of it.
  @Test func aBufferWithoutDataLeavesTheOrientationUndefinedAndTheClaimGranted() throws {
    let mute = Self.buffered.with(["in_accel_x_raw": "-", "in_accel_y_raw": "-", "in_accel_z_raw": "-"])
    let stage = try start(mute.text)
    let client = try stage.bus.connect()
    #expect(try client.ask("claim Accelerometer") == "ok")
    #expect(try client.ask("get AccelerometerOrientation") == "undefined")
    #expect(try client.ask("get AccelerometerTilt") == "undefined")
    #expect(!stage.daemon.program.hasEnded)
  }
}
