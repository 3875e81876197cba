extension JSONValue {
  /// What a value encodes as JSON text (RFC 8259) in UTF-8: keys sorted by their bytes, no white space, slashes as they
  /// are; equal values give equal text.
  ///
  /// Whole numbers beyond 64 bits with a sign are written as a `number`, and a `number` without a fraction without one;
  /// what encodes nothing becomes an empty object.
  ///
  /// - Throws: What the value's own encoding throws, and `EncodingError` where a number is not finite, which JSON cannot
  ///   express.
  public static func text(of value: some Encodable) throws -> [UInt8] {
    let place = Place()
    try value.encode(to: JSONTextEncoder(place: place))
    var writer = JSONWriter()
    try place.write(to: &writer)
    return writer.bytes
  }
}

/// The encoder into JSON text.
struct JSONTextEncoder: Encoder {
  fileprivate let place: Place
  var codingPath: [any CodingKey] { place.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  fileprivate init(place: Place) { self.place = place }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    place.becomeObject()
    return KeyedEncodingContainer(KeyedContainer(place: place))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    place.becomeArray()
    return UnkeyedContainer(place: place)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { SingleValueContainer(place: place) }

  /// Takes a value that is JSON already.
  func take(_ value: JSONValue) { place.content = .whole(value) }
}

/// Where a value goes, which becomes known bit by bit: containers of one encoder share it.
private final class Place {
  enum Content {
    case nothing
    case whole(JSONValue)
    case fields([(key: String, value: Part)])
    case elements([Part])
  }

  enum Part {
    case whole(JSONValue)
    case place(Place)

    func write(to writer: inout JSONWriter) throws(EncodingError) {
      switch self {
      case .whole(let value): try writer.write(value)
      case .place(let place): try place.write(to: &writer)
      }
    }
  }

  var content = Content.nothing
  /// What it is a part of, which lives as long as something is being encoded, and its key there.
  private unowned let parent: Place?
  private let key: (any CodingKey)?

  /// The place of a whole value, or of a part of one.
  init(in parent: Place? = nil, key: (any CodingKey)? = nil) {
    self.parent = parent
    self.key = key
  }

  var codingPath: [any CodingKey] {
    guard let parent, let key else { return [] }
    return parent.codingPath + [key]
  }

  func write(to writer: inout JSONWriter) throws(EncodingError) {
    switch content {
    case .nothing: try writer.write(.object([:]))
    case .whole(let value): try writer.write(value)
    case .fields(let fields):
      try writer.write(fields: fields) { part, writer throws(EncodingError) in try part.write(to: &writer) }
    case .elements(let parts):
      try writer.write(elements: parts) { part, writer throws(EncodingError) in try part.write(to: &writer) }
    }
  }

  var count: Int {
    guard case .elements(let parts) = content else { return 0 }
    return parts.count
  }

  func becomeObject() {
    guard case .fields = content else { return content = .fields([]) }
  }

  func becomeArray() {
    guard case .elements = content else { return content = .elements([]) }
  }

  func set(_ key: String, _ part: Part) {
    guard case .fields(var parts) = content else { return }
    content = .nothing  // so that the parts have one owner, and are not copied
    parts.append((key, part))
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
  var codingPath: [any CodingKey] { place.codingPath }

  private func encoder(_ key: some CodingKey) -> JSONTextEncoder {
    let part = Place(in: place, key: key)
    place.set(key.stringValue, .place(part))
    return JSONTextEncoder(place: part)
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
  var codingPath: [any CodingKey] { place.codingPath }
  var count: Int { place.count }

  private func encoder() -> JSONTextEncoder {
    let part = Place(in: place, key: IndexKey(count))
    place.append(.place(part))
    return JSONTextEncoder(place: part)
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
  var codingPath: [any CodingKey] { place.codingPath }

  func encodeNil() { place.content = .whole(.null) }
  func encode(_ value: Bool) { place.content = .whole(.bool(value)) }
  func encode(_ value: String) { place.content = .whole(.string(value)) }
  func encode(_ value: Double) { place.content = .whole(.number(value)) }
  func encode(_ value: Float) { place.content = .whole(.number(Double(value))) }
  func encode<T: Encodable & FixedWidthInteger>(_ value: T) { place.content = .whole(JSONValue(value)) }
  func encode<T: Encodable>(_ value: T) throws { try value.encode(to: JSONTextEncoder(place: place)) }
}
