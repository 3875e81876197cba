/// Why something that was kept cannot be taken up again.
public struct SnapshotError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The reason, for people.
  public let description: String

  init(_ description: String) { self.description = description }

  static func check(_ condition: Bool, _ problem: @autoclosure () -> String) throws(SnapshotError) {
    guard condition else { throw SnapshotError(problem()) }
  }

  static func require<Value>(_ value: Value?, _ problem: @autoclosure () -> String) throws(SnapshotError) -> Value {
    guard let value else { throw SnapshotError(problem()) }
    return value
  }
}
