/// JSON text (RFC 8259) in UTF-8 being written: keys sorted by their bytes, no white space, slashes as they are.
///
/// Equal values give equal text. A `number` without a fraction is written without one.
struct JSONWriter {
  private(set) var bytes: [UInt8] = []

  /// Writes a value; the recursion is as deep as the value.
  /// - Throws: `EncodingError` where a number is not finite, which JSON cannot express.
  mutating func write(_ value: JSONValue) throws(EncodingError) {
    switch value {
    case .null: bytes += "null".utf8
    case .bool(let value): bytes += (value ? "true" : "false").utf8
    case .integer(let value): bytes += String(value).utf8
    case .number(let value): try write(number: value)
    case .string(let value): write(quoting: value)
    case .array(let elements):
      try write(elements: elements) { element, writer throws(EncodingError) in try writer.write(element) }
    case .object(let fields):
      try write(fields: fields.map { ($0.key, $0.value) }) { value, writer throws(EncodingError) in
        try writer.write(value)
      }
    }
  }

  /// Writes an array whose elements are written by `write`.
  mutating func write<Element>(
    elements: [Element], by write: (Element, inout JSONWriter) throws(EncodingError) -> Void
  ) throws(EncodingError) {
    bytes.append(UInt8(ascii: "["))
    var isFirst = true
    for element in elements {
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      try write(element, &self)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  /// Writes an object whose values are written by `write`; of equal keys the last one counts.
  mutating func write<Value>(
    fields: [(key: String, value: Value)], by write: (Value, inout JSONWriter) throws(EncodingError) -> Void
  ) throws(EncodingError) {
    // Places are moved about, not fields; equal keys stay in their order.
    let order = fields.indices.sorted { Self.precedes(fields[$0].key, fields[$1].key) }
    bytes.append(UInt8(ascii: "{"))
    var isFirst = true
    for place in order.indices {
      let index = order[place]
      if place + 1 < order.count, fields[order[place + 1]].key == fields[index].key { continue }
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      self.write(quoting: fields[index].key)
      bytes.append(UInt8(ascii: ":"))
      try write(fields[index].value, &self)
    }
    bytes.append(UInt8(ascii: "}"))
  }

  /// Whether a text comes before another by its bytes.
  private static func precedes(_ first: String, _ second: String) -> Bool {
    let (first, second) = (first.utf8Span.span, second.utf8Span.span)
    for index in 0..<min(first.count, second.count) where first[index] != second[index] {
      return first[index] < second[index]
    }
    return first.count < second.count
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
    if Self.needsEscapes(text) {
      for byte in text.utf8 { write(escaping: byte) }
    } else {
      bytes += text.utf8
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Whether a text cannot be written as it is, as nearly all can.
  private static func needsEscapes(_ text: String) -> Bool {
    let utf8 = text.utf8Span.span
    for index in utf8.indices {
      let byte = utf8[index]
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return true }
    }
    return false
  }

  private mutating func write(escaping byte: UInt8) {
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
}
