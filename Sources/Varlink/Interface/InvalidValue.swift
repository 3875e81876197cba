import JSON

/// Where and why a value does not fit its type.
public struct InvalidValue: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public enum Problem: Hashable, Sendable {
    /// The interface has no method or error of that name.
    case unknownMember
    /// The structure has no such field.
    case unknownField
    /// A field that is not optional is not there.
    case missingField
    /// The value is not of this type.
    case wrongType(expected: String)
    /// The word is none of these.
    case unknownWord(expected: [String])
  }

  /// The place, such as `root.children[2].kind`; empty where it is the whole.
  public let path: String
  /// What is wrong there.
  public let problem: Problem

  init(path: String = "", problem: Problem) {
    self.path = path
    self.problem = problem
  }

  /// The same problem seen from outside the field or element.
  func inside(_ component: String) -> InvalidValue {
    InvalidValue(path: ValuePath.join(component, path), problem: problem)
  }

  /// One line for a log.
  public var description: String {
    let what =
      switch problem {
      case .unknownMember: "no such method or error"
      case .unknownField: "no such field"
      case .missingField: "is missing"
      case .wrongType(let expected): "expected \(expected)"
      case .unknownWord(let words): "expected one of \(words.joined(separator: ", "))"
      }
    return path.isEmpty ? what : "\(path): \(what)"
  }
}
