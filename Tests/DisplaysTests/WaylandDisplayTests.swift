import Displays
import Glibc
import JSON
import TestSupport
import Testing

/// Two screens: one to turn, and one that is nobody's business.
private let configuration = """
  output HEADLESS-1 mode --custom 1280x800@60Hz position 100 50 scale 1.25
  output HEADLESS-2 mode --custom 640x480@60Hz position 2000 30 scale 2 transform 180
  """

/// What every compositor has to do; in which one, the suites below say.
private enum Check {
  static func turns(_ kind: TestCompositor.Kind, _ transform: OutputTransform) throws {
    let compositor = try TestCompositor(kind, configuration: configuration)
    try compositor.swaymsg("create_output")
    let before = (try compositor.output().kept, try compositor.output("HEADLESS-2").kept)
    let probe = try DisplayProbe(compositor)
    let description = try probe.output()?.description
    #expect(description != nil)
    #expect(try probe.apply(transform) == nil)

    let output = try compositor.output { $0["transform"]?.text == transform.wordOfSway }
    #expect(output.kept == before.0)
    #expect(try compositor.output("HEADLESS-2").kept == before.1)
    #expect(try compositor.output("HEADLESS-2")["transform"] == "180")
    #expect(
      try probe.output()
        == Output(name: "HEADLESS-1", description: description, transform: transform, width: 1280, height: 800))
    #expect(try probe.output("HEADLESS-2")?.transform == .rotated180)

