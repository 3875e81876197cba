/// A JSON object that may hold certain keys and no others, so that a typing slip never passes unseen.
struct StrictObject {
  struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(_ name: String) { stringValue = name }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private let container: KeyedDecodingContainer<Key>

  /// Opens the object; throws at the first key (by name) that is not among the allowed ones.
  init(_ decoder: any Decoder, allowing allowed: Set<String>) throws {
    container = try decoder.container(keyedBy: Key.self)
    for key in container.allKeys.map(\.stringValue).sorted() where !allowed.contains(key) {
      throw DecodingError.dataCorrupted(
        .init(codingPath: container.codingPath, debugDescription: "unknown key \"\(key)\""))
    }
  }

  func contains(_ name: String) -> Bool { container.contains(Key(name)) }

  func isNull(_ name: String) throws -> Bool { try container.decodeNil(forKey: Key(name)) }

  /// The value of a key; nil where it is absent or null.
  func value<Value: Decodable>(_ name: String, as type: Value.Type = Value.self) throws -> Value? {
    try container.decodeIfPresent(type, forKey: Key(name))
  }

  func required<Value: Decodable>(_ name: String, as type: Value.Type = Value.self) throws -> Value {
    try container.decode(type, forKey: Key(name))
  }

  /// The value of a key that takes one of a few words; nil where it is absent or null.
  func word<Value: RawRepresentable & CaseIterable>(
    _ name: String, as type: Value.Type = Value.self
  ) throws -> Value? where Value.RawValue == String {
    guard let word = try value(name, as: String.self) else { return nil }
    guard let value = Value(rawValue: word) else {
      let words = Value.allCases.map(\.rawValue).joined(separator: ", ")
      throw failure(name, "\"\(word)\" is none of: \(words)")
    }
    return value
  }

  /// An error at a key.
  func failure(_ name: String, _ problem: String) -> DecodingError {
    .dataCorrupted(.init(codingPath: container.codingPath + [Key(name)], debugDescription: problem))
  }

  /// An error of the object as a whole.
  func failure(_ problem: String) -> DecodingError {
    .dataCorrupted(.init(codingPath: container.codingPath, debugDescription: problem))
  }
}
