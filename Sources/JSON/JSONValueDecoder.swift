extension JSONValue {
  /// Makes a `Decodable` of the value without a detour through text.
  ///
  /// What was validated is thereby what is decoded: keys that text would hold twice cannot be read in two ways.
  ///
  /// - Throws: `DecodingError`, whose place `ValuePath.of` names, or what the type itself throws.
  public func decode<T: Decodable>(_ type: T.Type = T.self) throws -> T { try JSONValueDecoder(self).decode(type) }
}

/// The decoder of a `JSONValue`.
struct JSONValueDecoder: Decoder {
  let value: JSONValue
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(_ value: JSONValue, codingPath: [any CodingKey] = []) {
    self.value = value
    self.codingPath = codingPath
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let fields) = value else { throw mismatch([String: JSONValue].self, "an object") }
    return KeyedDecodingContainer(KeyedContainer(fields: fields, codingPath: codingPath))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let elements) = value else { throw mismatch([JSONValue].self, "an array") }
    return UnkeyedContainer(elements: elements, codingPath: codingPath)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    SingleValueContainer(decoder: self)
  }

  fileprivate func decode<T: Decodable>(_ type: T.Type) throws -> T {
    guard let primitive = type as? any JSONPrimitive.Type else { return try T(from: self) }
    guard let result = primitive.init(value) as? T else { throw mismatch(type, primitive.expected) }
    return result
  }

  private func mismatch(_ type: any Any.Type, _ expected: String) -> DecodingError {
    .typeMismatch(type, .init(codingPath: codingPath, debugDescription: "it has to be \(expected)"))
  }
}

/// The place of an array's element in a coding path.
struct IndexKey: CodingKey {
  let index: Int
  var intValue: Int? { index }
  var stringValue: String { "Index \(index)" }
  init(_ index: Int) { self.index = index }
  init?(intValue: Int) { self.init(intValue) }
  init?(stringValue: String) { return nil }
}

/// The key that `superDecoder()` and `superEncoder()` ask for.
enum SuperKey: String, CodingKey { case `super` }

private struct KeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let fields: [String: JSONValue]
  let codingPath: [any CodingKey]

  var allKeys: [Key] { fields.keys.compactMap(Key.init(stringValue:)) }
  func contains(_ key: Key) -> Bool { fields[key.stringValue] != nil }

  private func decoder(_ key: some CodingKey) throws -> JSONValueDecoder {
    guard let value = fields[key.stringValue] else {
      throw DecodingError.keyNotFound(key, .init(codingPath: codingPath, debugDescription: "no \(key.stringValue)"))
    }
    return JSONValueDecoder(value, codingPath: codingPath + [key])
  }

  func decodeNil(forKey key: Key) throws -> Bool { try decoder(key).value == .null }
  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try decoder(key).decode(type) }
  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws
    -> KeyedDecodingContainer<Nested>
  { try decoder(key).container(keyedBy: type) }
  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder(key).unkeyedContainer()
  }
  func superDecoder() throws -> any Decoder { try decoder(SuperKey.super) }
  func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }
}

private struct UnkeyedContainer: UnkeyedDecodingContainer {
  let elements: [JSONValue]
  let codingPath: [any CodingKey]
  private(set) var currentIndex = 0

  init(elements: [JSONValue], codingPath: [any CodingKey]) {
    self.elements = elements
    self.codingPath = codingPath
  }

  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  private func decoder() throws -> JSONValueDecoder {
    let path = codingPath + [IndexKey(currentIndex)]
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        JSONValue.self, .init(codingPath: path, debugDescription: "the array has ended"))
    }
    return JSONValueDecoder(elements[currentIndex], codingPath: path)
  }

  /// Advances only when the element was taken, as the protocol demands.
  private mutating func next<T>(_ take: (JSONValueDecoder) throws -> T) throws -> T {
    let result = try take(try decoder())
    currentIndex += 1
    return result
  }

  mutating func decodeNil() throws -> Bool {
    guard try decoder().value == .null else { return false }
    currentIndex += 1
    return true
  }
  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try next { try $0.decode(type) } }
  mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
    try next { try $0.container(keyedBy: type) }
  }
  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next { try $0.unkeyedContainer() }
  }
  mutating func superDecoder() throws -> any Decoder { try next { $0 } }
}

private struct SingleValueContainer: SingleValueDecodingContainer {
  let decoder: JSONValueDecoder
  var codingPath: [any CodingKey] { decoder.codingPath }
  func decodeNil() -> Bool { decoder.value == .null }
  func decode<T: Decodable>(_ type: T.Type) throws -> T { try decoder.decode(type) }
}

/// The types that JSON holds directly.
private protocol JSONPrimitive {
  /// What JSON has to hold, for people.
  static var expected: String { get }
  init?(_ value: JSONValue)
}

extension Bool: JSONPrimitive {
  fileprivate static var expected: String { "true or false" }
  fileprivate init?(_ value: JSONValue) {
    guard case .bool(let value) = value else { return nil }
    self = value
  }
}

extension String: JSONPrimitive {
  fileprivate static var expected: String { "a string" }
  fileprivate init?(_ value: JSONValue) {
    guard case .string(let value) = value else { return nil }
    self = value
  }
}

extension BinaryFloatingPoint {
  fileprivate static var expected: String { "a number" }
  fileprivate init?(_ value: JSONValue) {
    switch value {
    case .integer(let value): self.init(value)
    case .number(let value): self.init(value)
    default: return nil
    }
    if !isFinite { return nil }
  }
}

extension FixedWidthInteger {
  fileprivate static var expected: String { "a whole number of \(bitWidth) bits\(isSigned ? "" : " and no sign")" }
  fileprivate init?(_ value: JSONValue) {
    switch value {
    case .integer(let value): self.init(exactly: value)
    case .number(let value): self.init(exactly: value)
    default: return nil
    }
  }
}

extension Double: JSONPrimitive {}
extension Float: JSONPrimitive {}
extension Int: JSONPrimitive {}
extension Int8: JSONPrimitive {}
extension Int16: JSONPrimitive {}
extension Int32: JSONPrimitive {}
extension Int64: JSONPrimitive {}
extension UInt: JSONPrimitive {}
extension UInt8: JSONPrimitive {}
extension UInt16: JSONPrimitive {}
extension UInt32: JSONPrimitive {}
extension UInt64: JSONPrimitive {}
