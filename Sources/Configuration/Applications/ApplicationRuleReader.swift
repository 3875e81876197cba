import Orientation
import Spelling

/// Reads the files of apps.d: one section an application, and which ways it can be shown.
struct ApplicationRuleReader {
  private(set) var rules: [ApplicationRule] = []
  private(set) var issues: [ConfigurationIssue] = []

  private static let key = "supported"
  private static let syntax = ValueSyntax<InterfaceOrientationMask>.mask

  mutating func read(_ source: ConfigurationSource) {
    issues += source.readSections { heading, assignments in
      section(heading, assignments, in: source.file)
    }
  }

  mutating func report(_ issue: ConfigurationIssue) { issues.append(issue) }

  private mutating func section(
    _ heading: INIDocument.Heading, _ assignments: [INIDocument.Assignment], in file: String
  ) -> [ConfigurationIssue] {
    var mask: InterfaceOrientationMask?
    var firstLine: Int?
    var found: [ConfigurationIssue] = []
    for assignment in assignments {
      var issue = ConfigurationIssue(
        file: file, line: assignment.line, section: heading.name, key: assignment.key, problem: .invalidValue,
        given: assignment.value)
      if assignment.key != Self.key {
        issue.problem = .unknownKey
        issue.allowed = "Keys of an application: \(Self.key)"
        issue.suggestion = Spelling.nearest(to: assignment.key, among: [Self.key])
      } else if let firstLine {
        issue.problem = .duplicateKey(firstLine: firstLine)
      } else {
        firstLine = assignment.line
        mask = Self.syntax.parse(assignment.value)
        if mask != nil { continue }
        issue.allowed = "allowed: " + Self.syntax.allowed
        issue.suggestion = Spelling.nearest(to: assignment.value, among: Self.syntax.words)
      }
      found.append(issue)
    }
    guard found.isEmpty else { return found }
    guard let mask else {
      return [
        .init(
          file: file, line: heading.line, section: heading.name,
          problem: .incomplete(missing: "which ways the application can be shown"),
          allowed: "\(Self.key) = " + Self.syntax.allowed)
      ]
    }
    rules.append(ApplicationRule(pattern: heading.name, supported: mask, file: file))
    return []
  }
}
