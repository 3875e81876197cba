import CLibINIH

/// What an INI file says line by line, before anybody asks whether its names mean something.
///
/// libinih does the reading. Its reader callback, ours, counts the lines and keeps away from it what it would silently
/// misread: lines longer than its buffer (it would split them), names of sections over 49 bytes (it would cut them)
/// and indented lines (it would join them to the key above).
struct INIDocument {
  struct Heading {
    var line: Int
    var name: String
  }

  struct Assignment {
    var line: Int
    /// Empty above the first heading.
    var section: String
    var key: String
    var value: String
  }

  struct Mistake {
    var line: Int
    var problem: ConfigurationIssue.Problem
    var given: String?
  }

  fileprivate(set) var headings: [Heading] = []
  fileprivate(set) var assignments: [Assignment] = []
  fileprivate(set) var mistakes: [Mistake] = []

  init(_ bytes: [UInt8]) {
    let scanner = INIScanner(bytes)
    withExtendedLifetime(scanner) {
      let context = Unmanaged.passUnretained(scanner).toOpaque()
      // The result is the number of the first line that libinih could not use; the scanner knows all of them.
      _ = ini_parse_stream(supplyLine, context, takeAssignment, context)
    }
    self = scanner.document
  }

  fileprivate init() {}
}

private let supplyLine: ini_reader = { buffer, capacity, context in
  guard let buffer, let context, capacity > 0 else { return nil }
  return Unmanaged<INIScanner>.fromOpaque(context).takeUnretainedValue().supplyLine(to: buffer, Int(capacity))
}

private let takeAssignment: ini_handler = { context, section, key, value in
  guard let context, let section, let key, let value else { return 0 }
  Unmanaged<INIScanner>.fromOpaque(context).takeUnretainedValue()
    .take(section: String(cString: section), key: String(cString: key), value: String(cString: value))
  return 1
}

/// Feeds libinih one checked line at a time, and takes what it made of it; a refused line becomes a blank one.
private final class INIScanner {
  /// libinih's MAX_SECTION without the NUL.
  private static let longestSectionName = 49
  /// ini.h asks for a buffer three bytes longer than the longest line.
  private static let reserve = 3

  private(set) var document = INIDocument()
  private let bytes: [UInt8]
  private var position = 0
  private var line = 0
  /// A line that libinih has been given and has not yet turned into an assignment.
  private var awaited: String?
  /// Under a heading that was refused: its keys would be taken for the section before.
  private var skipsSection = false

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  func supplyLine(to buffer: UnsafeMutablePointer<CChar>, _ capacity: Int) -> UnsafeMutablePointer<CChar>? {
    if let awaited { refuse(.notAnAssignment, given: awaited) }
    awaited = nil
    guard position < bytes.count else { return nil }
    var end = 0
    for byte in checked(nextLine(), limit: capacity - Self.reserve).prefix(capacity - 1) {
      buffer[end] = CChar(bitPattern: byte)
      end += 1
    }
    buffer[end] = 0
    return buffer
  }

  func take(section: String, key: String, value: String) {
    guard !key.isEmpty else { return }
    awaited = nil
    document.assignments.append(.init(line: line, section: section, key: key, value: value))
  }

  /// The bytes up to the next line feed or the end, without a final carriage return.
  private func nextLine() -> ArraySlice<UInt8> {
    line += 1
    var text = bytes[position...].prefix { $0 != UInt8(ascii: "\n") }
    position = text.endIndex + 1
    if text.last == UInt8(ascii: "\r") { text.removeLast() }
    return text
  }

  /// The line if libinih will read it rightly, else nothing.
  private func checked(_ bytes: ArraySlice<UInt8>, limit: Int) -> ArraySlice<UInt8> {
    let content = bytes.drop(while: isBlank)
    // A heading that is refused for whatever reason ends the section before it all the same.
    if content.first == UInt8(ascii: "[") { skipsSection = true }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      refuse(.notUTF8)
      return []
    }
    if let control = text.unicodeScalars.first(where: isControl) {
      refuse(.controlCharacter(UInt8(truncatingIfNeeded: control.value)))
      return []
    }
    guard let first = content.first, first != UInt8(ascii: "#"), first != UInt8(ascii: ";") else { return [] }
    guard content.startIndex == bytes.startIndex else {
      refuse(.indented, given: text)
      return []
    }
    if first == UInt8(ascii: "[") { return checkedHeading(bytes, text) }
    guard bytes.count <= limit else {
      refuse(.lineTooLong(bytes: bytes.count, limit: limit))
      return []
    }
    guard !skipsSection else { return [] }
    awaited = text
    return bytes
  }

  private func checkedHeading(_ bytes: ArraySlice<UInt8>, _ text: String) -> ArraySlice<UInt8> {
    let name = bytes.dropFirst().prefix { $0 != UInt8(ascii: "]") && $0 != UInt8(ascii: ";") }
    let rest = bytes[name.endIndex...]
    let isClosed = rest.first == UInt8(ascii: "]")
    let remark = rest.dropFirst().drop(while: isBlank)
    guard isClosed, !name.isEmpty, remark.first.map({ $0 == UInt8(ascii: ";") }) ?? true else {
      refuse(.malformedHeading, given: text)
      return []
    }
    guard name.count <= Self.longestSectionName else {
      refuse(.sectionNameTooLong(bytes: name.count, limit: Self.longestSectionName))
      return []
    }
    skipsSection = false
    document.headings.append(.init(line: line, name: String(decoding: name, as: UTF8.self)))
    return bytes[...name.endIndex]
  }

  private func refuse(_ problem: ConfigurationIssue.Problem, given: String? = nil) {
    document.mistakes.append(.init(line: line, problem: problem, given: given))
  }

  private func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

  /// The control characters of ASCII and Latin-1 but the tab: terminals and journals would obey them.
  private func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar != "\t" && (scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value))
  }
}
