extension JSONValue {
  /// Makes JSON of an `Encodable` without a detour through text.
  ///
  /// Whole numbers beyond 64 bits with a sign become a `number`; what encodes nothing becomes an empty object.
  ///
  /// - Throws: What the value's own encoding throws.
  public init(encoding value: some Encodable) throws {
    let place = Place()
    try value.encode(to: JSONValueEncoder(place: place))
    self = place.value
  }
}

/// The encoder into a `JSONValue`.
struct JSONValueEncoder: Encoder {
  fileprivate let place: Place
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  fileprivate init(place: Place, codingPath: [any CodingKey] = []) {
    self.place = place
    self.codingPath = codingPath
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    place.becomeObject()
    return KeyedEncodingContainer(KeyedContainer(place: place, codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    place.becomeArray()
    return UnkeyedContainer(place: place, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    SingleValueContainer(place: place, codingPath: codingPath)
  }

  /// Takes a value that is JSON already.
  func take(_ value: JSONValue) { place.content = .whole(value) }
}

/// Where a value goes, which becomes known bit by bit: containers of one encoder share it.
private final class Place {
  enum Content {
    case nothing
    case whole(JSONValue)
    case fields([String: Part])
    case elements([Part])
  }

  enum Part {
    case whole(JSONValue)
    case place(Place)

    var value: JSONValue {
      switch self {
      case .whole(let value): value
      case .place(let place): place.value
      }
    }
  }

  var content = Content.nothing

  var value: JSONValue {
    switch content {
    case .nothing: .object([:])
    case .whole(let value): value
    case .fields(let parts): .object(parts.mapValues(\.value))
    case .elements(let parts): .array(parts.map(\.value))
    }
  }

  var count: Int {
    guard case .elements(let parts) = content else { return 0 }
    return parts.count
  }

  func becomeObject() {
    guard case .fields = content else { return content = .fields([:]) }
  }

  func becomeArray() {
    guard case .elements = content else { return content = .elements([]) }
  }

  func set(_ key: String, _ part: Part) {
    guard case .fields(var parts) = content else { return }
    content = .nothing  // so that the parts have one owner, and are not copied
    parts[key] = part
    content = .fields(parts)
  }

  func append(_ part: Part) {
    guard case .elements(var parts) = content else { return }
    content = .nothing
    parts.append(part)
    content = .elements(parts)
  }
}

extension JSONValue {
  fileprivate init(_ value: some FixedWidthInteger) {
    self = Int64(exactly: value).map(JSONValue.integer) ?? .number(Double(value))
  }
}

private struct KeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let place: Place
  let codingPath: [any CodingKey]

  private func encoder(_ key: some CodingKey) -> JSONValueEncoder {
    let part = Place()
    place.set(key.stringValue, .place(part))
    return JSONValueEncoder(place: part, codingPath: codingPath + [key])
  }

  func encodeNil(forKey key: Key) { place.set(key.stringValue, .whole(.null)) }
  func encode(_ value: Bool, forKey key: Key) { place.set(key.stringValue, .whole(.bool(value))) }
  func encode(_ value: String, forKey key: Key) { place.set(key.stringValue, .whole(.string(value))) }
  func encode(_ value: Double, forKey key: Key) { place.set(key.stringValue, .whole(.number(value))) }
  func encode(_ value: Float, forKey key: Key) { place.set(key.stringValue, .whole(.number(Double(value)))) }
  func encode<T: Encodable & FixedWidthInteger>(_ value: T, forKey key: Key) {
    place.set(key.stringValue, .whole(JSONValue(value)))
  }
  func encode<T: Encodable>(_ value: T, forKey key: Key) throws { try value.encode(to: encoder(key)) }
  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<Nested>
  { encoder(key).container(keyedBy: type) }
  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { encoder(key).unkeyedContainer() }
  func superEncoder() -> any Encoder { encoder(SuperKey.super) }
  func superEncoder(forKey key: Key) -> any Encoder { encoder(key) }
}

private struct UnkeyedContainer: UnkeyedEncodingContainer {
  let place: Place
  let codingPath: [any CodingKey]
  var count: Int { place.count }

  private func encoder() -> JSONValueEncoder {
    let path = codingPath + [IndexKey(count)]
    let part = Place()
    place.append(.place(part))
    return JSONValueEncoder(place: part, codingPath: path)
  }

  func encodeNil() { place.append(.whole(.null)) }
  func encode(_ value: Bool) { place.append(.whole(.bool(value))) }
  func encode(_ value: String) { place.append(.whole(.string(value))) }
  func encode(_ value: Double) { place.append(.whole(.number(value))) }
  func encode(_ value: Float) { place.append(.whole(.number(Double(value)))) }
  func encode<T: Encodable & FixedWidthInteger>(_ value: T) { place.append(.whole(JSONValue(value))) }
  func encode<T: Encodable>(_ value: T) throws { try value.encode(to: encoder()) }
  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
    encoder().container(keyedBy: type)
  }
  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder().unkeyedContainer() }
  func superEncoder() -> any Encoder { encoder() }
}

private struct SingleValueContainer: SingleValueEncodingContainer {
  let place: Place
  let codingPath: [any CodingKey]

  func encodeNil() { place.content = .whole(.null) }
  func encode(_ value: Bool) { place.content = .whole(.bool(value)) }
  func encode(_ value: String) { place.content = .whole(.string(value)) }
  func encode(_ value: Double) { place.content = .whole(.number(value)) }
  func encode(_ value: Float) { place.content = .whole(.number(Double(value))) }
  func encode<T: Encodable & FixedWidthInteger>(_ value: T) { place.content = .whole(JSONValue(value)) }
  func encode<T: Encodable>(_ value: T) throws {
    try value.encode(to: JSONValueEncoder(place: place, codingPath: codingPath))
  }
}
