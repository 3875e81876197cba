import FoundationEssentials
import Testing

@testable import Scenarios

/// Every line of the files in Data is a case of its own.
struct ScenarioCasesTests {
  nonisolated struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var scenario: Result<Scenario, ScenarioError>
  }

  nonisolated static func cases(_ file: String) -> [Case] {
    let url = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Data/\(file)")
    guard let data = try? Data(contentsOf: url) else { return [] }
    return ScenarioFile.read(data) { _ in Data() }.map { line in
      let name = (try? line.scenario.get().name) ?? "line \(line.number)"
      return Case(testDescription: name, scenario: line.scenario)
    }
  }

  nonisolated static let allCases = cases("autorotation.jsonl") + cases("rules.jsonl")

  @Test(arguments: allCases)
  func everyExpectationIsMet(_ test: Case) throws {
    let scenario = try test.scenario.get()
    #expect(scenario.steps.contains { $0.expectation != nil })
    for result in try scenario.run() {
      #expect(result.unmet == [], "step \(result.step), \(result.name)")
      #expect(!result.because.isEmpty)
    }
  }

  @Test func noFileIsMissing() {
    #expect(Self.cases("autorotation.jsonl").count == 75)
    #expect(Self.cases("rules.jsonl").count >= 100)
  }
}
