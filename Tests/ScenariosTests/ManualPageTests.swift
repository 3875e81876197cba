import FoundationEssentials
import Testing

@testable import Scenarios

/// man/plumbd-scenarios.5 documents every key, and its example holds.
struct ManualPageTests {
  private let page: [Substring]

  init() throws {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let bytes = try Data(contentsOf: URL(filePath: "/\(root)/man/plumbd-scenarios.5"))
    page = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  }

  @Test func documentsEveryKey() {
    let marked = page.filter { $0.hasPrefix(".Cm ") || $0.hasPrefix(".It Cm ") }
    let documented = Set(marked.flatMap { $0.split(separator: " ") }.map(String.init))
    let steps = ScenarioStep.companions.values.reduce(ScenarioStep.actions) { $0.union($1) }
    let keys = ScenarioLine.keys.union(ControllerEdits.keys).union(ScenarioExpectation.keys).union(steps)
    #expect(keys.count > 40)
    #expect(keys.subtracting(documented) == [])
  }

  @Test func itsExampleHolds() throws {
    let example = page.filter { $0.hasPrefix("{") }.joined(separator: "\n")
    let lines = ScenarioFileTests.read(example)
    #expect(lines.count == 1)
    for line in lines {
      let results = try line.scenario.get().run()
      #expect(results.count == 4)
      #expect(results.flatMap(\.unmet).isEmpty)
    }
  }
}
