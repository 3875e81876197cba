import Console
import Glibc
import SessionAgent

/// One line an event, on standard error, with journald's priorities where it listens.
struct SessionLog {
  var level: AgentLog.Level
  private let toJournal = getenv("JOURNAL_STREAM") != nil

  init(level: AgentLog.Level) { self.level = level }

  func write(_ level: AgentLog.Level, _ line: String) {
    guard level.priority <= self.level.priority else { return }
    // What came from outside must not be able to forge a line.
    let text = String(line.map { $0.isNewline ? " " : $0 })
    // There is nobody else to tell that nobody reads.
    try? TextOutput.standardError.write((toJournal ? "<\(level.priority)>" : "plumb-session: ") + text + "\n")
  }
}
