import Autorotation
import FoundationEssentials
import Orientation

/// A file of scenarios, one JSON object a line.
public enum ScenarioFile {
  /// Reads the file beside the scenario that `infoPlistFile` names.
  public typealias Reader = (String) throws -> Data

  /// One line of a file: its number from 1, and what it came to.
  public typealias Line = (number: Int, scenario: Result<Scenario, ScenarioError>)

  /// Reads every line that is not blank; one that cannot be read does not hinder the others.
  public static func read(_ data: Data, readFile: Reader) -> [Line] {
    var lines: [Line] = []
    for (index, line) in data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
      let blanks: [UInt8] = [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r")]
      guard !line.allSatisfy(blanks.contains) else { continue }
      do throws(ScenarioError) {
        lines.append((index + 1, .success(try scenario(Data(line), number: index + 1, readFile: readFile))))
      } catch {
        lines.append((index + 1, .failure(error)))
      }
    }
    return lines
  }

  private static func scenario(
    _ line: Data, number: Int, readFile: Reader
  ) throws(ScenarioError) -> Scenario {
    var error: ScenarioError
    do {
      return try JSONDecoder().decode(ScenarioLine.self, from: line).scenario(number: number, readFile: readFile)
    } catch let failure as DecodingError {
      error = ScenarioError(failure)
    } catch let failure as ScenarioError {
      error = failure
    } catch {
      throw ScenarioError(line: number, problem: "\(error)")
    }
    error.line = number
    throw error
  }
}
