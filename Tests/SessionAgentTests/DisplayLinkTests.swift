import Displays
import EventLoop
import TestSupport
import Testing

@testable import SessionAgent

/// A display that is waited for.
@Suite struct DisplayLinkTests {
  private static let pauses = [0.001, 0.02]

  @Test func aServerThatIsSlowIsTriedUntilItAnswersAndOneThatIsNotThereIsNot() throws {
    let loop = try EventLoop()
    let log = Lines().log
    var visits = 0
    let absent = DisplaySource(folder: nil, prefix: "") { _ in
      visits += 1
      throw DisplayFailure("nobody there")
    }
    var connections = 0
    var giveUp: (() -> Void)?
    let patience = try loop.addTimer { giveUp?() }
    let slow = DisplaySource(folder: nil, prefix: "") { handler in
      connections += 1
      giveUp = { handler(.lost(reason: "it does not answer")) }
      patience.arm(after: 2 * (Self.pauses.last ?? 0))
      return FakeDisplay([])
    }
    let links = try [absent, slow].map { try DisplayLink($0, pauses: Self.pauses, loop: loop, log: log) }
    for link in links { link.connect() }
    let deadline = Deadline()
    while connections < 6 {
      try #require(!deadline.isOver, "connected \(connections) times")
      try loop.runOnce(timeout: 0.02)
    }
    #expect(visits == 1 + Self.pauses.count)
    for link in links { link.close() }
  }
}
