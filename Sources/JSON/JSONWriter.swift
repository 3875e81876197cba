extension JSONValue {
  /// The value as JSON text (RFC 8259) in UTF-8: keys sorted by their bytes, no white space, slashes as they are.
  ///
  /// Equal values give equal text. A `number` without a fraction is written without one.
  ///
  /// - Throws: `EncodingError` where a number is not finite, which JSON cannot express.
  public func text() throws(EncodingError) -> [UInt8] {
    var writer = JSONWriter()
    try writer.write(self)
    return writer.bytes
  }
}

/// JSON text being written.
struct JSONWriter {
  private(set) var bytes: [UInt8] = []

  /// Writes a value; the recursion is as deep as the value.
  mutating func write(_ value: JSONValue) throws(EncodingError) {
    switch value {
    case .null: bytes += "null".utf8
    case .bool(let value): bytes += (value ? "true" : "false").utf8
    case .integer(let value): bytes += String(value).utf8
    case .number(let value): try write(number: value)
    case .string(let value): write(quoting: value)
    case .array(let elements): try write(elements: elements)
    case .object(let fields): try write(fields: fields)
    }
  }

  private mutating func write(elements: [JSONValue]) throws(EncodingError) {
    bytes.append(UInt8(ascii: "["))
    for (index, element) in elements.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      try write(element)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  private mutating func write(fields: [String: JSONValue]) throws(EncodingError) {
    bytes.append(UInt8(ascii: "{"))
    var isFirst = true
    for (key, value) in fields.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      write(quoting: key)
      bytes.append(UInt8(ascii: ":"))
      try write(value)
    }
    bytes.append(UInt8(ascii: "}"))
  }

  private mutating func write(number: Double) throws(EncodingError) {
    guard number.isFinite else {
      throw .invalidValue(number, .init(codingPath: [], debugDescription: "\(number) is no number that JSON has"))
    }
    let digits = number.description
    bytes += (digits.hasSuffix(".0") ? digits.dropLast(2) : digits[...]).utf8
  }

  private mutating func write(quoting text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case UInt8(ascii: "\n"): bytes += "\\n".utf8
      case UInt8(ascii: "\r"): bytes += "\\r".utf8
      case UInt8(ascii: "\t"): bytes += "\\t".utf8
      case 0x08: bytes += "\\b".utf8
      case 0x0C: bytes += "\\f".utf8
      case 0..<0x20:
        bytes += (byte < 0x10 ? "\\u000" : "\\u00").utf8
        bytes += String(byte, radix: 16).utf8
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
