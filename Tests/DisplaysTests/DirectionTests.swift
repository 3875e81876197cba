import Displays
import Orientation
import TestSupport
import Testing

/// Which way a transform turns is decided by a picture, of the panel's own pixels.
///
/// A picture of a compositor's output is of no use for that: it was turned back. So one compositor is a full-screen
/// window of another one, whose picture of it is what a panel would be given.
enum Directions {
  /// The panel's corners, clockwise from its own upper left one: the content's are red, green, blue, white.
  ///
  /// Held so that an orientation stands upright, the panel's upper left corner is …
  nonisolated static let cases: [(orientation: InterfaceOrientation, panel: String)] = [
    // … up on the left,
    (.portrait, "rgbw"),
    // … down on the left, for the panel's right edge is up,
    (.landscapeRight, "wrgb"),
    // … down on the right,
    (.portraitUpsideDown, "bwrg"),
    // … up on the right, for the panel's left edge is up.
    (.landscapeLeft, "gbwr"),
  ]

  static func check(_ kind: TestCompositor.Kind, _ orientation: InterfaceOrientation, _ panel: String) throws {
    let outside = try TestCompositor(
      configuration: """
        output HEADLESS-1 mode --custom 1280x800@60Hz
        for_window [app_id=".*"] fullscreen enable
        """)
    let inside = try TestCompositor(kind, environment: ["WLR_BACKENDS": "wayland", "WAYLAND_DISPLAY": outside.socket])
    let picture = try inside.showCorners()
    try outside.see(.init(width: 1280, height: 800, corners: "rgbw"))

    let word = Panel().turn(showing: orientation).outputTransform
    let transform = try #require(OutputTransform(word: word))
    let probe = try DisplayProbe(inside)
    #expect(try probe.apply(transform, to: "WL-1") == nil)

    try outside.see(.init(width: 1280, height: 800, corners: panel))
    // For its user it is upright, and as wide as it stands.
    let isAcross = transform == .rotated90 || transform == .rotated270
    try inside.see(.init(width: isAcross ? 800 : 1280, height: isAcross ? 1280 : 800, corners: "rgbw"))
    #expect(!picture.hasEnded)
  }
}

@Suite(.enabled(if: TestCompositor.Kind.sway.isThere, "sway is not installed"))
struct DirectionTests {
  @Test(arguments: Directions.cases)
  func topOfTheContentIsAtTheEdgeThatIsUp(_ orientation: InterfaceOrientation, panel: String) throws {
    try Directions.check(.sway, orientation, panel)
  }

  @Test(
    .enabled(
      if: TestCompositor.Kind.debian13("phoc").isThere, "Debian 13's are not there: make compositors fetches them"),
    arguments: ["sway", "labwc", "phoc"], Directions.cases)
  func isSoInDebian13(_ compositor: String, _ expected: (orientation: InterfaceOrientation, panel: String)) throws {
    try Directions.check(.debian13(compositor), expected.orientation, expected.panel)
  }

  @Test(
    .enabled(
      if: TestCompositor.Kind.unstable("wayfire").isThere,
      "Debian unstable's are not there: make compositors fetches them"),
    arguments: ["wayfire", "sway", "labwc"], Directions.cases)
  func isSoInUnstable(_ compositor: String, _ expected: (orientation: InterfaceOrientation, panel: String)) throws {
    try Directions.check(.unstable(compositor), expected.orientation, expected.panel)
  }
}
