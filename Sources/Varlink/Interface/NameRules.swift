/// The names that an interface description may use (varlink.org, "Interface Definition", the grammar).
enum NameRules {
  /// The longest name that is looked up, in bytes; none of an interface comes near it.
  ///
  /// Names of peers are hashed as Unicode text, whose cost grows with the square of a run of combining marks.
  static let longestName = 255

  /// At least two labels joined by dots.
  ///
  /// A label is made of letters, digits and inner hyphens; the first begins with a letter.
  static func isInterfaceName(_ name: String) -> Bool {
    let labels = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard labels.count >= 2, let first = name.utf8.first, isLetter(first) else { return false }
    return labels.allSatisfy { label in
      guard let first = label.first, let last = label.last else { return false }
      return isAlphanumeric(first) && isAlphanumeric(last)
        && label.allSatisfy { isAlphanumeric($0) || $0 == UInt8(ascii: "-") }
    }
  }

  /// The name of a type, method or error: letters and digits after a capital.
  static func isMemberName(_ name: String) -> Bool {
    guard let first = name.utf8.first, isCapital(first) else { return false }
    return name.utf8.allSatisfy(isAlphanumeric)
  }

  /// The name of a field or the word of an enumeration: letters, digits and single inner underscores after a letter.
  static func isFieldName(_ name: String) -> Bool {
    guard let first = name.utf8.first, isLetter(first), name.utf8.last != UInt8(ascii: "_") else { return false }
    let parts = name.utf8.split(separator: UInt8(ascii: "_"), omittingEmptySubsequences: false)
    return parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(isAlphanumeric) }
  }

  private static func isCapital(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") }

  private static func isLetter(_ byte: UInt8) -> Bool {
    isCapital(byte) || byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z")
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    isLetter(byte) || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }
}
