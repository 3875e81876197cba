import Autorotation
import FoundationEssentials
import JSON
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
    let bytes = [UInt8](data)
    for (index, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
      guard !JSONReader(line).isAtEnd else { continue }
      do throws(ScenarioError) {
        lines.append((index + 1, .success(try scenario(line, number: index + 1, readFile: readFile))))
      } catch {
        lines.append((index + 1, .failure(error)))
      }
    }
    return lines
  }

  private static func scenario(
    _ line: ArraySlice<UInt8>, number: Int, readFile: Reader
  ) throws(ScenarioError) -> Scenario {
    var error: ScenarioError
    do {
      return try JSONValue(parsing: line).decode(ScenarioLine.self).scenario(number: number, readFile: readFile)
    } catch let failure as JSONSyntaxError {
      throw ScenarioError(line: number, problem: "not JSON: \(failure)")
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
