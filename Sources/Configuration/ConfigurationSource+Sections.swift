extension ConfigurationSource {
  /// Reads a file whose sections have names of the writer's own, each of which may come once.
  ///
  /// - Parameter read: Called with each section's heading and its assignments; returns what is wrong with them.
  /// - Returns: All that is wrong with the file, by line.
  func readSections(
    _ read: (INIDocument.Heading, [INIDocument.Assignment]) -> [ConfigurationIssue]
  ) -> [ConfigurationIssue] {
    let document = INIDocument(bytes)
    var found = document.mistakes.map { mistake in
      ConfigurationIssue(file: file, line: mistake.line, problem: mistake.problem, given: mistake.given)
    }
    let assignments = Dictionary(grouping: document.assignments, by: \.section)
    var firstLines: [String: Int] = [:]
    for heading in document.headings {
      if let firstLine = firstLines[heading.name] {
        found.append(
          .init(file: file, line: heading.line, section: heading.name, problem: .duplicateSection(firstLine: firstLine))
        )
      } else {
        firstLines[heading.name] = heading.line
        found += read(heading, assignments[heading.name] ?? [])
      }
    }
    for assignment in assignments[""] ?? [] {
      found.append(.init(file: file, line: assignment.line, key: assignment.key, problem: .keyOutsideSection))
    }
    return found.sorted { ($0.line ?? 0) < ($1.line ?? 0) }
  }
}
