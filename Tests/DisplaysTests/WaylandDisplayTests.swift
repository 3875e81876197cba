import Displays
import JSON
import TestSupport
import Testing

/// One screen like that of a tablet, and a second one.
private let configuration = "output HEADLESS-1 mode --custom 1280x800@60Hz"

@Suite(.enabled(if: TestCompositor.Kind.sway.isThere, "sway is not installed"))
struct WaylandDisplayTests {
  @Test(arguments: OutputTransform.allCases)
  func turnsAnOutput(_ transform: OutputTransform) throws {
    let compositor = try TestCompositor(configuration: configuration)
    let probe = try DisplayProbe(compositor)
    #expect(try probe.apply(transform) == nil)
    let output = try compositor.output()
    #expect(output["transform"]?.text == transform.wordOfSway)
    #expect(output["current_mode"]?["width"] == 1280)
    #expect(try probe.display.outputs.map(\.transform) == [transform])
  }
}

extension OutputTransform {
  /// Sway counts clockwise, in its configuration and in its IPC, where the protocol counts the other way.
  var wordOfSway: String {
    switch self {
    case .rotated90: "270"
    case .rotated270: "90"
    case .flipped90: "flipped-270"
    case .flipped270: "flipped-90"
    default: word
    }
  }
}
