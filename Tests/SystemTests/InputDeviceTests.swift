import JSON
import TestSupport
import Testing

/// Accelerometers and switches that the kernel offers as input devices, made of files, read by the built daemon.
@Suite(.serialized, .enabled(if: Testbed.isThere, "needs umockdev and python3")) struct InputDeviceTests {
  private func testbed(_ devices: String...) throws -> Testbed {
    let testbed = try Testbed()
    for device in devices {
      try testbed.load(device + ".umockdev")
      try testbed.answerIoctls(device + ".ioctl")
    }
    return testbed
  }

  private func daemon(
    _ testbed: Testbed, _ options: [String] = [], configuration: String = "", quirks: String? = nil
  ) throws -> TestDaemon {
    try TestDaemon(options, configuration: configuration, quirks: quirks, environment: testbed.environment)
  }

  /// Moves the accelerometer: its counts are thousandths of 1 g.
  private func hold(_ testbed: Testbed, _ x: Int, _ y: Int, _ z: Int) throws {
    try testbed.command("use event7")
    try testbed.command("events 3 0 \(x) 3 1 \(y) 3 2 \(z)")
  }

  private func fold(_ testbed: Testbed, toTablet: Bool) throws {
    try testbed.command("use event8")
    try testbed.command("events 5 1 \(toTablet ? 1 : 0)")
  }

  @Test func anInputAccelerometerTurnsTheScreen() throws {
    let testbed = try testbed("accel-input")
    let daemon = try daemon(testbed)
    let monitor = try daemon.monitor()
    // Known before it moves: the kernel keeps the last values.
    let first = try monitor.state { $0["device"]?.text == "portrait" }
    #expect(first["sensor"]?["mode"]?.text == "input")
    #expect(first["sensor"]?["name"]?.text == "Mock input accelerometer")
    try hold(testbed, -1000, 0, 0)
    #expect(try monitor.state(interface: "landscapeRight")["device"]?.text == "landscapeLeft")
    try hold(testbed, 0, 0, -1000)
    try monitor.state { $0["device"]?.text == "faceUp" }
    let report = try JSONValue(parsing: Array(daemon.ctl("sensors", "--json").output.utf8))
    #expect(report["mode"]?.text == "input")
    #expect(report["used"]?.truth == true)
    #expect(report["scale"]?[0] == .number(9.80665 / 1000))
    #expect(report["meaning"]?.text == "the screen looks up")
  }

  @Test func udevAndQuirksSpeakOfInputDevicesToo() throws {
    let testbed = try testbed("accel-input")
    try testbed.command("use event7")
    try testbed.command("prop ACCEL_MOUNT_MATRIX 0, 1, 0; -1, 0, 0; 0, 0, 1")
    let daemon = try daemon(testbed)
    try daemon.monitor().state { $0["device"]?.text == "landscapeLeft" }

    let ignoring = try self.daemon(testbed, quirks: "[pad]\nsensor = Mock input *\nignore = yes\n")
    try ignoring.monitor().state { $0["sensor"]?["available"]?.truth == false }
    try ignoring.program.waitForError("reason") { $0.contains("it is to be ignored, says [pad]") }

    try testbed.command("prop ACCEL_LOCATION base")
    let base = try self.daemon(testbed)
    try base.monitor().state { $0["sensor"]?["available"]?.truth == false }
    try base.program.waitForError("reason") { $0.contains("it is in the base") }
  }

  @Test func anIIOSensorIsPreferred() throws {
    let testbed = try testbed("accel-input")
    try testbed.load("accel-polled.umockdev")
    let daemon = try daemon(testbed)
    let state = try daemon.monitor().state { $0["device"]?.text == "portrait" }
    #expect(state["sensor"]?["name"]?.text == "mock-accel")
    // When it goes the other one steps in, and back.
    let monitor = try daemon.monitor()
    try testbed.command("use iio:device0")
    try testbed.command("rm")
    try monitor.state { $0["sensor"]?["mode"]?.text == "input" && $0["sensor"]?["stale"]?.truth == false }
    try testbed.load("accel-polled.umockdev")
    try monitor.state { $0["sensor"]?["mode"]?.text == "polled" && $0["sensor"]?["stale"]?.truth == false }
  }

  @Test func theSwitchOfAConvertibleIsObeyed() throws {
    let testbed = try testbed("accel-input", "tablet-switch")
    let daemon = try daemon(testbed, configuration: "[panel]\nlaptop-orientation = left-up\n")
    let monitor = try daemon.monitor()
    // It stands at laptop: the configured orientation, not the measured one.
    try monitor.state { $0["device"]?.text == "landscapeRight" && $0["sensor"]?["stale"]?.truth == false }
    try hold(testbed, -1000, 0, 0)
    try fold(testbed, toTablet: true)
    try monitor.state { $0["device"]?.text == "landscapeLeft" }
    try fold(testbed, toTablet: false)
    #expect(try monitor.state { $0["device"]?.text == "landscapeRight" }["reason"]?.text == "tabletMode")
  }

  @Test(arguments: [(["--tablet-mode", "always"], ""), ([], "[sensor]\ntablet-mode = always\n")])
  func aSwitchThatLiesCanBeOverruled(options: [String], configuration: String) throws {
    let testbed = try testbed("accel-input", "tablet-switch")
    let daemon = try daemon(testbed, options, configuration: configuration)
    let monitor = try daemon.monitor()
    try monitor.state { $0["device"]?.text == "portrait" && $0["sensor"]?["available"]?.truth == true }
    try hold(testbed, -1000, 0, 0)
    #expect(try monitor.state(interface: "landscapeRight")["reason"]?.text == "turned")
  }

  @Test func aTabletThatIsNeverOneIsNotFollowed() throws {
    let testbed = try testbed("accel-input")
    let daemon = try daemon(testbed, ["--tablet-mode", "never"], configuration: "[sensor]\ntablet-mode = always\n")
    let monitor = try daemon.monitor()
    try monitor.state { $0["device"]?.text == "portrait" && $0["sensor"]?["stale"]?.truth == false }
    try hold(testbed, -1000, 0, 0)
    // What it measures it does measure.
    let client = try daemon.connect()
    client.call("org.plumbd.Sensor.Samples", more: true)
    while true {
      if case .number(let x) = try client.reply()["sample"]?["acceleration"]?["x"], x < -9 { break }
    }
    client.close()
    let asked = try daemon.ctl("status", "--json")
    #expect(try JSONValue(parsing: Array(asked.output.utf8))["device"]?.text == "portrait")
  }

  @Test func aModeThatIsNoneIsRefused() throws {
    let (program, ended) = try Program.run("plumbd", ["--tablet-mode", "sometimes"])
    #expect(ended.status == 2)
    #expect(program.standardError.hasPrefix("plumbd: --tablet-mode is 'sometimes' and may be auto, always or never"))
  }
}
