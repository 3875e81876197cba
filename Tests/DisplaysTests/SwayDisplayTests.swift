import Displays
import EventLoop
import TestSupport
import Testing

@Suite(.enabled(if: TestCompositor.Kind.sway.isThere, "sway is not installed"))
struct SwayDisplayTests {
  private static func probe(_ compositor: TestCompositor) throws -> DisplayProbe<SwayDisplay> {
    let probe = try DisplayProbe {
      try SwayDisplay(loop: $0, socket: compositor.socket, ipcSocket: compositor.ipcSocket, handler: $1)
    }
    try probe.begin()
    return probe
  }

  @Test func knowsTheProcessInFront() throws {
    let compositor = try TestCompositor(configuration: "output HEADLESS-1 mode --custom 1280x800@60Hz")
    let probe = try Self.probe(compositor)
    let first = try compositor.client("/usr/bin/foot", ["--app-id=one", "sleep", "1000"])
    try probe.wait("the first in front") { try probe.display.front?.pid == first.pid }
    #expect(try probe.display.front?.appID == "one")
    // Another process with the same name.
    let second = try compositor.client("/usr/bin/foot", ["--app-id=one", "sleep", "1000"])
    try probe.wait("the second in front") { try probe.display.front?.pid == second.pid }
    second.terminate()
    try probe.wait("the first in front again") { try probe.display.front?.pid == first.pid }
    // Each of the three is told once, and with its process.
    #expect(probe.events.filter { $0 == .frontChanged }.count <= 4)
    #expect(try probe.apply(.rotated90) == nil)
    try compositor.output { $0["transform"] == "270" }
  }

  @Test func mapsTouchScreensAndPens() throws {
    let compositor = try TestCompositor(configuration: "output HEADLESS-1 mode --custom 1280x800@60Hz")
    let probe = try Self.probe(compositor)
    #expect(try Self.map("HEADLESS-1", probe) == nil)
    for name in ["", "HEADLESS-1; exit", "*\nexit", String(repeating: "x", count: 65), "é"] {
      #expect(try Self.map(name, probe)?.description.contains("is no name of an output") == true)
    }
    #expect(!compositor.program.hasEnded)
  }

  @Test func endsWithSway() throws {
    let compositor = try TestCompositor(configuration: "output HEADLESS-1 mode --custom 1280x800@60Hz")
    let probe = try Self.probe(compositor)
    try compositor.kill()
    #expect(try probe.loss() == "the compositor closed the connection")
    #expect(throws: DisplayFailure.self) { try Self.probe(compositor) }
  }

  private static func map(_ output: String, _ probe: DisplayProbe<SwayDisplay>) throws -> DisplayFailure? {
    var results: [DisplayFailure?] = []
    try probe.display.mapInput(to: output) { results.append($0) }
    try probe.wait("the end of mapping") { !results.isEmpty }
    return results[0]
  }
}

/// What sway's IPC says seldom, or never should.
struct OddSwayTests {
  private final class Scene {
    let compositor: FakeCompositor
    let sway: FakeSway
    let probe: DisplayProbe<SwayDisplay>

    init(prepare: (FakeSway) -> Void = { _ in }) throws {
      let compositor = try FakeCompositor(loop: try EventLoop())
      let sway = try FakeSway(loop: try EventLoop())
      prepare(sway)
      (self.compositor, self.sway) = (compositor, sway)
      probe = try DisplayProbe {
        try SwayDisplay(loop: $0, socket: compositor.socket, ipcSocket: sway.socket, handler: $1)
      }
      try probe.begin()
    }

    func map(_ output: String = "eDP-1") throws -> String? {
      var results: [DisplayFailure?] = []
      try probe.display.mapInput(to: output) { results.append($0) }
      try probe.wait("the end of mapping") { !results.isEmpty }
      return results[0]?.description
    }
  }

  private static let mapping = "input type:touch map_to_output eDP-1; input type:tablet_tool map_to_output eDP-1"

  @Test func mapsAgainWhenTheConfigurationWasRead() throws {
    let scene = try Scene()
    #expect(try scene.map() == nil)
    #expect(scene.sway.commands == [Self.mapping])
    scene.sway.send(FakeSway.message(1 << 31, #"{"change":"focus"}"#))
    scene.sway.send(FakeSway.message(1 << 31, #"{"change":"reload"}"#))
    try scene.probe.wait("the second mapping") { scene.sway.commands.count == 2 }
    #expect(scene.sway.commands == [Self.mapping, Self.mapping])
  }

  @Test func saysWhatSwaySays() throws {
    let scene = try Scene {
      $0.answers[0] = FakeSway.message(0, #"[{"success":true},{"success":false,"error":"no pens here"}]"#)
    }
    #expect(try scene.map() == "sway does not map touch screens and pens: no pens here")
    scene.sway.answers[0] = FakeSway.message(0, #"[{"success":false}]"#)
    #expect(try scene.map() == "sway does not map touch screens and pens, and does not say why")
    scene.sway.answers[0] = FakeSway.message(0, #"{}"#)
    #expect(try scene.map() == "sway does not map touch screens and pens, and does not say why")
  }

  /// The outputs turn all the same.
  @Test(arguments: [
    (Array("HTTP/1.1 400".utf8), "sway's IPC socket speaks another protocol"),
    (FakeSway.message(0, "", length: 0xffff_ffff), "sway's IPC announces 4294967295 bytes, which is more than 8388608"),
    (FakeSway.message(0, "[{"), "sway's IPC sent what is no JSON"),
    (FakeSway.message(0, String(repeating: "[", count: 100_000)), "sway's IPC sent what is no JSON"),
    (FakeSway.message(4, "{}"), "sway's IPC answers what it was not asked"),
  ]) func doesWithoutAnIPCThatTalksNonsense(_ bytes: [UInt8], _ words: String) throws {
    let scene = try Scene { $0.answers[0] = bytes }
    #expect(try scene.map()?.hasPrefix(words) == true)
    #expect(try scene.map() == "touch screens and pens do not follow: the connection to sway's IPC is gone")
    #expect(try scene.probe.apply(.rotated90, to: "eDP-1") == nil)
  }
}
