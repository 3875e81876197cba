import CXCB
import EventLoop
import Glibc
import TestSupport
import Testing

@testable import Displays

nonisolated private let red: UInt32 = 0xff0000
nonisolated private let green: UInt32 = 0x00ff00
nonisolated private let blue: UInt32 = 0x0000ff
nonisolated private let white: UInt32 = 0xffffff

/// An X server without hardware has no touch screen and no pen: that such devices are found is not tested.
@Suite(.serialized, .enabled(if: XServer.areInstalled, "Xvfb and Xephyr are not installed"))
struct X11DisplayTests {
  private let loop: EventLoop
  private let events = Events()

  private final class Events {
    var all: [DisplayEvent] = []
    var failures: [DisplayFailure?] = []
  }

  init() throws { loop = try EventLoop() }

  private func connect(_ server: XServer) throws -> X11Display {
    let display = try X11Display(server.display, loop: loop) { [events] in events.all.append($0) }
    #expect(display.outputs == [])
    try run("the outputs") { events.all.contains(.outputsChanged) }
    return display
  }

  private func run(_ what: String, until isSo: () -> Bool) throws {
    let deadline = Deadline()
    while !isSo() {
      try #require(!deadline.isOver, "\(what): \(events.all)")
      try loop.runOnce(timeout: 0.05)
    }
  }

  /// Turns an output and waits for the result.
  private func apply(_ transform: OutputTransform, to output: String, on display: X11Display) throws -> DisplayFailure?
  {
    let count = events.failures.count
    display.apply(transform, to: output) { [events] in events.failures.append($0) }
    #expect(events.failures.count == count)
    try run("a result") { events.failures.count > count }
    return events.failures.last ?? nil
  }

  /// A picture of four colours decides: clockwise from the panel's top left corner.
  @Test(arguments: [
    (OutputTransform.rotated90, [600, 800], [green, blue, white, red]),
    (.rotated180, [800, 600], [blue, white, red, green]),
    (.rotated270, [600, 800], [white, red, green, blue]),
    (.normal, [800, 600], [red, green, blue, white]),
  ])
  func anOutputIsTurnedTheRightWay(transform: OutputTransform, size: [Int], corners: [UInt32]) throws {
    let host = try XServer.inMemory()
    let panel = try XClient(host)
    let server = try XServer.nested(in: host)
    let client = try XClient(server)
    let display = try connect(server)
    let name = try #require(display.outputs.first?.name)
    #expect(display.outputs == [Output(name: name, width: 800, height: 600)])

    if transform == .normal { #expect(try apply(.rotated90, to: name, on: display) == nil) }
    #expect(try apply(transform, to: name, on: display) == nil)
    #expect(display.outputs.first?.transform == transform)
    #expect(client.size == size)
    client.paint([red, green, blue, white])
    let places = [(50, 50), (750, 50), (750, 550), (50, 550)]
    try run("the picture to arrive") { panel.colours(at: places) == corners }
    display.close()
  }

  @Test func whatADriverCannotDoIsRefusedAndNothingIsChanged() throws {
    let server = try XServer.inMemory("800x600")
    let client = try XClient(server)
    let display = try connect(server)
    #expect(display.outputs == [Output(name: "screen", width: 800, height: 600)])
    #expect(try apply(.rotated90, to: "screen", on: display) == DisplayFailure("its driver cannot turn it so"))
    #expect(try apply(.normal, to: "screen", on: display) == nil)
    #expect(
      try apply(.normal, to: "eDP-1", on: display) == DisplayFailure("there is no output eDP-1, or it is off"))
    #expect(client.size == [800, 600])
    #expect(display.outputs == [Output(name: "screen", width: 800, height: 600)])
    display.close()
  }

  @Test func aServerThatDiesIsLostAndNothingElseEnds() throws {
    let server = try XServer.inMemory()
    let display = try connect(server)
    server.program.send(signal: SIGKILL)
    try run("the loss") { events.all.contains(.lost(reason: "the X server has ended the connection")) }
    display.apply(.rotated90, to: "screen") { _ in Issue.record("a result after the end") }
    display.close()
    try loop.runOnce(timeout: 0)
    #expect(throws: DisplayFailure.self) { try X11Display(server.display, loop: loop) { _ in } }
  }

  @Test func theActiveWindowIsToldAsTheWindowManagerHasIt() throws {
    let server = try XServer.inMemory()
    let manager = try XClient(server)
    let display = try connect(server)
    #expect(!display.tellsFront)
    #expect(display.front == nil)

    manager.set(
      "_NET_SUPPORTED", of: manager.root, type: XCB_ATOM_ATOM.rawValue, [manager.atom("_NET_ACTIVE_WINDOW")])
    try run("a window manager") { display.tellsFront }
    let window = manager.makeWindow()
    manager.set("WM_CLASS", of: window, text: "film\0Film\0")
    manager.set("_NET_WM_PID", of: window, type: XCB_ATOM_CARDINAL.rawValue, [4711])
    manager.set("_NET_ACTIVE_WINDOW", of: manager.root, type: XCB_ATOM_WINDOW.rawValue, [window])
    try run("a window") { display.front == Toplevel(identity: UInt64(window), appID: "Film", pid: 4711) }

    manager.set(
      "_NET_WM_STATE", of: window, type: XCB_ATOM_ATOM.rawValue, [manager.atom("_NET_WM_STATE_FULLSCREEN")])
    try run("a full screen") { display.front?.isFullScreen == true }

    // A window that is gone, but still named: its class cannot be asked for any more.
    manager.destroy(window)
    manager.set("_NET_ACTIVE_WINDOW", of: manager.root, type: XCB_ATOM_WINDOW.rawValue, [window])
    try run("a window without a class") { display.front?.appID == "" }
    manager.set("_NET_ACTIVE_WINDOW", of: manager.root, type: XCB_ATOM_WINDOW.rawValue, [0])
    try run("no window") { display.front == nil }
    display.close()
  }

  @Test func aDeviceTakesTheMatrix() throws {
    let server = try XServer.inMemory()
    let client = try XClient(server)
    let connection = try X11Connection(server.display, loop: loop) {}
    let input = try #require(X11Input(connection))
    // Neither the test pointer nor the mouse is a touch screen.
    #expect(input.panelDevices == [])
    let matrix = ScreenRectangle(x: 0, y: 0, width: 600, height: 800).touchMatrix(
      turned: .rotated90, on: (600, 800))
    input.set(matrix, of: 4)
    connection.flush()
    try run("the matrix") { client.matrix(of: 4) == [0, -1, 1, 1, 0, 0, 0, 0, 1] }
  }

  @Test func tyingInputIsNoFailureWhereThereIsNone() throws {
    let server = try XServer.inMemory()
    let display = try connect(server)
    var results: [DisplayFailure?] = []
    display.mapInput(to: "screen") { results.append($0) }
    try run("a result") { results.count == 1 }
    #expect(results == [nil])
    display.close()
  }
}
