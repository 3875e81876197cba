import Displays
import EventLoop
import TestSupport

/// What was waited for in vain.
struct Missing: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// A display under test, with all that it told.
final class DisplayProbe<Server: DisplayServer> {
  let loop: EventLoop
  private(set) var events: [DisplayEvent] = []
  private var server: Server?

  init(_ make: (EventLoop, @escaping (DisplayEvent) -> Void) throws -> Server) throws {
    loop = try EventLoop()
    server = try make(loop) { [weak self] in self?.events.append($0) }
  }

  isolated deinit { server?.close() }

  var display: Server {
    get throws {
      guard let server else { throw Missing("a display") }
      return server
    }
  }

  /// What the display says of an output.
  func output(_ name: String = "HEADLESS-1") throws -> Output? { try display.outputs.first { $0.name == name } }

  /// Runs the loop until the condition holds.
  func wait(_ what: String, until isThere: () throws -> Bool) throws {
    let deadline = Deadline(after: 60)
    while try !isThere() {
      guard !deadline.isOver else { throw Missing("\(what); told: \(events)") }
      try loop.runOnce(timeout: 0.1)
    }
  }

  /// Waits for the first word of the outputs, or for the connection's end.
  func begin() throws {
    try wait("the first event") { !events.isEmpty }
    guard case .outputsChanged = events[0] else { throw Missing("outputs; told: \(events)") }
  }

  /// Turns an output, and what came of it.
  func apply(_ transform: OutputTransform, to output: String = "HEADLESS-1") throws -> DisplayFailure? {
    var results: [DisplayFailure?] = []
    try display.apply(transform, to: output) { results.append($0) }
    guard results.isEmpty else { throw Missing("a completion that comes later, not from inside the call") }
    try wait("the end of turning") { !results.isEmpty }
    return results[0]
  }

  /// Why the connection is gone, once it is.
  func loss() throws -> String {
    var reason = ""
    try wait("the loss") {
      guard case .lost(let words)? = events.last else { return false }
      reason = words
      return true
    }
    return reason
  }
}

extension DisplayProbe<WaylandDisplay> {
  convenience init(_ compositor: TestCompositor) throws {
    try self.init { try WaylandDisplay(loop: $0, socket: compositor.socket, handler: $1) }
    try begin()
  }
}
