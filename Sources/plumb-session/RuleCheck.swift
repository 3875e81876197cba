import Console

/// `plumb-session --check-config`.
enum RuleCheck {
  /// Prints what is wrong with the rules, or what they are; the exit status.
  static func run() throws(TextOutput.Failure) -> Int32 {
    var book = SessionEnvironment.rules
    let (rules, files, mistakes) = book.check()
    guard mistakes.isEmpty else {
      SessionLog.lastWords(mistakes)
      return 1
    }
    try TextOutput.standardOutput.write(
      files.isEmpty
        ? "there are no rules for applications\n"
        : "\(rules.count) \(rules.count == 1 ? "rule is" : "rules are") in order, in \(files.joined(separator: ", "))\n"
    )
    return 0
  }
}
