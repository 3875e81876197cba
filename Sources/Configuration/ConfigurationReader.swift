import Spelling

/// Takes files one after another and keeps the values, where they come from, and every mistake.
struct ConfigurationReader {
  /// So many mistakes are listed; a file that is no configuration at all has one a line.
  private static let listedIssues = 100

  private var configuration = Configuration()
  private var origins: [ConfigurationKey.ID: LoadedConfiguration.Origin] = [:]
  private var issues: [ConfigurationIssue] = []
  private var unlisted: (file: String, count: Int)?

  mutating func read(_ source: ConfigurationSource) {
    let document = INIDocument(source.bytes)
    var found: [ConfigurationIssue] = document.mistakes.map { mistake in
      .init(file: source.file, line: mistake.line, problem: mistake.problem, given: mistake.given)
    }
    for heading in document.headings where ConfigurationSection(rawValue: heading.name) == nil {
      found.append(.unknownSection(heading.name, source.file, heading.line))
    }
    var lines: [ConfigurationKey.ID: Int] = [:]
    for assignment in document.assignments {
      if let issue = take(assignment, of: source.file, seen: &lines) { found.append(issue) }
    }
    // Each line has one mistake at most, so the order is the file's.
    found.sort { ($0.line ?? 0) < ($1.line ?? 0) }
    for issue in found { report(issue) }
  }

  mutating func report(_ issue: ConfigurationIssue) {
    if issues.count < Self.listedIssues {
      issues.append(issue)
    } else {
      unlisted = (unlisted?.file ?? issue.file, (unlisted?.count ?? 0) + 1)
    }
  }

  consuming func finish() throws(ConfigurationError) -> LoadedConfiguration {
    if let unlisted { issues.append(.init(file: unlisted.file, problem: .more(count: unlisted.count))) }
    guard issues.isEmpty else { throw ConfigurationError(issues: issues) }
    return LoadedConfiguration(configuration, origins: origins)
  }

  /// Sets the key, or says why not; a key under an unknown section is covered by the section's own mistake.
  private mutating func take(
    _ assignment: INIDocument.Assignment, of file: String, seen lines: inout [ConfigurationKey.ID: Int]
  ) -> ConfigurationIssue? {
    let line = assignment.line
    guard !assignment.section.isEmpty else { return .keyOutsideSection(assignment.key, file, line) }
    guard let section = ConfigurationSection(rawValue: assignment.section) else { return nil }
    let id = ConfigurationKey.ID(section: section, name: assignment.key)
    guard let key = ConfigurationKey.all.first(where: { $0.id == id }) else { return .unknownKey(id, file, line) }
    var issue = ConfigurationIssue(
      file: file, line: line, section: section.rawValue, key: key.name, problem: .invalidValue, given: assignment.value)
    if let firstLine = lines[id] {
      issue.problem = .duplicateKey(firstLine: firstLine)
      return issue
    }
    lines[id] = line
    guard key.assign(assignment.value, to: &configuration) else {
      issue.allowed = "allowed: " + key.allowed
      issue.suggestion = key.suggestion(for: assignment.value).flatMap { $0 == assignment.value ? nil : $0 }
      return issue
    }
    origins[id] = .init(file: file, line: line)
    return nil
  }
}

extension ConfigurationIssue {
  fileprivate static func unknownSection(_ name: String, _ file: String, _ line: Int) -> Self {
    let names = ConfigurationSection.allCases.map(\.rawValue)
    return Self(
      file: file, line: line, section: name, problem: .unknownSection,
      allowed: "Sections: " + names.joined(separator: ", "), suggestion: Spelling.nearest(to: name, among: names))
  }

  fileprivate static func unknownKey(_ id: ConfigurationKey.ID, _ file: String, _ line: Int) -> Self {
    let names = ConfigurationKey.all.filter { $0.section == id.section }.map(\.name)
    return Self(
      file: file, line: line, section: id.section.rawValue, key: id.name, problem: .unknownKey,
      allowed: "Keys of [\(id.section.rawValue)]: " + names.joined(separator: ", "),
      suggestion: home(of: id.name) ?? Spelling.nearest(to: id.name, among: names))
  }

  fileprivate static func keyOutsideSection(_ name: String, _ file: String, _ line: Int) -> Self {
    Self(file: file, line: line, key: name, problem: .keyOutsideSection, suggestion: home(of: name))
  }

  /// The section that does have a key of this name, and the key.
  private static func home(of name: String) -> String? {
    ConfigurationKey.all.first { $0.name == name }.map { "[\($0.section.rawValue)] \(name)" }
  }
}
