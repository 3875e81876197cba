/// Why a display server could not be reached, or did not do what it was asked for.
nonisolated public struct DisplayFailure: Error, Equatable, Sendable, CustomStringConvertible {
  /// What is wrong and, where anything can be done, what to do.
  public let description: String

  /// Describes a failure in words.
  public init(_ description: String) { self.description = description }
}
