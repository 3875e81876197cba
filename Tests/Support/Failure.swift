/// What a test waited for in vain, in words; thrown, so that a test ends at the first of its kind.
public struct Failure: Error, CustomStringConvertible {
  /// What was missing.
  public let description: String

  /// Says what was missing.
  public init(_ description: String) { self.description = description }
}

/// Fails unless the condition holds.
public func require(_ condition: Bool, _ what: @autoclosure () -> String) throws(Failure) {
  guard condition else { throw Failure(what()) }
}

/// The value, or a failure where there is none.
public func require<Value>(_ value: Value?, _ what: @autoclosure () -> String) throws(Failure) -> Value {
  guard let value else { throw Failure(what()) }
  return value
}
