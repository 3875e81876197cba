import Console
import Glibc

/// Where a command's text goes.
protocol Output {
  /// To standard output, at once.
  func write(_ text: String)
  /// To standard error, at once.
  func complain(_ text: String)
}

nonisolated extension String {
  /// The text as a terminal may have it: what would steer it, or turn the direction of writing, is shown as an escape.
  ///
  /// Much of what is printed was said by other programs, and theirs are the names of windows and controllers.
  ///
  /// - Parameter keepingLines: Whether line feeds stay, where the text is the tool's own and has several lines.
  func visible(keepingLines: Bool = false) -> String {
    // Most text is free of it.
    guard unicodeScalars.contains(where: Self.steers) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\n" where keepingLines: text.unicodeScalars.append(scalar)
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where Self.steers(scalar): text += "\\u{" + String(scalar.value, radix: 16) + "}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// Whether a character is a control (C0, DEL, C1), a line or paragraph separator, or steers bidirectional text
  /// (Unicode Annex 9, section 2).
  private static func steers(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

/// The process's own standard output and error.
struct ProcessOutput: Output {
  func write(_ text: String) {
    do { try TextOutput.standardOutput.write(text) } catch {
      complain("plumbctl: \(error)\n")
      exit(ExitStatus.failed)
    }
  }

  // There is nobody else to tell that nobody reads.
  func complain(_ text: String) { try? TextOutput.standardError.write(text) }
}
