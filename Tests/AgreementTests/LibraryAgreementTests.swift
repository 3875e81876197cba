import JSON
import Testing

@testable import Scenarios

/// What a file decides offline, the built daemon decides for an application that is written with the library.
@Suite struct LibraryAgreementTests {
  /// As many scenarios are played at a time, each with a daemon and a device of its own.
  private static let companySize = 20

  /// The scenarios that are not played, or not to their end, each under the reason.
  private static let exceptions: [String: Set<String>] = [
    "nobody can hold a device so that nothing is known of it": ["1.4 face down keeps"],
    "a device mask is the panel's, not the application's": ["C05", "C49"],
    "an application is launched once": [
      "3.2 no root, nothing allowed: kept without an error", "8.1 an empty stack: NO, 0, unknown",
    ],
    "what is preferred is an orientation: other numbers do not compile": [
      "C24", "4.5b before 4.5c", "4.5c unknown with YES is refused", "4.5a NO: what is no orientation keeps",
    ],
    "a page controller has one visible page": ["8.1 a split asks its first, a page its selected"],
    "nothing is presented": ["3.2 the root leaves"],
    "a device that is held so already reports nothing": [
      "C37", "C43", "6.3 a mask of 0 with YES works, and is refused at the next turn",
      "10 the lock preference holds once the transition is over, before the device is followed",
      "the lock with an orientation turns if it may", "4.10 narrowing under lock turns, widening does not turn back",
    ],
  ]

  @Test func theLibraryGetsWhatTheFilesSay() throws {
    var exceptions: [String: Set<String>] = [:]
    var steps = 0
    let stages = try (0..<Self.companySize).map { _ in try Stage() }
    // Those with as many steps together: a company is as slow as its longest play.
    var waiting = try Scenario.all().enumerated().sorted {
      ($0.element.steps.count, $0.offset) < ($1.element.steps.count, $1.offset)
    }
    .map(\.element)[...]

    while !waiting.isEmpty {
      var players: [LibraryPlayer] = []
      while players.count < stages.count, let scenario = waiting.popFirst() {
        do {
          players.append(try LibraryPlayer(scenario, on: stages[players.count]))
        } catch let error as Inexpressible {
          exceptions[error.reason, default: []].insert(scenario.name)
        }
      }
      func each(_ body: (LibraryPlayer) throws -> Void) throws {
        players = try players.filter { player in
          do {
            try body(player)
            return true
          } catch let error as Inexpressible {
            exceptions[error.reason, default: []].insert(player.scenario.name)
            try player.close()
            return false
          }
        }
      }
      for round in [LibraryPlayer.open, LibraryPlayer.pose, LibraryPlayer.settle] { try each { try round($0)() } }
      for index in 0..<(players.map(\.scenario.steps.count).max() ?? 0) {
        let hasStep = { (player: LibraryPlayer) in index < player.scenario.steps.count }
        try each { if hasStep($0) { try $0.begin(index) } }
        try each { player in
          guard hasStep(player) else { return }
          let expected = Outcome(try player.scenario.run()[index])
          #expect(try player.finish(index) == expected, "\(player.scenario.name), step \(index + 1)")
          steps += 1
        }
      }
      try each { try $0.close() }
    }
    // What the library has no words for is named here, so that nothing is left out unseen.
    #expect(exceptions == Self.exceptions)
    #expect(steps > 200)
  }
}
