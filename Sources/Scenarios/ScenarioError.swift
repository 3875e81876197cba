import JSON

/// A scenario file that cannot be read or played, with the place.
public struct ScenarioError: Error, Sendable, Hashable {
  /// The line of the file, from 1; nil where the file as a whole is meant.
  public var line: Int?
  /// The way to the value, for example `steps[2].present.kind`; empty for the line as a whole.
  public var path: String
  /// What is wrong.
  public var problem: String

  /// Names a place and a problem.
  public init(line: Int? = nil, path: String = "", problem: String) {
    self.line = line
    self.path = path
    self.problem = problem
  }

  /// The error for people: line, path, problem.
  public var message: String {
    let place = [line.map { "line \($0)" }, path.isEmpty ? nil : path].compactMap { $0 }
    return (place + [problem]).joined(separator: ": ")
  }
}

extension ScenarioError {
  /// The same error in a decoder's words.
  init(_ error: DecodingError) {
    switch error {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      self.init(path: ValuePath.along(context.codingPath), problem: context.debugDescription)
    case .keyNotFound(let key, let context):
      self.init(path: ValuePath.along(context.codingPath), problem: "the key \"\(key.stringValue)\" is missing")
    @unknown default:
      self.init(problem: "it cannot be decoded")
    }
  }
}
