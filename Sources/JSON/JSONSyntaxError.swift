/// Where and why bytes are not JSON (RFC 8259).
public struct JSONSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The byte at which reading stopped, counted from 0; the length of the text where it ended too early.
  ///
  /// An escape or a number with a needless zero is read to its end before it is refused; text that is not UTF-8,
  /// long keys and numbers out of range are refused where they begin.
  public let offset: Int
  /// What should have stood there.
  public let expected: String

  /// One line for a log.
  public var description: String { "byte \(offset): expected \(expected)" }
}
