import JSON
import TestSupport
import Testing

/// A convertible without a switch: two accelerometers made of files, one in each half, and the built daemon.
@Suite(.serialized, .enabled(if: Testbed.isThere, "needs umockdev and python3")) struct HingeTests {
  private func halves() throws -> Testbed {
    let testbed = try Testbed()
    for (number, location) in [(0, "display"), (1, "base")] {
      let device = DeviceDescription(
        number: number, name: "cros-ec-accel", properties: ["ACCEL_LOCATION": location])
      try testbed.load(device.text)
    }
    return testbed
  }

  private func hold(_ testbed: Testbed, _ number: Int, _ counts: [Int]) throws {
    try testbed.command("use iio:device\(number)")
    for (axis, count) in zip(["x", "y", "z"], counts) { try testbed.command("set in_accel_\(axis)_raw \(count)") }
  }

  @Test func theHingeOfTwoSensorsIsObeyed() throws {
    let testbed = try halves()
    // Opened to 90°: the screen upright, the keyboard on the table; the laptop's own orientation is another.
    try hold(testbed, 1, [0, 0, -1024])
    let daemon = try TestDaemon(
      [], configuration: "[panel]\nlaptop-orientation = left-up\n", environment: testbed.environment)
    let monitor = try daemon.monitor()
    try monitor.state { $0["device"]?.text == "landscapeRight" }
    // Folded over to 270°: the present pose at once.
    try hold(testbed, 1, [0, 0, 1024])
    #expect(try monitor.state { $0["device"]?.text == "portrait" }["reason"]?.text == "tabletMode")
    // And opened again.
    try hold(testbed, 1, [0, 0, -1024])
    #expect(try monitor.state { $0["device"]?.text == "landscapeRight" }["reason"]?.text == "tabletMode")
  }

  @Test func nobodyWatchesTheHingeWhereTheConfigurationDecides() throws {
    let testbed = try halves()
    try hold(testbed, 1, [0, 0, -1024])
    let daemon = try TestDaemon(
      ["--tablet-mode", "always"], configuration: "[panel]\nlaptop-orientation = left-up\n",
      environment: testbed.environment)
    let monitor = try daemon.monitor()
    try monitor.state { $0["device"]?.text == "portrait" }
    try hold(testbed, 0, [-1024, 0, 0])
    #expect(try monitor.reply()["state"]?["device"]?.text == "landscapeLeft")
  }
}