    #expect(try probe.apply(.normal) == nil)
    try compositor.output { $0["transform"] == "normal" }
    #expect(try compositor.output().kept == before.0)
    #expect(try compositor.output("HEADLESS-2").kept == before.1)
  }

  /// As far as it can be seen without an IPC of the compositor's: read back by another client, and in a picture.
  static func turnsAPicture(_ kind: TestCompositor.Kind, _ transform: OutputTransform) throws {
    let compositor = try TestCompositor(kind)
    let picture = try compositor.showCorners()
    let upright = CornerPicture.Seen(width: 1280, height: 720, corners: "rgbw")
    try compositor.see(upright)
    let probe = try DisplayProbe(compositor)
    let before = try probe.output()
    #expect(before?.transform == .normal)

    #expect(try probe.apply(transform) == nil)
    var turned = before
    turned?.transform = transform
    #expect(try DisplayProbe(compositor).output() == turned)
    let isAcross = [.rotated90, .rotated270, .flipped90, .flipped270].contains(transform)
    try compositor.see(isAcross ? .init(width: 720, height: 1280, corners: "rgbw") : upright)

    #expect(try probe.apply(.normal) == nil)
    #expect(try DisplayProbe(compositor).output() == before)
    try compositor.see(upright)
    #expect(!picture.hasEnded)
  }

  static func tellsOutputs(_ kind: TestCompositor.Kind) throws {
    let compositor = try TestCompositor(kind, configuration: configuration)
    let probe = try DisplayProbe(compositor)
    #expect(try probe.display.outputs.map(\.name) == ["HEADLESS-1"])
    try compositor.swaymsg("create_output")
    try probe.wait("a second output") { try probe.display.outputs.count == 2 }
    try probe.wait("its mode") { try probe.output("HEADLESS-2")?.width == 640 }
  }

  static func leavesOffWhatIsOff(_ kind: TestCompositor.Kind) throws {
    let compositor = try TestCompositor(kind, configuration: configuration)
    try compositor.swaymsg("create_output")
    let probe = try DisplayProbe(compositor)
    try compositor.swaymsg("output HEADLESS-2 disable")
    try probe.wait("that it is off") { try probe.output("HEADLESS-2")?.isEnabled == false }
    #expect(try probe.apply(.rotated90, to: "HEADLESS-2")?.description == "the output HEADLESS-2 is off")
    #expect(try probe.apply(.rotated90) == nil)
    #expect(try compositor.output("HEADLESS-2")["active"] == false)
    try compositor.swaymsg("output HEADLESS-2 enable")
    try probe.wait("that it is on") { try probe.output("HEADLESS-2")?.isEnabled == true }
  }

  static func failsForWhatIsNotThere(_ kind: TestCompositor.Kind) throws {
    let compositor = try TestCompositor(kind, configuration: configuration)
    let probe = try DisplayProbe(compositor)
    #expect(
      try probe.apply(.rotated90, to: "eDP-1")?.description == "there is no output eDP-1; there are: HEADLESS-1")
  }

  static func noticesWhatIsUnplugged(_ kind: TestCompositor.Kind) throws {
    let compositor = try TestCompositor(kind, configuration: configuration)
    try compositor.swaymsg("create_output")
    let probe = try DisplayProbe(compositor)
    try compositor.swaymsg("output HEADLESS-2 unplug")
    let failure = try probe.apply(.rotated90, to: "HEADLESS-2")?.description ?? "none"
    #expect(failure.contains("no output HEADLESS-2") || failure.contains("went away"), "\(failure)")
    try probe.wait("that one is left") { try probe.display.outputs.map(\.name) == ["HEADLESS-1"] }
    #expect(try probe.apply(.rotated90) == nil)
  }

  static func latestWishWins(_ kind: TestCompositor.Kind) throws {
    let compositor = try TestCompositor(kind, configuration: configuration)
    let probe = try DisplayProbe(compositor)
    var results: [DisplayFailure?] = []
    for transform in OutputTransform.allCases + [.rotated180, .rotated90] {
      try probe.display.apply(transform, to: "HEADLESS-1") { results.append($0) }
    }
    try probe.wait("all completions") { results.count == OutputTransform.allCases.count + 2 }
    #expect(results.allSatisfy { $0 == nil })
    #expect(try compositor.output()["transform"] == "270")
  }

  static func tellsFront(_ kind: TestCompositor.Kind) throws {
    let compositor = try TestCompositor(kind, configuration: configuration)
    let probe = try DisplayProbe(compositor)
    #expect(try probe.display.tellsFront)
    #expect(try probe.display.front == nil)
    var first: Program? = try compositor.client("/usr/bin/foot", ["--app-id=one", "sleep", "1000"])
    try probe.wait("the first in front") { try probe.display.front?.appID == "one" }
    let identity = try probe.display.front?.identity
    let second = try compositor.client("/usr/bin/foot", ["--app-id=two", "--fullscreen", "sleep", "1000"])
    try probe.wait("the second in front, full screen") {
      try probe.display.front.map { $0.appID == "two" && $0.isFullScreen } ?? false
    }
    second.terminate()
    try probe.wait("the first in front again") { try probe.display.front?.appID == "one" }
    #expect(try probe.display.front?.identity == identity)
    first?.terminate()
    first = nil
    try probe.wait("nobody in front") { try probe.display.front == nil }
    #expect(probe.events.contains(.frontChanged))
  }

  static func survivesTheCompositor(_ kind: TestCompositor.Kind) throws {
    let compositor = try TestCompositor(kind, configuration: configuration)
    let probe = try DisplayProbe(compositor)
    var results: [DisplayFailure?] = []
    compositor.program.send(signal: SIGSTOP)
    try probe.display.apply(.rotated90, to: "HEADLESS-1") { results.append($0) }
    try compositor.kill()
    #expect(try probe.loss() == "the compositor closed the connection")
    #expect(results == [DisplayFailure("the compositor closed the connection")])
    // Nothing is left that keeps the loop awake.
    let told = probe.events.count
    _ = try probe.loop.runOnce(timeout: 0)
    #expect(probe.events.count == told)

    try compositor.restart()
    let next = try DisplayProbe(compositor)
    #expect(try next.apply(.rotated90) == nil)
    #expect(try DisplayProbe(compositor).output()?.transform == .rotated90)
  }
}

@Suite(.enabled(if: TestCompositor.Kind.sway.isThere, "sway is not installed"))
struct WaylandDisplayTests {
  @Test(arguments: OutputTransform.allCases)
  func turnsAnOutputAndNothingElse(_ transform: OutputTransform) throws { try Check.turns(.sway, transform) }
  @Test func tellsOutputs() throws { try Check.tellsOutputs(.sway) }
  @Test func failsForWhatIsNotThere() throws { try Check.failsForWhatIsNotThere(.sway) }
  @Test func latestWishWins() throws { try Check.latestWishWins(.sway) }
  @Test func tellsFront() throws { try Check.tellsFront(.sway) }
  @Test func survivesTheCompositor() throws { try Check.survivesTheCompositor(.sway) }

