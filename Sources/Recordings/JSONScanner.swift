/// Reads the one JSON object of a line (RFC 8259) without building a tree of it.
///
/// A general decoder takes some ten times as long, and says neither that a key stands twice nor at which byte it
/// stumbled. Values are strings, numbers and arrays of numbers: all that a recording has.
struct JSONScanner {
  private let bytes: ArraySlice<UInt8>
  private var position: Int
  private var isFirst = true

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
    skipSpace()
  }

  /// Whether nothing but blanks is left.
  var isAtEnd: Bool { position == bytes.endIndex }

  /// Whether the next value is an array.
  var isAtArray: Bool { peek == UInt8(ascii: "[") }

  mutating func beginObject() throws(FieldError) {
    guard take(UInt8(ascii: "{")) else { throw notJSON }
    isFirst = true
  }

  /// The next key, its colon passed; nil at the object's end.
  mutating func nextKey() throws(FieldError) -> String? {
    guard try next(before: UInt8(ascii: "}")) else { return nil }
    guard peek == UInt8(ascii: "\"") else { throw notJSON }
    let key = try string()
    guard take(UInt8(ascii: ":")) else { throw notJSON }
    isFirst = false
    return key
  }

  /// Checks that nothing follows the object.
  mutating func end() throws(FieldError) {
    guard isAtEnd else { throw notJSON }
  }

  mutating func beginArray(_ kind: String) throws(FieldError) {
    guard take(UInt8(ascii: "[")) else { throw unexpected(kind) }
    isFirst = true
  }

  /// Whether another element follows; passes the array's end where none does.
  mutating func nextElement() throws(FieldError) -> Bool {
    let more = try next(before: UInt8(ascii: "]"))
    isFirst = false
    return more
  }

  mutating func string(_ kind: String = "a string") throws(FieldError) -> String {
    guard peek == UInt8(ascii: "\"") else { throw unexpected(kind) }
    position += 1
    let start = position
    while let byte = peek, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 { position += 1 }
    if peek == UInt8(ascii: "\"") { return try closeString(Array(bytes[start..<position])) }
    var text = Array(bytes[start..<position])
    while let byte = peek, byte != UInt8(ascii: "\""), byte >= 0x20 {
      position += 1
      guard byte == UInt8(ascii: "\\") else {
        text.append(byte)
        continue
      }
      text.append(contentsOf: String(try escape()).utf8)
    }
    return try closeString(text)
  }

  private mutating func closeString(_ text: [UInt8]) throws(FieldError) -> String {
    guard peek == UInt8(ascii: "\""), let string = String(validating: text, as: UTF8.self) else { throw notJSON }
    position += 1
    skipSpace()
    return string
  }

  private mutating func escape() throws(FieldError) -> Unicode.Scalar {
    guard let byte = peek else { throw notJSON }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{08}"
    case UInt8(ascii: "f"): return "\u{0C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try unicodeEscape()
    default: throw notJSON
    }
  }

  private mutating func unicodeEscape() throws(FieldError) -> Unicode.Scalar {
    let first = try hexadecimal()
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, takeRaw(UInt8(ascii: "\\")), takeRaw(UInt8(ascii: "u")) else { throw notJSON }
    let second = try hexadecimal()
    guard (0xDC00...0xDFFF).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw notJSON }
    return scalar
  }

  private mutating func hexadecimal() throws(FieldError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = peek, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { throw notJSON }
      position += 1
      value = value << 4 | UInt32(digit)
    }
    return value
  }

  /// A number, which must be finite.
  mutating func number(_ kind: String = "a number") throws(FieldError) -> Double {
    guard let byte = peek, byte == UInt8(ascii: "-") || isDigit(byte) else { throw unexpected(kind) }
    let start = position
    let isNegative = takeRaw(UInt8(ascii: "-"))
    var mantissa: UInt64 = 0
    var fractionDigits = 0
    let leadingZero = peek == UInt8(ascii: "0")
    let whole = digits(into: &mantissa)
    guard whole > 0, !(leadingZero && whole > 1) else { throw notJSON }
    if takeRaw(UInt8(ascii: ".")) {
      fractionDigits = digits(into: &mantissa)
      guard fractionDigits > 0 else { throw notJSON }
    }
    var hasExponent = false
    if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
      hasExponent = true
      position += 1
      if !takeRaw(UInt8(ascii: "+")) { _ = takeRaw(UInt8(ascii: "-")) }
      var exponent: UInt64 = 0
      guard digits(into: &exponent) > 0 else { throw notJSON }
    }
    let end = position
    skipSpace()
    // Up to 15 digits and 10²² are exact in binary64, so that one division rounds correctly.
    if !hasExponent, whole + fractionDigits <= 15 {
      let value = Double(mantissa) / Self.powersOfTen[fractionDigits]
      return isNegative ? -value : value
    }
    guard let value = Double(String(decoding: bytes[start..<end], as: UTF8.self)), value.isFinite else {
      throw FieldError(key: nil, problem: .notFinite)
    }
    return value
  }

  private static let powersOfTen: [Double] = (0...15).reduce(into: []) { powers, _ in
    powers.append((powers.last ?? 0.1) * 10)
  }

  private mutating func digits(into value: inout UInt64) -> Int {
    let start = position
    while let byte = peek, isDigit(byte) {
      value = value &* 10 &+ UInt64(byte &- UInt8(ascii: "0"))
      position += 1
    }
    return position - start
  }

  private mutating func next(before end: UInt8) throws(FieldError) -> Bool {
    if take(end) { return false }
    if !isFirst {
      guard take(UInt8(ascii: ",")), peek != end else { throw notJSON }
    }
    return true
  }

  private var peek: UInt8? { position < bytes.endIndex ? bytes[position] : nil }

  private func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  private mutating func takeRaw(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    position += 1
    return true
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard takeRaw(byte) else { return false }
    skipSpace()
    return true
  }

  private mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A { position += 1 }
  }

  private var notJSON: FieldError {
    FieldError(key: nil, problem: .notJSON(column: position - bytes.startIndex + 1))
  }

  /// JSON of another kind than asked for, or no JSON at all.
  private func unexpected(_ kind: String) -> FieldError {
    switch peek {
    case UInt8(ascii: "\""), UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "t"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "-"):
      FieldError(key: nil, problem: .expected(kind))
    case let byte? where isDigit(byte): FieldError(key: nil, problem: .expected(kind))
    default: notJSON
    }
  }
}
