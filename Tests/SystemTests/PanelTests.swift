import JSON
import TestSupport
import Testing

/// Which way a panel is mounted, by what the kernel's display side says of it.
@Suite(.serialized, .enabled(if: Testbed.isThere, "needs umockdev and python3")) struct PanelTests {
  /// A connector of a graphics card.
  private func connector(_ name: String, status: String, modes: String...) -> String {
    let path = "/devices/pci0000:00/0000:00:02.0/drm/card0/card0-\(name)"
    let list = modes.map { $0 + "\\n" }.joined()
    return "P: \(path)\nE: DEVTYPE=drm_connector\nE: SUBSYSTEM=drm\nA: status=\(status)\\n\nA: modes=\(list)\n"
  }

  private func upright(_ connectors: [String], configuration: String = "") throws -> String? {
    let testbed = try Testbed("accel-polled.umockdev")
    for connector in connectors { try testbed.load(connector) }
    let daemon = try TestDaemon([], configuration: configuration, environment: testbed.environment)
    return try daemon.monitor().reply()["state"]?["interface"]?.text
  }

  @Test func theLongerSideOfTheBuiltInPanelDecides() throws {
    let laptop = connector("eDP-1", status: "connected", modes: "1920x1080", "1280x720")
    let tablet = connector("DSI-1", status: "connected", modes: "1200x1920")
    #expect(try upright([laptop]) == "landscapeRight")
    #expect(try upright([tablet]) == "portrait")
    #expect(try upright([laptop], configuration: "[panel]\nnatural = portrait\n") == "portrait")
  }

  @Test func othersDoNotCount() throws {
    let screen = connector("HDMI-A-1", status: "connected", modes: "3840x2160")
    let absent = connector("eDP-1", status: "disconnected", modes: "1920x1080")
    let silent = connector("LVDS-1", status: "connected")
    #expect(try upright([screen]) == "portrait")
    #expect(try upright([absent, silent]) == "portrait")
    #expect(
      try upright([silent, screen, connector("DSI-2", status: "connected", modes: "1280x800")]) == "landscapeRight")
  }
}
