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
    Self.write(STDERR_FILENO, (toJournal ? "<\(level.priority)>" : "plumb-session: ") + text + "\n")
  }

  /// Writes to standard output or standard error, wholly.
  static func write(_ descriptor: Int32, _ text: String) {
    var rest = ArraySlice(Array(text.utf8))
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}
