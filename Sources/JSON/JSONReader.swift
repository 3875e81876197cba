/// Reads JSON text (RFC 8259, in UTF-8) token by token, without building a tree of it.
///
///     var reader = JSONReader(bytes)
///     try reader.beginObject()
///     while let key = try reader.nextKey() { … }
///     try reader.end()
///
/// The project reads JSON with a reader of its own because its files and its wire promise what the standard decoder
/// does not give: the nesting is bounded, hostile text costs linear time (decoding "any value" by trial costs an error
/// object an attempt), `1` and `1.0` are kept apart, duplicate keys are seen, and an error knows its byte.
///
/// The reader stands before a token, blanks passed. Whoever asks for what does not stand there gets an error, never a
/// crash; after an error the reader is of no more use.
public struct JSONReader: Sendable {
  /// The standard bound on nesting: what people write stays far below, beyond lies only malice.
  public static let standardNesting = 256

  /// The longest key that an object may have, in bytes.
  ///
  /// Keys are hashed and compared as Unicode text, whose cost grows with the square of a run of combining marks.
  public static let longestKey = 256

  private let bytes: ArraySlice<UInt8>
  private let nesting: Int
  private var position: Int
  private var depth = 0
  /// Whether nothing was taken yet from the innermost array or object.
  private var isFirst = true

  /// A reader before the first token.
  ///
  /// - Parameters:
  ///   - bytes: The text; errors count from its beginning.
  ///   - nesting: How many arrays and objects may enclose each other.
  public init(_ bytes: ArraySlice<UInt8>, nesting: Int = Self.standardNesting) {
    self.bytes = bytes
    self.nesting = nesting
    position = bytes.startIndex
    skipBlanks()
  }

  /// Whether nothing but blanks is left.
  public var isAtEnd: Bool { position == bytes.endIndex }

  /// The kind of the value that begins here; nil where none does.
  ///
  /// The first byte decides, so that reading the value may still fail.
  public var nextKind: JSONKind? {
    switch current {
    case UInt8(ascii: "{"): .object
    case UInt8(ascii: "["): .array
    case UInt8(ascii: "\""): .string
    case UInt8(ascii: "t"), UInt8(ascii: "f"): .bool
    case UInt8(ascii: "n"): .null
    case let byte? where byte == UInt8(ascii: "-") || isDigit(byte): .number
    default: nil
    }
  }

  /// An error at the place where the reader stands.
  public func failure(_ expected: String) -> JSONSyntaxError { failure(expected, at: position) }

  private func failure(_ expected: String, at place: Int) -> JSONSyntaxError {
    JSONSyntaxError(offset: place - bytes.startIndex, expected: expected)
  }

  /// Checks that nothing follows.
  public func end() throws(JSONSyntaxError) {
    guard isAtEnd else { throw failure("the end of the text") }
  }

  // MARK: Objects and arrays

  /// Enters an object.
  public mutating func beginObject() throws(JSONSyntaxError) {
    try begin(UInt8(ascii: "{"), "an object")
  }

  /// The next key of the object, with its colon; nil at the object's end, which is passed.
  public mutating func nextKey() throws(JSONSyntaxError) -> String? {
    guard try next(before: UInt8(ascii: "}"), "a comma or the end of the object") else { return nil }
    guard current == UInt8(ascii: "\"") else { throw failure("a key in quotes") }
    let start = position
    let key = try readString()
    guard key.utf8.count <= Self.longestKey else {
      throw failure("a key of at most \(Self.longestKey) bytes", at: start)
    }
    guard take(UInt8(ascii: ":")) else { throw failure("a colon") }
    return key
  }

  /// Enters an array.
  public mutating func beginArray() throws(JSONSyntaxError) {
    try begin(UInt8(ascii: "["), "an array")
  }

  /// Whether another element of the array follows; the array's end is passed where none does.
  public mutating func nextElement() throws(JSONSyntaxError) -> Bool {
    try next(before: UInt8(ascii: "]"), "a comma or the end of the array")
  }

  private mutating func begin(_ bracket: UInt8, _ expected: String) throws(JSONSyntaxError) {
    guard current == bracket else { throw failure(expected) }
    guard depth < nesting else { throw failure("at most \(nesting) levels of nesting") }
    _ = take(bracket)
    depth += 1
    isFirst = true
  }

  private mutating func next(before bracket: UInt8, _ expected: String) throws(JSONSyntaxError) -> Bool {
    let isFirst = isFirst
    // Where a container ends, the one around it has an element.
    self.isFirst = false
    if take(bracket) {
      depth &-= 1
      return false
    }
    guard isFirst || take(UInt8(ascii: ",")) else { throw failure(expected) }
    return true
  }

  // MARK: Words

  /// Reads `null`.
  public mutating func readNull() throws(JSONSyntaxError) { try readWord("null") }

  /// Reads `true` or `false`.
  public mutating func readBool() throws(JSONSyntaxError) -> Bool {
    let value = current == UInt8(ascii: "t")
    try readWord(value ? "true" : "false")
    return value
  }

  private mutating func readWord(_ word: StaticString) throws(JSONSyntaxError) {
    let text = word.description.utf8
    guard bytes[position...].starts(with: text) else { throw failure("\"\(word)\"") }
    position += text.count
    skipBlanks()
  }

  // MARK: Bytes

  private var current: UInt8? { position < bytes.endIndex ? bytes[position] : nil }

  private func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  private mutating func skipBlanks() {
    while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }

