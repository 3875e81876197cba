import EventLoop
import Orientation
import Testing

@testable import Sensors

/// What a source has said so far, and the loop that lets it go on.
final class EventLog {
  let loop: EventLoop
  private(set) var events: [SensorEvent] = []

  init() throws { loop = try EventLoop() }

  func append(_ event: SensorEvent) { events.append(event) }

  /// Runs the loop until a condition holds; false after a limit that only a failure ever reaches.
  func run(limit: Double = 30, until condition: ([SensorEvent]) -> Bool) throws -> Bool {
    let deadline = EventLoop.now + limit
    while !condition(events) {
      guard EventLoop.now < deadline else { return false }
      try loop.runOnce(timeout: deadline - EventLoop.now)
    }
    return true
  }

  /// The samples among the events.
  var samples: [AccelerometerSample] {
    events.compactMap { if case .sample(let sample, _) = $0 { sample } else { nil } }
  }
}

extension SensorEvent {
  var isQuiet: Bool { if case .quiet = self { true } else { false } }
  var isAppeared: Bool { if case .appeared = self { true } else { false } }
  var isLost: Bool { if case .lost = self { true } else { false } }
}
