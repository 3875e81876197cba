import Glibc
import JSON

/// Takes out of a text what says who somebody is: users' names, what lies in their homes, the host, addresses and ids.
///
/// It takes rather too much than too little.
struct Redactor {
  /// Names that are replaced wherever they stand as a whole word, and by what.
  var names: [(name: String, replacement: String)] = []
  /// Folders of which only the fact remains.
  var homes: [String] = []

  /// The text without them.
  func redact(_ text: String) -> String {
    var text = Self.replacingIdentifiers(in: text)
    for home in (homes + Self.usualHomes).sorted(by: { $0.utf8.count > $1.utf8.count }) {
      text = Self.replacingPaths(in: text, below: home)
    }
    for (name, replacement) in names where name.utf8.count > 1 {
      text = Self.replacing(name, by: replacement, in: text)
    }
    return text
  }

  /// The value with all its texts redacted; keys are the tool's own.
  func redact(_ value: JSONValue) -> JSONValue {
    switch value {
    case .string(let text): .string(redact(text))
    case .array(let elements): .array(elements.map(redact))
    case .object(let fields): .object(fields.mapValues(redact))
    case .null, .bool, .integer, .number: value
    }
  }

  private static let usualHomes = ["/home", "/root", "/var/home"]

  // MARK: Names

  private static func isWordPart(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }

  private static func replacing(_ name: String, by replacement: String, in text: String) -> String {
    var result = ""
    var rest = text[...]
    while let range = rest.firstRange(of: name) {
      let before = rest[..<range.lowerBound].last ?? result.last
      let after = rest[range.upperBound...].first
      let isWhole = before.map(isWordPart) != true && after.map(isWordPart) != true
      result += rest[..<range.lowerBound]
      result += isWhole ? replacement : name
      rest = rest[range.upperBound...]
    }
    return result + rest
  }

  // MARK: Paths

  /// What ends a path in a sentence; not a blank, for folders are called "My Documents".
  private static let pathEnds: Set<Character> = ["\"", "'", ":", ",", ";", "(", ")", "[", "]", "\n", "\t"]

  private static func replacingPaths(in text: String, below home: String) -> String {
    guard home.utf8.count > 1 else { return text }
    var result = ""
    var rest = text[...]
    while let range = rest.firstRange(of: home) {
      let before = rest[..<range.lowerBound].last ?? result.last
      let after = rest[range.upperBound...].first
      result += rest[..<range.lowerBound]
      rest = rest[range.upperBound...]
      // Another name that begins or ends alike is no home.
      let isWhole = after.map { $0 == "/" || $0 == " " || pathEnds.contains($0) } ?? true
      guard isWhole, before.map({ isWordPart($0) || $0 == "/" }) != true else {
        result += home
        continue
      }
      if after == "/" { rest = rest.drop { !pathEnds.contains($0) } }
      result += "~/…"
    }
    return result + rest
  }

  // MARK: Addresses and ids

  private static func replacingIdentifiers(in text: String) -> String {
    var result = ""
    var run = ""
    var isInsideWord = false
    func finish() {
      result += isInsideWord ? run : replacement(for: run)
      run = ""
    }
    for character in text {
      if run.isEmpty ? character.isHexDigit || character == ":" : character.isHexDigit || ":.-".contains(character) {
        if run.isEmpty { isInsideWord = result.last.map(isWordPart) ?? false }
        run.append(character)
      } else {
        if isWordPart(character) { isInsideWord = true }
        finish()
        result.append(character)
      }
    }
    finish()
    return result
  }

  /// The run, or what is said in place of an address or an id.
  private static func replacement(for run: String) -> String {
    let end = run.lastIndex { $0.isHexDigit }.map(run.index(after:)) ?? run.startIndex
    let (core, tail) = (run[..<end], run[end...])
    if isAddress(core) { return "(address)" + tail }
    if isIdentifier(core) { return "(id)" + tail }
    return run
  }

  private static func isAddress(_ text: Substring) -> Bool {
    let octets = text.split(separator: ".", omittingEmptySubsequences: false)
    if octets.count == 4, octets.allSatisfy({ UInt8($0) != nil }) { return true }
    let groups = text.split(separator: ":", omittingEmptySubsequences: false)
    let isHex = groups.allSatisfy { $0.allSatisfy(\.isHexDigit) && $0.count <= 4 }
    // A hardware address, or one of IPv6, in full or shortened.
    if groups.count == 6, groups.allSatisfy({ $0.count == 2 && $0.allSatisfy(\.isHexDigit) }) { return true }
    return isHex && (groups.count == 8 || (groups.count > 3 && text.contains("::")))
  }

  private static func isIdentifier(_ text: Substring) -> Bool {
    if text.utf8.count >= 32, text.allSatisfy(\.isHexDigit) { return true }
    return text.split(separator: "-", omittingEmptySubsequences: false).map(\.count) == [8, 4, 4, 4, 12]
  }
}

extension Redactor {
  /// What is to be kept quiet about this machine's people, and its name.
  static func ofThisMachine() -> Redactor {
    var redactor = Redactor()
    func hide(_ user: passwd) {
      let real = String(cString: user.pw_gecos).split(separator: ",").first.map(String.init) ?? ""
      if !real.isEmpty { redactor.names.append((real, "(name)")) }
      redactor.names.append((String(cString: user.pw_name), "(user)"))
      redactor.homes.append(String(cString: user.pw_dir))
    }
    setpwent()
    while let user = getpwent() {
      // The system's own users are no persons; 65534 is nobody.
      if user.pointee.pw_uid >= 1000, user.pointee.pw_uid != 65534 { hide(user.pointee) }
    }
    endpwent()
    for variable in ["USER", "LOGNAME", "SUDO_USER"] {
      if let name = getenv(variable).map({ String(cString: $0) }), name != "root" {
        redactor.names.append((name, "(user)"))
      }
    }
    if let home = getenv("HOME") { redactor.homes.append(String(cString: home)) }
    var name = [CChar](repeating: 0, count: 256)
    if gethostname(&name, name.count - 1) == 0 {
      let host = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      for word in [host, host.split(separator: ".").first.map(String.init) ?? ""] where word != "localhost" {
        redactor.names.append((word, "(host)"))
      }
    }
    // Homes such as / or /usr would hide everything.
    redactor.homes.removeAll { $0.split(separator: "/").count < 2 }
    return redactor
  }
}
