import Glibc

/// `plumb-session --check-config`.
enum RuleCheck {
  /// Prints what is wrong with the rules, or what they are; the exit status.
  static func run() -> Int32 {
    var book = SessionEnvironment.rules
    let (rules, files, mistakes) = book.check()
    guard mistakes.isEmpty else {
      SessionLog.write(STDERR_FILENO, mistakes.map { $0 + "\n" }.joined())
      return 1
    }
    SessionLog.write(
      STDOUT_FILENO,
      files.isEmpty
        ? "there are no rules for applications\n"
        : "\(rules.count) rule(s) are in order, in \(files.joined(separator: ", "))\n")
    return 0
  }
}
