/// The two ways to write the words of orientations and their sets: UIKit's (`landscapeLeft`), which is that of the
/// socket, and that of Linux's files (`landscape-left`).
public enum OrientationSpelling {
  /// UIKit's spelling of a word with hyphens; what is not one stays as it is.
  public static func joined(_ word: some StringProtocol) -> String {
    let parts = word.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count > 1, parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(isSmallLetter) }) else {
      return String(word)
    }
    return parts.dropFirst().reduce(into: String(parts[0])) { $0 += $1.prefix(1).uppercased() + $1.dropFirst() }
  }

  /// The files' spelling of one of UIKit's words.
  public static func hyphenated(_ word: String) -> String {
    word.reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) }
  }

  private static func isSmallLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
}
