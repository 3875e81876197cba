/// What is wrong with a line of a recording, and where.
public struct RecordingError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The line's number in the file, from 1.
  public let line: Int
  /// The key concerned, where it is one.
  public let key: String?
  /// What is wrong.
  public let problem: Problem

  /// The kinds of things that can be wrong.
  public enum Problem: Sendable, Hashable {
    /// The line is no JSON object; at the byte (from 1) of the line.
    case notJSON(column: Int)
    /// The format has no such key on such a line.
    case unknownKey
    /// The key stands twice on the line.
    case duplicateKey
    /// The key has to be there.
    case missingKey
    /// The value is of another kind than the one named.
    case expected(String)
    /// The number is too large for a binary64, or otherwise not finite.
    case notFinite
    /// A sample or an event stands before any header.
    case missingHeader
    /// A version of the format that this program does not know.
    case unknownVersion(Double)
    /// A time before that of the line above.
    case timeGoesBack(from: Double, to: Double)
  }

  /// One line for people, such as `line 7, "t": goes back from 2.0 s to 1.5 s`.
  public var description: String {
    let place = key.map { "line \(line), \"\($0)\": " } ?? "line \(line): "
    return place + problem.description
  }
}

extension RecordingError.Problem: CustomStringConvertible {
  /// What is wrong, for people.
  public var description: String {
    switch self {
    case .notJSON(let column): "not a JSON object (byte \(column))"
    case .unknownKey: "unknown key"
    case .duplicateKey: "stands twice"
    case .missingKey: "missing"
    case .expected(let kind): "must be \(kind)"
    case .notFinite: "not a finite number"
    case .missingHeader: "no header line before it"
    case .unknownVersion(let version): "version \(version) is not known, only \(RecordingHeader.version)"
    case .timeGoesBack(let from, let to): "goes back from \(from) s to \(to) s"
    }
  }
}