  private mutating func skip(_ byte: UInt8) -> Bool {
    guard current == byte else { return false }
    position += 1
    return true
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard skip(byte) else { return false }
    skipBlanks()
    return true
  }
}

// MARK: - Numbers

extension JSONReader {
  /// A number as it was scanned.
  private struct NumberToken {
    var place: Range<Int>
    var isNegative = false
    /// All digits before the exponent as one number; it has wrapped around where there are more than 19.
    var digits: UInt64 = 0
    var digitCount = 0
    var fractionCount = 0
    var hasFraction = false
    var hasExponent = false
  }

  /// Reads a number into a double; the result is infinite where the number is beyond a double's range.
  public mutating func readDouble() throws(JSONSyntaxError) -> Double {
    double(try scanNumber())
  }

  /// Reads a number into an `integer` or a `number`, which is finite.
  mutating func readNumber() throws(JSONSyntaxError) -> JSONValue {
    let token = try scanNumber()
    if !token.hasFraction, !token.hasExponent {
      // Eighteen digits always fit.
      if token.digitCount <= 18 {
        let value = Int64(truncatingIfNeeded: token.digits)
        return .integer(token.isNegative ? -value : value)
      }
      if let value = Int64(text(of: token)) { return .integer(value) }
    }
    let value = double(token)
    guard value.isFinite else { throw failure("a number in a double's range", at: token.place.lowerBound) }
    return .number(value)
  }

  private func double(_ token: NumberToken) -> Double {
    // Up to fifteen digits, and the powers of ten up to 10²², are exact in binary64, so that one division rounds
    // correctly.
    if !token.hasExponent, token.digitCount <= 15 {
      let value = Double(token.digits) / Self.powersOfTen[token.fractionCount]
      return token.isNegative ? -value : value
    }
    return Double(text(of: token)) ?? .infinity
  }

  private static let powersOfTen = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
  ]

  private func text(of token: NumberToken) -> String { String(decoding: bytes[token.place], as: UTF8.self) }

  private mutating func scanNumber() throws(JSONSyntaxError) -> NumberToken {
    let start = position
    var token = NumberToken(place: start..<start)
    token.isNegative = skip(UInt8(ascii: "-"))
    let isZeroFirst = current == UInt8(ascii: "0")
    token.digitCount = try scanDigits(into: &token.digits)
    if isZeroFirst, token.digitCount > 1 { throw failure("a number without a zero before it") }
    if skip(UInt8(ascii: ".")) {
      token.hasFraction = true
      token.fractionCount = try scanDigits(into: &token.digits)
      token.digitCount += token.fractionCount
    }
    if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
      token.hasExponent = true
      if !skip(UInt8(ascii: "+")) { _ = skip(UInt8(ascii: "-")) }
      var exponent: UInt64 = 0
      _ = try scanDigits(into: &exponent)
    }
    token.place = start..<position
    skipBlanks()
    return token
  }

  private mutating func scanDigits(into value: inout UInt64) throws(JSONSyntaxError) -> Int {
    let start = position
    while let byte = current, isDigit(byte) {
      value = value &* 10 &+ UInt64(byte &- UInt8(ascii: "0"))
      position += 1
    }
    guard position > start else { throw failure("a digit") }
    return position - start
  }
}

// MARK: - Strings

extension JSONReader {
  /// Reads text, its escapes resolved.
  public mutating func readString() throws(JSONSyntaxError) -> String {
    let start = position
    guard skip(UInt8(ascii: "\"")) else { throw failure("a string") }
    var run = position
    var unescaped: [UInt8] = []
    while let byte = current {
      switch byte {
      case UInt8(ascii: "\""):
        let text: String?
        if unescaped.isEmpty {
          text = String(validating: bytes[run..<position], as: UTF8.self)
        } else {
          unescaped += bytes[run..<position]
          text = String(validating: unescaped, as: UTF8.self)
        }
        guard let text else { throw failure("text in UTF-8", at: start) }
        position += 1
        skipBlanks()
        return text
      case UInt8(ascii: "\\"):
        unescaped += bytes[run..<position]
        unescaped += UTF8.encode(try readEscape()) ?? UTF8.encodedReplacementCharacter
        run = position
      case 0..<0x20: throw failure("control characters to be escaped")
      default: position += 1
      }
    }
    throw failure("the closing quote")
  }

  private mutating func readEscape() throws(JSONSyntaxError) -> Unicode.Scalar {
    position += 1
    guard let letter = current else { throw failure("an escape") }
    position += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try readUnicodeEscape()
    default: throw failure("an escape")
    }
  }

  private mutating func readUnicodeEscape() throws(JSONSyntaxError) -> Unicode.Scalar {
    let unit = try readFourHexDigits()
    if let scalar = Unicode.Scalar(unit) { return scalar }
    guard UTF16.isLeadSurrogate(UInt16(truncatingIfNeeded: unit)), skip(UInt8(ascii: "\\")), skip(UInt8(ascii: "u"))
    else { throw failure("a whole surrogate pair") }
    let trail = try readFourHexDigits()
    guard UTF16.isTrailSurrogate(UInt16(truncatingIfNeeded: trail)),
      let scalar = Unicode.Scalar(0x10000 + ((unit & 0x3FF) << 10) + (trail & 0x3FF))
    else { throw failure("a whole surrogate pair") }
    return scalar
  }

  private mutating func readFourHexDigits() throws(JSONSyntaxError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = current, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw failure("four hexadecimal digits")
      }
      position += 1
      value = value << 4 | UInt32(truncatingIfNeeded: digit)
    }
    return value
  }
}