  @Test func saysWhereNobodyListens() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("none")
    #expect(throws: DisplayFailure("cannot connect to the compositor at \(path): No such file or directory")) {
      _ = try DisplayProbe { try WaylandDisplay(loop: $0, socket: path, handler: $1) }
    }
  }
}

@Suite(
  .enabled(if: TestCompositor.Kind.debian13("sway").isThere, "Debian 13's are not there: make compositors fetches them")
)
struct Debian13SwayTests {
  private static let kind = TestCompositor.Kind.debian13("sway")

  @Test(arguments: OutputTransform.allCases)
  func turnsAnOutputAndNothingElse(_ transform: OutputTransform) throws { try Check.turns(Self.kind, transform) }
  @Test func tellsOutputs() throws { try Check.tellsOutputs(Self.kind) }
  @Test func failsForWhatIsNotThere() throws { try Check.failsForWhatIsNotThere(Self.kind) }
  // Sway 1.7 can neither unplug a headless output nor turn it off.
  @Test func leavesOffWhatIsOff() throws { try Check.leavesOffWhatIsOff(Self.kind) }
  @Test func noticesWhatIsUnplugged() throws { try Check.noticesWhatIsUnplugged(Self.kind) }
  @Test func latestWishWins() throws { try Check.latestWishWins(Self.kind) }
  @Test func tellsFront() throws { try Check.tellsFront(Self.kind) }
  @Test func survivesTheCompositor() throws { try Check.survivesTheCompositor(Self.kind) }
}

@Suite(
  .enabled(
    if: TestCompositor.Kind.debian13("phoc").isThere, "Debian 13's are not there: make compositors fetches them"))
struct Debian13Tests {
  nonisolated private static let names = ["labwc", "phoc"]

  @Test(arguments: names, OutputTransform.allCases)
  func turnsAPicture(_ name: String, _ transform: OutputTransform) throws {
    try Check.turnsAPicture(.debian13(name), transform)
  }
  @Test(arguments: names) func failsForWhatIsNotThere(_ name: String) throws {
    try Check.failsForWhatIsNotThere(.debian13(name))
  }
  @Test(arguments: names) func tellsFront(_ name: String) throws { try Check.tellsFront(.debian13(name)) }
  @Test(arguments: names) func survivesTheCompositor(_ name: String) throws {
    try Check.survivesTheCompositor(.debian13(name))
  }
}

@Suite(
  .enabled(
    if: TestCompositor.Kind.unstable("wayfire").isThere,
    "Debian unstable's are not there: make compositors fetches them"))
struct UnstableTests {
  nonisolated private static let names = ["wayfire", "sway", "labwc"]

  @Test(arguments: names, OutputTransform.allCases)
  func turnsAPicture(_ name: String, _ transform: OutputTransform) throws {
    try Check.turnsAPicture(.unstable(name), transform)
  }
  @Test(arguments: names) func failsForWhatIsNotThere(_ name: String) throws {
    try Check.failsForWhatIsNotThere(.unstable(name))
  }
  @Test(arguments: names) func tellsFront(_ name: String) throws { try Check.tellsFront(.unstable(name)) }
  @Test(arguments: names) func survivesTheCompositor(_ name: String) throws {
    try Check.survivesTheCompositor(.unstable(name))
  }
}

extension JSONValue {
  /// What turning an output must not change.
  fileprivate var kept: [JSONValue?] {
    [self["current_mode"], self["rect"]?["x"], self["rect"]?["y"], self["scale"], self["active"], self["dpms"]]
  }
}

extension OutputTransform {
  /// Sway counts clockwise, in its configuration and in its IPC, where the protocol counts the other way.
  fileprivate var wordOfSway: String {
    switch self {
    case .rotated90: "270"
    case .rotated270: "90"
    case .flipped90: "flipped-270"
    case .flipped270: "flipped-90"
    default: word
    }
  }
}
