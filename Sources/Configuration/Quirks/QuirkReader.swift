import Orientation
import Spelling

/// Reads the files of quirks.d: one section a kind of machine or sensor, match keys and facts.
struct QuirkReader {
  private(set) var quirks: [DeviceQuirk] = []
  private(set) var issues: [ConfigurationIssue] = []

  /// A key: what it takes, and how it is set.
  private struct Key {
    var name: String
    var allowed: String
    var matches: Bool
    var set: @Sendable (String, inout DeviceQuirk) -> Bool

    init<Value>(
      _ name: String, _ path: WritableKeyPath<DeviceQuirk, Value?> & Sendable, _ syntax: ValueSyntax<Value>,
      matches: Bool = false
    ) {
      self.name = name
      self.matches = matches
      allowed = syntax.allowed
      set = { text, quirk in
        guard let value = syntax.parse(text) else { return false }
        quirk[keyPath: path] = value
        return true
      }
    }
  }

  /// The names of all keys, in the order in which they are documented.
  static var keyNames: [String] { keys.map(\.name) }

  private static let keys: [Key] = [
    Key("dmi", \.dmi, .glob, matches: true), Key("device-tree", \.deviceTree, .glob, matches: true),
    Key("sensor", \.sensor, .glob, matches: true), Key("mount-matrix", \.mountMatrix, .mountMatrix),
    Key("polarity", \.polarity, .word), Key("ignore", \.isIgnored, .yesOrNo),
  ]

  mutating func read(_ source: ConfigurationSource) {
    issues += source.readSections { heading, assignments in
      section(heading, assignments, in: source.file)
    }
  }

  mutating func report(_ issue: ConfigurationIssue) { issues.append(issue) }

  private mutating func section(
    _ heading: INIDocument.Heading, _ assignments: [INIDocument.Assignment], in file: String
  ) -> [ConfigurationIssue] {
    var quirk = DeviceQuirk(name: heading.name, file: file)
    var found: [ConfigurationIssue] = []
    var lines: [String: Int] = [:]
    for assignment in assignments {
      var issue = ConfigurationIssue(
        file: file, line: assignment.line, section: heading.name, key: assignment.key, problem: .invalidValue,
        given: assignment.value)
      if let key = Self.keys.first(where: { $0.name == assignment.key }) {
        if let firstLine = lines[key.name] {
          issue.problem = .duplicateKey(firstLine: firstLine)
        } else {
          lines[key.name] = assignment.line
          if key.set(assignment.value, &quirk) { continue }
          issue.allowed = "allowed: " + key.allowed
        }
      } else {
        let names = Self.keyNames
        issue.problem = .unknownKey
        issue.allowed = "Keys of a quirk: " + names.joined(separator: ", ")
        issue.suggestion = Spelling.nearest(to: assignment.key, among: names)
      }
      found.append(issue)
    }
    for (matches, what) in [(true, "what it matches"), (false, "what is so about it")]
    where found.isEmpty && !Self.keys.contains(where: { $0.matches == matches && lines[$0.name] != nil }) {
      let names = Self.keys.filter { $0.matches == matches }.map(\.name).joined(separator: ", ")
      found.append(
        .init(
          file: file, line: heading.line, section: heading.name, problem: .incomplete(missing: what),
          allowed: "at least one of " + names))
    }
    if found.isEmpty { quirks.append(quirk) }
    return found
  }
}

extension ValueSyntax<String> {
  /// A pattern of fnmatch(3); it may not be empty.
  fileprivate static let glob = Self(
    allowed: "a pattern with * and ?", parse: { $0.isEmpty ? nil : $0 }, text: { $0 })
}
