import Glibc
import TestSupport
import Testing

/// Mock daemon, plumb-session and a compositor, looked at from outside.
private enum Check {
  /// Pictures of what the panel is given: the compositor is a window of sway, whose picture of it they are.
  static func pictureIsUpright(_ kind: TestCompositor.Kind) throws {
    let scene = try Scene(kind)
    let session = try Session(["--output", "WL-1"], environment: scene.inside.clientEnvironment)
    // Its left edge is up, and so on: the panel's own corners, clockwise from its upper left one.
    for (pose, panel) in [
      ("landscapeRight", "gbwr"), ("portraitUpsideDown", "bwrg"), ("landscapeLeft", "wrgb"), ("portrait", "rgbw"),
    ] {
      try session.pose(pose)
      try scene.outside.see(.init(width: 800, height: 1280, corners: panel))
      let isAcross = pose.hasPrefix("landscape")
      try scene.inside.see(.init(width: isAcross ? 1280 : 800, height: isAcross ? 800 : 1280, corners: "rgbw"))
    }
    #expect(session.program.terminate() == 0)
  }

  static func ruleTurnsThePanel(_ kind: TestCompositor.Kind) throws {
    let scene = try Scene(kind)
    let session = try Session(
      ["--output", "WL-1"], environment: scene.inside.clientEnvironment, rules: "[film]\nsupported = landscape-left\n")
    try session.pose("portrait")
    let film = try scene.inside.client("/usr/bin/foot", ["--app-id", "film", "sleep", "1000"])
    try session.program.waitForError("turn for it") {
      $0.contains("in front: film, by ") && $0.contains("WL-1 shows 90")
    }
    film.terminate()
    try scene.outside.see(.init(width: 800, height: 1280, corners: "rgbw"))
    try scene.inside.see(.init(width: 800, height: 1280, corners: "rgbw"))
    #expect(session.program.terminate() == 0)
  }

  private final class Scene {
    let outside: TestCompositor
    let inside: TestCompositor
    private let picture: Program

    init(_ kind: TestCompositor.Kind) throws {
      outside = try TestCompositor(
        configuration: """
          output HEADLESS-1 mode --custom 800x1280@60Hz
          for_window [app_id=".*"] fullscreen enable
          """)
      inside = try TestCompositor(kind, environment: ["WLR_BACKENDS": "wayland", "WAYLAND_DISPLAY": outside.socket])
      picture = try inside.showCorners()
      try outside.see(.init(width: 800, height: 1280, corners: "rgbw"))
    }
  }
}

/// What every compositor has to do, in all that there are.
@Suite(.serialized, .enabled(if: TestCompositor.Kind.sway.isThere, "sway is not installed"))
struct CompositorSessionTests {
  @Test func thePictureIsUprightForWhoHoldsTheDevice() throws { try Check.pictureIsUpright(.sway) }
  @Test func aRuleTurnsThePanel() throws { try Check.ruleTurnsThePanel(.sway) }

  @Suite(
    .enabled(
      if: TestCompositor.Kind.debian13("phoc").isThere, "Debian 13's are not there: make compositors fetches them"))
  struct Debian13 {
    @Test(arguments: ["sway", "labwc", "phoc"])
    func thePictureIsUprightForWhoHoldsTheDevice(_ name: String) throws { try Check.pictureIsUpright(.debian13(name)) }
    @Test(arguments: ["sway", "labwc", "phoc"])
    func aRuleTurnsThePanel(_ name: String) throws { try Check.ruleTurnsThePanel(.debian13(name)) }
  }

  @Suite(
    .enabled(
      if: TestCompositor.Kind.unstable("wayfire").isThere,
      "Debian unstable's are not there: make compositors fetches them"))
  struct Unstable {
    @Test(arguments: ["wayfire", "sway", "labwc"])
    func thePictureIsUprightForWhoHoldsTheDevice(_ name: String) throws { try Check.pictureIsUpright(.unstable(name)) }
    @Test(arguments: ["wayfire", "sway", "labwc"])
    func aRuleTurnsThePanel(_ name: String) throws { try Check.ruleTurnsThePanel(.unstable(name)) }
  }
}
