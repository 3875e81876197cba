extension JSONValue {
  /// Parses JSON text (RFC 8259) in UTF-8.
  ///
  /// The first of equal keys wins. Half surrogate pairs, numbers beyond a double's range and anything after the value
  /// are errors.
  ///
  /// - Parameters:
  ///   - text: The bytes.
  ///   - nesting: How many arrays and objects may enclose each other.
  /// - Throws: `JSONSyntaxError` at the first byte that does not fit.
  public init(parsing text: some Collection<UInt8>, nesting: Int = Limits.standardNesting) throws(JSONSyntaxError) {
    var parser = JSONParser(bytes: ArraySlice(text), nesting: nesting)
    self = try parser.parse()
  }
}

/// A recursive-descent parser over one message.
///
/// It is our own because the distinction between `1` and `1.0`, the bound on nesting and linear time on hostile input
/// (decoding "any value" by trial costs an error object per attempt) are all part of the contract.
struct JSONParser {
  private let bytes: ArraySlice<UInt8>
  private let nesting: Int
  private var position: Int

  init(bytes: ArraySlice<UInt8>, nesting: Int) {
    self.bytes = bytes
    self.nesting = nesting
    position = bytes.startIndex
  }

  mutating func parse() throws(JSONSyntaxError) -> JSONValue {
    let value = try parseValue(depth: 0)
    skipWhitespace()
    guard position == bytes.endIndex else { throw failure("the end of the text") }
    return value
  }

  private var current: UInt8? { position < bytes.endIndex ? bytes[position] : nil }

  private func failure(_ expected: String, at place: Int? = nil) -> JSONSyntaxError {
    JSONSyntaxError(offset: (place ?? position) - bytes.startIndex, expected: expected)
  }

  private mutating func skipWhitespace() {
    while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }

  private mutating func skip(_ byte: UInt8) -> Bool {
    guard current == byte else { return false }
    position += 1
    return true
  }

  private mutating func parseValue(depth: Int) throws(JSONSyntaxError) -> JSONValue {
    skipWhitespace()
    switch current {
    case UInt8(ascii: "{"): return try parseObject(depth: depth + 1)
    case UInt8(ascii: "["): return try parseArray(depth: depth + 1)
    case UInt8(ascii: "\""): return .string(try parseString())
    case UInt8(ascii: "t"): return try parseWord("true", .bool(true))
    case UInt8(ascii: "f"): return try parseWord("false", .bool(false))
    case UInt8(ascii: "n"): return try parseWord("null", .null)
    case let byte? where byte == UInt8(ascii: "-") || isDigit(byte): return try parseNumber()
    default: throw failure("a value")
    }
  }

  private mutating func parseWord(_ word: StaticString, _ value: JSONValue) throws(JSONSyntaxError) -> JSONValue {
    let text = word.description.utf8
    guard bytes[position...].starts(with: text) else { throw failure("\"\(word)\"") }
    position += text.count
    return value
  }

  private mutating func parseObject(depth: Int) throws(JSONSyntaxError) -> JSONValue {
    guard depth <= nesting else { throw failure("at most \(nesting) levels of nesting") }
    position += 1
    var fields: [String: JSONValue] = [:]
    skipWhitespace()
    if skip(UInt8(ascii: "}")) { return .object(fields) }
    while true {
      skipWhitespace()
      guard current == UInt8(ascii: "\"") else { throw failure("a key in quotes") }
      let key = try parseString()
      skipWhitespace()
      guard skip(UInt8(ascii: ":")) else { throw failure("a colon") }
      let value = try parseValue(depth: depth)
      if fields[key] == nil { fields[key] = value }
      skipWhitespace()
      if skip(UInt8(ascii: "}")) { return .object(fields) }
      guard skip(UInt8(ascii: ",")) else { throw failure("a comma or the end of the object") }
    }
  }

  private mutating func parseArray(depth: Int) throws(JSONSyntaxError) -> JSONValue {
    guard depth <= nesting else { throw failure("at most \(nesting) levels of nesting") }
    position += 1
    var elements: [JSONValue] = []
    skipWhitespace()
    if skip(UInt8(ascii: "]")) { return .array(elements) }
    while true {
      elements.append(try parseValue(depth: depth))
      skipWhitespace()
      if skip(UInt8(ascii: "]")) { return .array(elements) }
      guard skip(UInt8(ascii: ",")) else { throw failure("a comma or the end of the array") }
    }
  }

  // MARK: Numbers

  private mutating func skipDigits() throws(JSONSyntaxError) {
    guard let byte = current, isDigit(byte) else { throw failure("a digit") }
    while let byte = current, isDigit(byte) { position += 1 }
  }

  private func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

  private mutating func parseNumber() throws(JSONSyntaxError) -> JSONValue {
    let start = position
    var isWhole = true
    _ = skip(UInt8(ascii: "-"))
    if !skip(UInt8(ascii: "0")) { try skipDigits() }
    if skip(UInt8(ascii: ".")) {
      isWhole = false
      try skipDigits()
    }
    if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
      isWhole = false
      if !skip(UInt8(ascii: "+")) { _ = skip(UInt8(ascii: "-")) }
      try skipDigits()
    }
    let digits = String(decoding: bytes[start..<position], as: UTF8.self)
    if isWhole, let value = Int64(digits) { return .integer(value) }
    guard let value = Double(digits), value.isFinite else { throw failure("a number in a double's range", at: start) }
    return .number(value)
  }

  // MARK: Strings

  private mutating func parseString() throws(JSONSyntaxError) -> String {
    let start = position
    position += 1
    var run = position
    var unescaped: [UInt8] = []
    while let byte = current {
      switch byte {
      case UInt8(ascii: "\""):
        let end = position
        position += 1
        let text: String?
        if unescaped.isEmpty {
          text = String(validating: bytes[run..<end], as: UTF8.self)
        } else {
          unescaped += bytes[run..<end]
          text = String(validating: unescaped, as: UTF8.self)
        }
        guard let text else { throw failure("text in UTF-8", at: start) }
        return text
      case UInt8(ascii: "\\"):
        unescaped += bytes[run..<position]
        unescaped += UTF8.encode(try parseEscape()) ?? UTF8.encodedReplacementCharacter
        run = position
      case 0..<0x20: throw failure("control characters to be escaped")
      default: position += 1
      }
    }
    throw failure("the closing quote")
  }

  private mutating func parseEscape() throws(JSONSyntaxError) -> Unicode.Scalar {
    let start = position
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
    case UInt8(ascii: "u"): break
    default: throw failure("an escape", at: start)
    }
    let unit = try parseFourHexDigits()
    if let scalar = Unicode.Scalar(unit) { return scalar }
    guard UTF16.isLeadSurrogate(UInt16(truncatingIfNeeded: unit)), skip(UInt8(ascii: "\\")), skip(UInt8(ascii: "u"))
    else { throw failure("a whole surrogate pair", at: start) }
    let trail = try parseFourHexDigits()
    guard UTF16.isTrailSurrogate(UInt16(truncatingIfNeeded: trail)),
      let scalar = Unicode.Scalar(0x10000 + ((unit & 0x3FF) << 10) + (trail & 0x3FF))
    else { throw failure("a whole surrogate pair", at: start) }
    return scalar
  }

  private mutating func parseFourHexDigits() throws(JSONSyntaxError) -> UInt32 {
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
