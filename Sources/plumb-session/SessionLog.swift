import Console
import Glibc
import SessionAgent

/// One line an event, on standard error, with journald's priorities where it listens.
///
/// No line is waited for: a reader that does not read loses lines, and learns how many.
final class SessionLog {
  private let level: AgentLog.Level
  private var output = LineOutput(STDERR_FILENO)

  private static let toJournal = getenv("JOURNAL_STREAM") != nil

  init(level: AgentLog.Level) { self.level = level }

  func write(_ level: AgentLog.Level, _ line: String) {
    guard level.priority <= self.level.priority else { return }
    output.write(Self.oneLine(line), prefix: Self.prefix(level))
  }

  /// Says, line by line, why the program ends: written wholly, for no work waits for it any more.
  static func lastWords(_ lines: [String]) {
    let text = lines.map { prefix(.error) + oneLine($0) + "\n" }.joined()
    // There is nobody else to tell that nobody reads.
    try? TextOutput.standardError.write(text)
  }

  private static func prefix(_ level: AgentLog.Level) -> String {
    toJournal ? "<\(level.priority)>" : "plumb-session: "
  }

  /// What came from outside must not be able to forge a line.
  private static func oneLine(_ text: String) -> String { String(text.map { $0.isNewline ? " " : $0 }) }
}
