import Orientation
import Testing

@testable import Sensors

/// What a connector's list of modes says of the panel.
@Suite struct PanelDiscoveryTests {
  nonisolated private static let lists: [(String, Panel.NaturalOrientation?)] = [
    ("1200x1920\n", .portrait), ("1920x1200\n1024x768\n", .landscape), ("800x600i\n", .landscape),
    ("600x1024i", .portrait), ("1080x1080\n", .portrait), ("", nil), ("\n\n", nil), ("auto\n", nil), ("1920\n", nil),
    ("x1080\n", nil), ("1920x\n", nil), ("0x0\n", nil), ("-1920x1080\n", nil), ("1920xi\n", nil),
    ("99999999999999999999x1\n", nil), ("1x99999999999999999999\n", nil),
  ]

  @Test(arguments: lists)
  func theFirstModeDecides(modes: String, natural: Panel.NaturalOrientation?) {
    #expect(PanelDiscovery.naturalOrientation(ofModes: modes) == natural)
  }
}
