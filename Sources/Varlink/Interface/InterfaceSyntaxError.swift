/// Where and why a text is no Varlink interface description.
public struct InterfaceSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line, counted from 1.
  public let line: Int
  /// The column, counted from 1 in Unicode scalars.
  public let column: Int
  /// What should have stood there.
  public let expected: String
  /// What stands there instead.
  public let found: String

  /// One line as compilers write it.
  public var description: String { "\(line):\(column): expected \(expected), found \(found)" }
}
