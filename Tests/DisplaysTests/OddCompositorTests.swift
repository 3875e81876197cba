import CWayland
import Displays
import EventLoop
import TestSupport
import Testing

/// What real compositors say seldom, or never should.
struct OddCompositorTests {
  private final class Scene {
    let compositor: FakeCompositor
    let probe: DisplayProbe<WaylandDisplay>

    init(_ heads: [FakeCompositor.Head] = [.init(name: "eDP-1")], prepare: (FakeCompositor) -> Void = { _ in }) throws {
      let compositor = try FakeCompositor(loop: try EventLoop(), heads: heads)
      prepare(compositor)
      self.compositor = compositor
      probe = try DisplayProbe { try WaylandDisplay(loop: $0, socket: compositor.socket, patience: 1, handler: $1) }
    }

    func turn(_ transform: OutputTransform) throws -> String? {
      try probe.apply(transform, to: "eDP-1")?.description
    }
  }

  private static func configuration(transform: Int) -> [String] {
    [
      "configuration of this state", "enable eDP-1", "mode", "position 30 40", "transform \(transform)", "scale 384",
      "adaptive sync 1", "apply",
    ]
  }

  @Test func asksForAllOutputsAsTheyAreButForOne() throws {
    let scene = try Scene([
      .init(name: "eDP-1"), .init(name: "HDMI-A-1", transform: 6), .init(name: "DP-1", isEnabled: false),
    ])
    try scene.probe.begin()
    #expect(
      try scene.probe.display.outputs == [
        Output(name: "eDP-1", description: "A panel", width: 1280, height: 800),
        Output(name: "HDMI-A-1", description: "A panel", transform: .flipped180, width: 1280, height: 800),
        Output(name: "DP-1", description: "A panel", isEnabled: false),
      ])
    #expect(try scene.turn(.rotated90) == nil)
    #expect(
      scene.compositor.requests == [
        "configuration of this state",
        "enable eDP-1", "mode", "position 30 40", "transform 1", "scale 384", "adaptive sync 1",
        "enable HDMI-A-1", "mode", "position 30 40", "transform 6", "scale 384", "adaptive sync 1",
        "disable DP-1", "apply",
      ])
    #expect(try scene.probe.display.tellsFront == false)
  }

  @Test func asksForNothingWhereAllIsRight() throws {
    let scene = try Scene([.init(name: "eDP-1", transform: 3)])
    try scene.probe.begin()
    #expect(try scene.turn(.rotated270) == nil)
    #expect(scene.compositor.requests == [])
  }

  /// Newcomers alone are told by Hyprland 0.56.
  @Test(arguments: [FakeCompositor.Answer.succeedForOthers, .succeedForNewcomers])
  func believesWhatOtherClientsAreTold(_ answer: FakeCompositor.Answer) throws {
    let scene = try Scene {
      $0.globals.append("wl_output")
      $0.answers = [answer]
    }
    try scene.probe.begin()
    for transform: OutputTransform in [.rotated90, .normal, .rotated270] {
      #expect(try scene.turn(transform) == nil)
      #expect(try scene.probe.output("eDP-1")?.transform == transform)
    }
    #expect(
      scene.compositor.requests.filter { $0.hasPrefix("transform") } == ["transform 1", "transform 0", "transform 3"])
  }

  @Test func beginsAnewWhereTheOutputsChangedMeanwhile() throws {
    let scene = try Scene { $0.answers = [.cancel, .cancel, .succeed] }
    try scene.probe.begin()
    #expect(try scene.turn(.rotated90) == nil)
    #expect(scene.compositor.requests == Array(repeating: Self.configuration(transform: 1), count: 3).flatMap { $0 })
  }

  @Test func doesNotBeginAnewForEver() throws {
    let scene = try Scene { $0.answers = [.cancel] }
    try scene.probe.begin()
    #expect(
      try scene.turn(.rotated90)
        == "the outputs change faster than eDP-1 can be turned: given up after 8 attempts")
    scene.compositor.answers = [.succeed]
    #expect(try scene.turn(.rotated180) == nil)
  }

  @Test func saysThatTheCompositorRefuses() throws {
    let scene = try Scene { $0.answers = [.refuse, .succeed] }
    try scene.probe.begin()
    #expect(
      try scene.turn(.rotated90) == "the compositor refuses to turn the output eDP-1 to 90; nothing has changed")
    #expect(scene.compositor.requests == Self.configuration(transform: 1))
    #expect(try scene.turn(.rotated90) == nil)
  }

  @Test(arguments: [
    (FakeCompositor.Answer.succeed, "was set back"), (.refuse, "could not be set back"),
  ]) func setsBackWhatWasChangedNevertheless(_ second: FakeCompositor.Answer, _ words: String) throws {
    let scene = try Scene { $0.answers = [.refuseAndTurn, second] }
    try scene.probe.begin()
    #expect(
      try scene.turn(.rotated90)
        == "the compositor refuses to turn the output eDP-1 to 90; what it had changed nevertheless \(words)")
    #expect(scene.compositor.requests == Self.configuration(transform: 1) + Self.configuration(transform: 0))
  }

  @Test(arguments: [
    (
      FakeCompositor.Answer.pretend,
      "the compositor says that it turned the output eDP-1 to 90, but it is normal"
    ),
    (.silence, "the compositor does not answer whether it turns the output eDP-1"),
    (.unplug, "the output eDP-1 went away while it was turned"),
  ]) func givesUp(_ answer: FakeCompositor.Answer, _ words: String) throws {
    let scene = try Scene { $0.answers = [answer, .succeed] }
    try scene.probe.begin()
    #expect(try scene.turn(.rotated90) == words)
    if case .unplug = answer { scene.compositor.heads = [.init(name: "eDP-1")] }
    scene.compositor.tellState()
    try scene.probe.wait("the output") { try scene.probe.output("eDP-1") != nil }
    #expect(try scene.turn(.rotated90) == nil)
  }

  @Test func saysWhatIsMissing() throws {
    let scene = try Scene { $0.globals = ["wl_shm", "zwlr_screencopy_manager_v1"] }
    #expect(
      try scene.probe.loss()
        == "the compositor does not offer wlr-output-management-unstable-v1, so it cannot be told to turn")
  }

  @Test func doesNotWaitForEver() throws {
    let scene = try Scene { $0.isSilent = true }
    #expect(try scene.probe.loss() == "the compositor at \(scene.compositor.socket) does not answer")
  }

  @Test(arguments: [
    (FakeCompositor.End.managerFinished, "the compositor took wlr-output-management-unstable-v1 back"),
    (.globalRemoved, "the compositor took wlr-output-management-unstable-v1 back"),
    (.error, "the compositor ended the connection for a protocol error: 7 of zwlr_output_manager_v1"),
  ]) func tellsTheEnd(_ end: FakeCompositor.End, _ words: String) throws {
    let scene = try Scene()
    try scene.probe.begin()
    scene.compositor.end(end)
    #expect(try scene.probe.loss() == words)
  }

  @Test func survivesGarbage() throws {
    // libwayland says on standard error what it makes of each.
    wl_log_set_handler_client { _, _ in }
    var generator = Generator(state: 1)
    for round in 0..<60 {
      let scene = try Scene()
      try scene.probe.begin()
      // Headers that are right now and then, so that what follows them is read.
      let objects: [UInt32] = [1, 2, 3, 4, 5, 0xff00_0000, 0xff00_0001, generator.next()]
      for _ in 0..<20 {
        let words = (0..<generator.next() % 6).map { _ in
          generator.next() % 3 == 0 ? generator.next() : generator.next() % 9
        }
        scene.compositor.send(objects[Int(generator.next() % 8)], generator.next() % 16, words)
      }
      scene.compositor.send((0..<generator.next() % 64).map { _ in UInt8(truncatingIfNeeded: generator.next()) })
      // An object that nobody has ends a connection that survived.
      scene.compositor.send(0x00ff_ffff, 99, [UInt32(round)])
      scene.compositor.end(.error)
      _ = try scene.probe.loss()
    }
  }

  @Test func boundsWhatACompositorHas() throws {
    let scene = try Scene((0..<64).map { .init(name: "DP-\($0)") })
    try scene.probe.begin()
    #expect(try scene.probe.display.outputs.count == 64)
    scene.compositor.heads.append(.init(name: "eDP-1"))
    scene.compositor.tellState()
    #expect(try scene.probe.loss() == "the compositor has more than 64 outputs")
  }

  @Test func closesFromInsideAnEvent() throws {
    let compositor = try FakeCompositor(loop: try EventLoop())
    var events = 0
    var display: WaylandDisplay?
    let loop = try EventLoop()
    display = try WaylandDisplay(loop: loop, socket: compositor.socket) { _ in
      events += 1
      display?.close()
      display = nil
    }
    let deadline = Deadline()
    while events == 0, !deadline.isOver { try loop.runOnce(timeout: 0.1) }
    compositor.tellState()
    try loop.runOnce(timeout: 0)
    try loop.runOnce(timeout: 0)
    #expect(events == 1 && display == nil)
  }
}

/// Numbers that are the same each time.
private struct Generator {
  var state: UInt64

  mutating func next() -> UInt32 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return UInt32(truncatingIfNeeded: state >> 33)
  }
}
