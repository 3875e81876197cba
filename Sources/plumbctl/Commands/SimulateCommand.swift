import Console
import FoundationEssentials
import Scenarios

/// `plumbctl simulate`.
struct SimulateCommand {
  static let entry = ToolCommand(
    group: .offline,
    command: Command(
      "plumbctl simulate", summary: "Play scenarios, and check what they expect.", operands: "FILE...",
      operandCount: 1...Int.max, options: [ToolCommand.jsonOption],
      discussion: """
        A scenario is an application with its controllers and what happens to it, one
        JSON object a line: see plumbd-scenarios(5). What is decided at every step is
        printed, and why. An expectation that is not met goes to standard error with both
        values, and the exit status is 1; it is 2 where a file cannot be read.
        """)
  ) { invocation throws(Failure) in
    let command = SimulateCommand(json: invocation.json, output: invocation.output)
    return invocation.arguments.operands.reduce(ExitStatus.done) { max($0, command.play($1)) }
  }

  /// Whether results are JSON Lines instead of a table.
  let json: Bool
  let output: any Output

  private func play(_ path: String) -> Int32 {
    let data: Data
    do {
      data = Data(try FileContents.read(path))
    } catch {
      complain(error.message)
      return error.status
    }
    let folder = URL(filePath: path).deletingLastPathComponent()
    let lines = ScenarioFile.read(data) { name in Data(try FileContents.read(folder.appending(path: name).path)) }
    var status: Int32 = 0
    for line in lines {
      switch line.scenario {
      case .success(let scenario): status = max(status, play(scenario, path: path, line: line.number))
      case .failure(let error):
        complain("\(path): \(error.message)")
        status = 2
      }
    }
    return status
  }

  private func play(_ scenario: Scenario, path: String, line: Int) -> Int32 {
    for warning in scenario.warnings {
      complain("\(path): line \(line): \(scenario.name): warning: \(warning)")
    }
    let results: [StepResult]
    do {
      results = try scenario.run()
    } catch {
      complain("\(path): line \(line): \(scenario.name): \(error.message)")
      return 2
    }
    output.write(json ? jsonLines(results) : table(scenario, results))
    var status: Int32 = 0
    for result in results {
      for unmet in result.unmet {
        complain(
          "\(path): line \(line): \(scenario.name): step \(result.step) (\(result.name)): \(unmet.field): "
            + "expected \(unmet.expected), got \(unmet.actual)")
        status = 1
      }
    }
    return status
  }

  private func jsonLines(_ results: [StepResult]) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return results.reduce(into: "") { text, result in
      // A result holds words, numbers and flags only, so there is nothing that cannot be written.
      guard let line = try? encoder.encode(result) else { return }
      text += String(decoding: line, as: UTF8.self) + "\n"
    }
  }

  private func table(_ scenario: Scenario, _ results: [StepResult]) -> String {
    let head = ["step", "event", "interface", "asked", "app", "allowed", "target", "error", "because"]
    var rows = [head]
    for result in results {
      rows.append(
        [
          "\(result.step)\(result.unmet.isEmpty ? "" : "!")", result.name, result.interface.word,
          result.polled ? "yes" : "no", "\(result.applicationMask.rawValue)",
          result.effectiveMask.map { "\($0.rawValue)" } ?? "-", result.target ?? "-", result.error ?? "-",
          result.because,
        ].map { $0.visible() })
    }
    let widths = head.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    let lines = rows.map { row in
      let cells = row.dropLast().enumerated().map { column, cell in
        cell + String(repeating: " ", count: widths[column] - cell.count)
      }
      return (cells + row.suffix(1)).joined(separator: "  ")
    }
    return scenario.name.visible() + "\n" + lines.map { "  \($0)\n" }.joined() + "\n"
  }

  private func complain(_ line: String) { output.complain("plumbctl: \(line.visible())\n") }
}
