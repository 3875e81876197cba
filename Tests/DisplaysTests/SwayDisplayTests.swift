import Displays
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
