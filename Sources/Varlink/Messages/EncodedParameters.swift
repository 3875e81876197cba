import JSON

/// Parameters as JSON text, encoded once for any number of replies.
public struct EncodedParameters: Hashable, Sendable, CustomStringConvertible {
  /// A JSON object in UTF-8, keys sorted, slashes as they are, without a NUL.
  public let bytes: [UInt8]

  /// No parameters: `{}`.
  public static let empty = EncodedParameters(object: [UInt8]("{}".utf8))

  private init(object bytes: [UInt8]) { self.bytes = bytes }

  /// Encodes a value.
  ///
  /// - Throws: `EncodingError` if the value refuses, holds a number that JSON cannot (NaN, infinity), or is no object.
  public init(_ value: some Encodable) throws(EncodingError) {
    bytes = try Self.encode(value)
    guard bytes.first == UInt8(ascii: "{") else {
      throw .invalidValue(value, .init(codingPath: [], debugDescription: "parameters are an object"))
    }
  }

  /// An object with one key, whose value is an array of what was encoded before; a copy of the bytes is all it costs.
  public init(_ key: String, listing elements: [EncodedParameters]) {
    // The text of a string cannot fail.
    let name = (try? Self.encode(key)) ?? []
    var bytes: [UInt8] = []
    bytes.reserveCapacity(elements.reduce(name.count + 5) { $0 + $1.bytes.count + 1 })
    bytes.append(UInt8(ascii: "{"))
    bytes += name
    bytes += ":[".utf8
    var isFirst = true
    for element in elements {
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      bytes += element.bytes
    }
    bytes += "]}".utf8
    self.bytes = bytes
  }

  /// The JSON text.
  public var description: String { String(decoding: bytes, as: UTF8.self) }

  /// The JSON text of any value.
  static func encode(_ value: some Encodable) throws(EncodingError) -> [UInt8] {
    do {
      return try JSONValue.text(of: value)
    } catch let error as EncodingError {
      throw error
    } catch {
      throw .invalidValue(
        value, .init(codingPath: [], debugDescription: "the value's own encoding failed", underlyingError: error))
    }
  }
}
