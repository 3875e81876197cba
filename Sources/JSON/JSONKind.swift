/// The kinds of JSON values.
public enum JSONKind: Hashable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool
  /// A number, whole or not.
  case number
  /// Text.
  case string
  /// Values in their order.
  case array
  /// Named values.
  case object
}
