import Glibc
import JSON
import TestSupport
import Testing

/// The built daemon on IIO devices made of files: as their values move, the orientation comes out of the socket.
@Suite(.serialized, .enabled(if: Testbed.isThere, "needs umockdev and python3")) struct DeviceTests {
  /// How a device lies, its counts, and what the socket says of it: one g is 1024 counts.
  struct Pose: Sendable, CustomStringConvertible {
    let device: String
    let interface: String
    let counts: [Int]
    var description: String { device }

    /// One scan of a buffer, `le:s16/32>>0` an axis and a timestamp, in hexadecimal.
    var scan: String {
      counts.map { count in
        (0..<4).map { byte in
          let digits = String(UInt32(bitPattern: Int32(count)) >> (8 * byte) & 0xff, radix: 16)
          return digits.count < 2 ? "0" + digits : digits
        }.joined()
      }.joined() + "0000000000002a36fe9c9717"
    }
  }

  static let journey = [
    Pose(device: "landscapeLeft", interface: "landscapeRight", counts: [-1024, 0, 0]),
    Pose(device: "portraitUpsideDown", interface: "portraitUpsideDown", counts: [0, 1024, 0]),
    Pose(device: "landscapeRight", interface: "landscapeLeft", counts: [1024, 0, 0]),
    Pose(device: "faceUp", interface: "landscapeLeft", counts: [0, 0, -1024]),
    Pose(device: "portrait", interface: "portrait", counts: [0, -1024, 0]),
  ]

  private func start(_ testbed: Testbed, configuration: String = "") throws -> TestDaemon {
    try TestDaemon([], configuration: configuration, environment: testbed.environment)
  }

  private func hold(_ testbed: Testbed, _ counts: [Int]) throws {
    for (axis, count) in zip(["x", "y", "z"], counts) { try testbed.command("set in_accel_\(axis)_raw \(count)") }
  }

  // MARK: - Device facts

  /// What the daemon says of its one sensor.
  private func sensor(_ daemon: TestDaemon) throws -> JSONValue {
    try JSONValue(parsing: Array(daemon.ctl("sensors", "--json").output.utf8))
  }

  @Test func aUsersFactsPutASensorRightAndAreNamed() throws {
    let testbed = try Testbed("accel-polled.umockdev")
    let facts = "[Test bed]\nsensor = mock-*\nmount-matrix = 0,1,0; -1,0,0; 0,0,1\npolarity = reaction\n"
    let daemon = try TestDaemon([], quirks: facts, environment: testbed.environment)
    let monitor = try daemon.monitor()
    // Away from the ground and turned: what was (0, −1, 0) is (1, 0, 0).
    try monitor.state { $0["device"]?.text == "landscapeRight" }
    let report = try sensor(daemon)
    #expect(report["matrix"] == [0, 1, 0, -1, 0, 0, 0, 0, 1])
    #expect(report["polarity"]?.text == "reaction")
    for source in ["matrixSource", "polaritySource"] {
      #expect(report[source]?.text == "[Test bed] of \(daemon.folder.file("quirks.d/test.conf"))")
    }
    // Taken away, it counts no longer.
    try daemon.folder.write("", to: "quirks.d/test.conf")
    #expect(try daemon.ctl("reload").status == 0)
    try monitor.state { $0["device"]?.text == "portrait" }
  }

  @Test func aSensorThatFactsIgnoreTurnsNothing() throws {
    let testbed = try Testbed("accel-polled.umockdev")
    let daemon = try TestDaemon(
      [], quirks: "[no screen]\nsensor = mock-accel\nignore = yes\n", environment: testbed.environment)
    let monitor = try daemon.monitor()
    try monitor.state { $0["sensor"]?["available"]?.truth == false }
    try daemon.program.waitForError("reason") { $0.contains("it is to be ignored, says [no screen]") }
    #expect(try sensor(daemon)["used"]?.truth == false)
  }

  @Test func aSlipInFactsIsFoundBeforeTheStart() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("[sensor]\nrate = often\n", to: "plumbd.conf")
    mkdir(folder.file("quirks.d"), 0o755)
    try folder.write("[q]\nsensor = a\nturn = yes\n", to: "quirks.d/q.conf")
    let (program, ended) = try Program.run("plumbd", ["--check-config", "--config", file])
    #expect(ended.status == 1)
    #expect(program.standardError.contains("plumbd.conf:2: [sensor] rate"))
    #expect(program.standardError.contains("quirks.d/q.conf:3: [q] turn: unknown key"))
  }

  // MARK: - Turning

  @Test func aPolledDeviceTurnsAndEachTurnIsToldOnce() throws {
    let testbed = try Testbed("accel-polled.umockdev")
    let daemon = try start(testbed)
    let monitor = try daemon.monitor()
    let first = try monitor.state { $0["device"]?.text == "portrait" }
    #expect(first["sensor"]?["mode"]?.text == "polled")
    #expect(first["sensor"]?["name"]?.text == "mock-accel")
    #expect(first["sensor"]?["stale"]?.truth == false)
    for pose in Self.journey {
      try hold(testbed, pose.counts)
      let state = try #require(try monitor.reply()["state"])
      #expect(state["device"]?.text == pose.device)
      #expect(state["interface"]?.text == pose.interface)
    }
  }

  @Test func aBufferedDeviceTurnsAndIsLeftAsItWasFound() throws {
    let testbed = try Testbed("accel-buffered.umockdev")
    let upright = try #require(Self.journey.last)
    try testbed.command("stream 25 \(upright.scan)")
    let daemon = try start(testbed)
    let monitor = try daemon.monitor()
    let first = try monitor.state { $0["device"]?.text == "portrait" }
    #expect(first["sensor"]?["mode"]?.text == "buffered")
    #expect(try testbed.attribute("buffer/enable") == "1")
    for pose in Self.journey {
      try testbed.command("stream 25 \(pose.scan)")
      let state = try #require(try monitor.reply()["state"])
      #expect(state["device"]?.text == pose.device)
      #expect(state["interface"]?.text == pose.interface)
    }
    #expect(daemon.program.terminate() == 0)
    #expect(try testbed.attribute("buffer/enable") == "0")
    #expect(try testbed.attribute("trigger/current_trigger") == "")
  }

  @Test func scanElementsWithoutATriggerAreNotWaitedFor() throws {
    let testbed = try Testbed(
      DeviceDescription(formats: Array(repeating: "le:s16/32>>0", count: 3), hasTrigger: false).text)
    let daemon = try start(testbed)
    let monitor = try daemon.monitor()
    let first = try monitor.state { $0["device"]?.text == "portrait" }
    #expect(first["sensor"]?["mode"]?.text == "polled")
    try hold(testbed, [1024, 0, 0])
    try monitor.state(interface: "landscapeLeft")
  }

  // MARK: - Coming and going

  @Test func aSensorMayComeLateGoAndReturn() throws {
    let testbed = try Testbed()
    let daemon = try start(testbed)
    let monitor = try daemon.monitor()
    #expect(try monitor.reply()["state"]?["sensor"]?["available"]?.truth == false)
    try daemon.program.waitForError("word of it") { $0.contains("there is no accelerometer") }
    #expect(try daemon.ctl("sensors").output == "There is no accelerometer.\n")

    try testbed.load("accel-polled.umockdev")
    try monitor.state { $0["sensor"]?["available"]?.truth == true }
    try monitor.state { $0["device"]?.text == "portrait" }
    try hold(testbed, [-1024, 0, 0])
    try monitor.state(interface: "landscapeRight")

    try testbed.command("rm")
    let gone = try monitor.state { $0["sensor"]?["available"]?.truth == false }
    #expect(gone["reason"]?.text == "sensorLost")
    #expect(gone["device"]?.text == "landscapeLeft")
    #expect(gone["interface"]?.text == "landscapeRight")
    try daemon.program.waitForError("word of it") { $0.contains("the last orientation is kept") }
    #expect(try daemon.ctl("status").output.contains("none, the orientation stays as it is"))

    try testbed.load("accel-polled.umockdev")
    try monitor.state(interface: "portrait")
    #expect(!daemon.program.hasEnded)
  }

  @Test func oneWhoAsksOnceIsToldWhatTheSensorSaysNow() throws {
    let testbed = try Testbed("accel-polled.umockdev")
    try hold(testbed, [-1024, 0, 0])
    let daemon = try start(testbed)
    // Nobody follows the orientation: the sensor is switched on for the question.
    let sensors = try daemon.ctl("sensors").output
    #expect(sensors.contains("mock-accel: used, it is the only accelerometer that may be in the display"))
    #expect(sensors.contains("the right edge points up"))
    #expect(try daemon.ctl("status").output.contains("landscapeLeft: device turned left"))
  }

  // MARK: - Which sensor, and how it is built in

  @Test(arguments: [
    (["label": "accel-base"], [:], "label"), (["location": "base"], [:], "location"),
    ([:], ["ACCEL_LOCATION": "base"], "ACCEL_LOCATION"),
  ])
  func aSensorInTheBaseTurnsNothing(
    attributes: [String: String], properties: [String: String], source: String
  ) throws {
    let base = DeviceDescription(number: 0, name: "in-base", properties: properties)
      .with(attributes.merging(["in_accel_x_raw": "1024", "in_accel_y_raw": "0"]) { own, _ in own })
    let testbed = try Testbed(base.text)
    let daemon = try start(testbed)
    let monitor = try daemon.monitor()
    let first = try #require(try monitor.reply()["state"])
    #expect(first["sensor"]?["available"]?.truth == false)
    try daemon.program.waitForError("word of it") { $0.contains("in-base (iio:device0): it is in the base") }
    let explained = try daemon.ctl("sensors").output
    #expect(explained.contains("in-base: not used, it is in the base, which does not turn with the screen"))
    #expect(explained.contains("base (\(source))"))

    try testbed.load(DeviceDescription(number: 1, name: "in-lid").with(["label": "accel-display"]).text)
    let state = try monitor.state { $0["device"]?.text != "unknown" }
    #expect(state["device"]?.text == "portrait")
    #expect(state["sensor"]?["name"]?.text == "in-lid")
    let both = try daemon.ctl("sensors").output
    #expect(both.contains("in-lid: used, it is in the display") && both.contains("in-base: not used"))
  }

  /// Sensor x is device y reversed, so the transpose would show the opposite.
  @Test(arguments: ["in_mount_matrix", "ACCEL_MOUNT_MATRIX"])
  func anAsymmetricMatrixIsAppliedTheRightWayRound(source: String) throws {
    let matrix = "0, 1, 0; -1, 0, 0; 0, 0, 1"
    let isProperty = source == "ACCEL_MOUNT_MATRIX"
    let testbed = try Testbed(
      DeviceDescription(properties: isProperty ? [source: matrix] : [:]).with(isProperty ? [:] : [source: matrix]).text)
    let daemon = try start(testbed)
    let monitor = try daemon.monitor()
    #expect(try monitor.state { $0["device"]?.text != "unknown" }["device"]?.text == "landscapeLeft")
    try hold(testbed, [-1024, 0, 0])
    #expect(try monitor.reply()["state"]?["device"]?.text == "portraitUpsideDown")
    #expect(try daemon.ctl("sensors").output.contains("\(matrix) (\(source))"))
  }

  @Test func theConfiguredMatrixAndPolarityOutrankTheDevices() throws {
    let testbed = try Testbed("accel-polled.umockdev")
    let daemon = try start(testbed, configuration: "[sensor]\npolarity = reaction\n")
    let monitor = try daemon.monitor()
    #expect(try monitor.state { $0["device"]?.text != "unknown" }["device"]?.text == "portraitUpsideDown")
    try daemon.folder.write(
      "[sensor]\npolarity = reaction\nmount-matrix = 0 1 0 -1 0 0 0 0 1\n", to: "plumbd.conf")
    #expect(try daemon.ctl("reload").status == 0)
    try monitor.state { $0["device"]?.text == "landscapeRight" }
    let sensors = try daemon.ctl("sensors").output
    #expect(sensors.contains("0, 1, 0; -1, 0, 0; 0, 0, 1 (configuration)"))
    #expect(sensors.contains("reaction (configuration)"))
  }

  // MARK: - Bad devices

  @Test func anImpossibleMatrixIsNamedAndTheNextSourceUsed() throws {
    let testbed = try Testbed(
      DeviceDescription(properties: ["ACCEL_MOUNT_MATRIX": "0, -1, 0; 0, 0, 0; 0, 0, 1"])
        .with(["in_accel_mount_matrix": "0, 1, 0; -1, 0, 0; 0, 0, 1"]).text)
    let daemon = try start(testbed)
    let monitor = try daemon.monitor()
    #expect(try monitor.state { $0["device"]?.text != "unknown" }["device"]?.text == "landscapeLeft")
    let fault = "ACCEL_MOUNT_MATRIX is not used: row y is all zero"
    try daemon.program.waitForError("word of it") { $0.contains(fault) }
    let sensors = try daemon.ctl("sensors").output
    #expect(sensors.contains(fault) && sensors.contains("(in_accel_mount_matrix)"))
  }

  @Test func aDeviceThatFailsIsNamedLostAndFoundAgain() throws {
    let testbed = try Testbed("accel-polled.umockdev")
    let daemon = try start(testbed)
    let monitor = try daemon.monitor()
    try hold(testbed, [-1024, 0, 0])
    try monitor.state(interface: "landscapeRight")
    try testbed.command("set in_accel_x_raw rubbish")
    let lost = try monitor.state { $0["sensor"]?["available"]?.truth == false }
    #expect(lost["interface"]?.text == "landscapeRight")
    let sensors = try daemon.ctl("sensors").output
    #expect(sensors.contains("mock-accel: not used, chosen, but it cannot be read: "))
    #expect(sensors.contains("iio:device0: a raw value reads “rubbish”"))
    try testbed.command("set in_accel_x_raw 1024")
    try monitor.state(interface: "landscapeLeft")
  }

  @Test func aDeviceThatCannotBeReadAtAllLeavesTheDaemonUp() throws {
    let testbed = try Testbed(DeviceDescription().with(["in_accel_y_raw": "rubbish"]).text)
    let daemon = try start(testbed)
    let status = try daemon.ctl("status")
    #expect(status.output.contains("none, the orientation stays as it is"))
    try daemon.program.waitForError("word of it") { $0.contains("a raw value reads “rubbish”") }
    #expect(!daemon.program.hasEnded)
  }

  /// As where the driver, or another program that has the buffer, refuses it.
  @Test func aBufferThatCannotBeSwitchedOnIsAFaultAndValuesAreReadOneByOne() throws {
    let testbed = try Testbed("accel-buffered.umockdev")
    try testbed.command("refuse buffer/enable")
    let daemon = try start(testbed)
    let monitor = try daemon.monitor()
    let first = try monitor.state { $0["device"]?.text == "portrait" }
    #expect(first["sensor"]?["mode"]?.text == "polled")
    try hold(testbed, [1024, 0, 0])
    try monitor.state(interface: "landscapeLeft")
    #expect(try daemon.ctl("sensors").output.contains("; polled instead"))
  }

  // MARK: - Elsewhere

  /// A French locale made for the test: programs that heed it read “0.009577” as 0.
  @Test(.enabled(if: access("/usr/share/i18n/locales/fr_FR", R_OK) == 0, "needs Debian's package locales"))
  func numbersHaveAPointInEveryCountry() throws {
    let folder = try TemporaryFolder()
    let (made, ended) = try Program.run(
      "/usr/bin/localedef", ["-i", "fr_FR", "-f", "ISO-8859-1", folder.file("fr_FR")])
    try #require(ended.status == 0, "\(made.standardError)")
    let french = ["LOCPATH": folder.path, "LC_ALL": "fr_FR"]
    let proof = try Program.run("/usr/bin/printf", ["%.1f", "0,5"], environment: french)
    try #require(proof.program.standardOutput == "0,5", "the locale is in force for those who heed it")

    let testbed = try Testbed(
      DeviceDescription().with([
        "in_accel_mount_matrix": "0.0, 1.0, 0.0; -1.0, 0.0, 0.0; 0.0, 0.0, 1.0", "sampling_frequency": "12.500000",
      ]).text)
    let daemon = try TestDaemon(
      [], configuration: "[estimation]\nsettle-time = 0.25\n", environment: testbed.environment.merging(french) { $1 })
    let monitor = try daemon.monitor()
    #expect(try monitor.state { $0["device"]?.text != "unknown" }["device"]?.text == "landscapeLeft")
    let client = try daemon.connect()
    client.call("org.plumbd.Sensor.List")
    let answer = "\(try client.reply())"
    #expect(answer.contains("0.009577") && answer.contains("12.5"), "\(answer)")
  }
}
