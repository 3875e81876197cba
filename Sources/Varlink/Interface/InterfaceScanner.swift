/// Reads an interface description character by character.
struct InterfaceScanner {
  private let scalars: [Unicode.Scalar]
  private(set) var position = 0

  init(_ text: String) { scalars = Array(text.unicodeScalars) }

  var isAtEnd: Bool { position == scalars.count }

  /// An error at a position, by default the present one.
  func failure(_ expected: String, found: String? = nil, at place: Int? = nil) -> InterfaceSyntaxError {
    let place = place ?? position
    var line = 1
    var start = 0
    for index in 0..<place where endsLine(index) {
      line += 1
      start = index + 1
    }
    return InterfaceSyntaxError(
      line: line, column: place - start + 1, expected: expected, found: found ?? lexeme(at: place))
  }

  /// Whether a line ends with this scalar; a carriage return before a line feed does not end one by itself.
  private func endsLine(_ index: Int) -> Bool {
    guard isLineEnd(scalars[index]) else { return false }
    return !(scalars[index] == "\r" && index + 1 < scalars.count && scalars[index + 1] == "\n")
  }

  /// What stands at a position, for a message.
  private func lexeme(at place: Int) -> String {
    guard place < scalars.count else { return "the end of the text" }
    if isLineEnd(scalars[place]) { return "the end of the line" }
    let word = scalars[place...].prefix { isWordPart($0) }
    return "\"\(String(String.UnicodeScalarView(word.isEmpty ? scalars[place...place] : word.prefix(64))))\""
  }

  private func isLineEnd(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\n" || scalar == "\r" || scalar == "\u{2028}" || scalar == "\u{2029}"
  }

  private func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    !isLineEnd(scalar) && (scalar.properties.isWhitespace || scalar == "\u{FEFF}")
  }

  private func isWordPart(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "_")
  }

  private var current: Unicode.Scalar? { isAtEnd ? nil : scalars[position] }

  /// Passes over blanks, comments and line ends, and says whether there were any.
  @discardableResult mutating func skipSpace() -> Bool {
    let start = position
    while let scalar = current {
      if scalar == "#" {
        skipComment()
      } else if isBlank(scalar) || isLineEnd(scalar) {
        position += 1
      } else {
        break
      }
    }
    return position > start
  }

  private mutating func skipComment() {
    while let scalar = current, !isLineEnd(scalar) { position += 1 }
  }

  /// Passes over the rest of a line that must hold nothing but blanks and a comment.
  mutating func finishLine() throws(InterfaceSyntaxError) {
    while let scalar = current, isBlank(scalar) { position += 1 }
    if current == "#" { skipComment() }
    guard let scalar = current else { return }
    guard isLineEnd(scalar) else { throw failure("the end of the line") }
    position += 1
  }

  /// Takes the text if it stands here.
  mutating func take(_ text: String) -> Bool {
    guard scalars[position...].starts(with: text.unicodeScalars) else { return false }
    position += text.unicodeScalars.count
    return true
  }

  /// Takes the text or fails.
  mutating func expect(_ text: String) throws(InterfaceSyntaxError) {
    guard take(text) else { throw failure("\"\(text)\"") }
  }

  /// Takes letters, digits and underscores, and further characters where they belong to the name; may be empty.
  mutating func takeWord(including others: String = "") -> String {
    let word = scalars[position...].prefix { isWordPart($0) || others.unicodeScalars.contains($0) }
    position = word.endIndex
    return String(String.UnicodeScalarView(word))
  }
}
