import JSON

/// A successful reply to a call.
public struct Reply: Hashable, Sendable {
  /// The result; always an object.
  public let parameters: JSONValue
  /// Whether further replies follow.
  public let continues: Bool

  /// The parameters as a value.
  ///
  /// - Throws: `DecodingError` if they do not fit.
  public func decode<P: Decodable>(_ type: P.Type) throws -> P { try parameters.decode(type) }
}
