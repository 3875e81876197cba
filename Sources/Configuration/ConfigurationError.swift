/// Everything that is wrong in a set of configuration files, in the order of files and lines.
public struct ConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The mistakes; never empty.
  public let issues: [ConfigurationIssue]

  /// Puts mistakes together that were found one by one; there must be one.
  public init(issues: [ConfigurationIssue]) { self.issues = issues }

  /// One line a mistake.
  public var description: String { issues.map(\.description).joined(separator: "\n") }
}

/// One mistake in a configuration file: where it is, what was given, what is allowed.
public struct ConfigurationIssue: Sendable, Hashable {
  /// What kind of mistake it is.
  public enum Problem: Sendable, Hashable {
    /// The file or the directory cannot be read; the system's reason.
    case unreadable(reason: String)
    /// It is a symbolic link to where nothing is.
    case danglingLink
    /// It is a directory, a pipe, a socket or a device.
    case notAFile
    /// The file has more than this many bytes.
    case tooLarge(limit: Int)
    /// The line is not UTF-8.
    case notUTF8
    /// The line holds a control character (NUL included), by its code.
    case controlCharacter(UInt8)
    /// The line begins with blanks, which the INI format reads as the continuation of the line above.
    case indented
    /// The line has more bytes than the INI reader takes whole.
    case lineTooLong(bytes: Int, limit: Int)
    /// A section's name is longer than the INI reader takes whole.
    case sectionNameTooLong(bytes: Int, limit: Int)
    /// A line that begins like a section is not `[NAME]`.
    case malformedHeading
    /// The line is neither `[section]` nor `key = value`.
    case notAnAssignment
    /// A key stands above the first section.
    case keyOutsideSection
    /// No such section.
    case unknownSection
    /// The section has no such key.
    case unknownKey
    /// The file has set the key before, in that line.
    case duplicateKey(firstLine: Int)
    /// The file has the section already, from that line on; where each section is a thing of its own.
    case duplicateSection(firstLine: Int)
    /// The section lacks what it cannot do without.
    case incomplete(missing: String)
    /// The key does not take the value.
    case invalidValue
    /// There are so many more mistakes that are not listed.
    case more(count: Int)
  }

  /// The path of the file.
  public var file: String
  /// The line's number, from 1; nil where the file as a whole is meant.
  public var line: Int?
  /// The section's name without brackets, as it is written.
  public var section: String?
  /// The key's name, as it is written.
  public var key: String?
  /// What is wrong.
  public var problem: Problem
  /// The value or the line as it is written.
  public var given: String?
  /// What may stand there, in words.
  public var allowed: String?
  /// What was probably meant.
  public var suggestion: String?
}

extension ConfigurationIssue: CustomStringConvertible {
  /// One line for people: `FILE:LINE: [SECTION] KEY: what is wrong; did you mean "…"? What is allowed`.
  public var description: String {
    var text = file
    if let line { text += ":\(line)" }
    text += ": "
    if let section {
      text += key.map { "[\(section)] \($0): " } ?? "[\(section)]: "
    } else if let key {
      text += "\(key): "
    }
    text += complaint
    if let suggestion { text += "; did you mean \"\(suggestion)\"?" }
    if let allowed {
      text += (suggestion == nil ? "; " : " ") + allowed
    }
    return text
  }

  private var complaint: String {
    switch problem {
    case .unreadable(let reason): "cannot be read: \(reason)"
    case .danglingLink: "is a symbolic link to where nothing is"
    case .notAFile: "is not a regular file"
    case .tooLarge(let limit): "is larger than \(limit) bytes"
    case .notUTF8: "the line is not UTF-8 text"
    case .controlCharacter(0): "the line holds a NUL byte"
    case .controlCharacter(let code): "the line holds the control character \(code)"
    case .indented: "the line begins with blanks, which would continue the line above; remove them"
    case .lineTooLong(let bytes, let limit): "the line has \(bytes) bytes; at most \(limit) are allowed"
    case .sectionNameTooLong(let bytes, let limit):
      "the section's name has \(bytes) bytes; at most \(limit) are allowed"
    case .malformedHeading: "\(quoted) is not a section; write [NAME] on a line of its own"
    case .notAnAssignment: "\(quoted) is neither [section] nor key = value"
    case .keyOutsideSection: "the key stands above the first section"
    case .unknownSection: "unknown section"
    case .unknownKey: "unknown key"
    case .duplicateKey(let firstLine): "the key is set twice, first in line \(firstLine)"
    case .duplicateSection(let firstLine): "the section is there twice, first in line \(firstLine)"
    case .incomplete(let missing): "the section does not say \(missing)"
    case .invalidValue: "\(quoted) is not allowed"
    case .more(let count): count == 1 ? "1 more mistake is not listed" : "\(count) more mistakes are not listed"
    }
  }

  private var quoted: String { "\"\(given ?? "")\"" }
}
