/// Where and why bytes are not JSON (RFC 8259).
public struct JSONSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The offending byte, counted from 0; the length of the text where it ended too early.
  public let offset: Int
  /// What should have stood there.
  public let expected: String

  /// One line for a log.
  public var description: String { "byte \(offset): expected \(expected)" }
}
