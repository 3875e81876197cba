import Glibc

/// What happened, for people: one line an event, on standard error, with journald's priorities where it listens.
enum Log {
  /// syslog's levels as far as a daemon of this size needs them.
  enum Level: Int, Comparable, CaseIterable {
    case error = 3
    case warning = 4
    case notice = 5
    case info = 6
    case debug = 7

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    init?(word: String) {
      guard let match = Self.allCases.first(where: { "\($0)" == word }) else { return nil }
      self = match
    }
  }

  /// Lines above this level are not written.
  static var level = Level.info

  private static let toJournal = getenv("JOURNAL_STREAM") != nil

  static func error(_ line: @autoclosure () -> String) { write(.error, line) }
  static func warning(_ line: @autoclosure () -> String) { write(.warning, line) }
  static func notice(_ line: @autoclosure () -> String) { write(.notice, line) }
  static func info(_ line: @autoclosure () -> String) { write(.info, line) }
  static func debug(_ line: @autoclosure () -> String) { write(.debug, line) }

  private static func write(_ level: Level, _ line: () -> String) {
    guard level <= Self.level else { return }
    // What came from outside must not be able to forge a line.
    let text = String(line().map { $0.isNewline ? " " : $0 })
    standardError((toJournal ? "<\(level.rawValue)>" : "plumbd: ") + text + "\n")
  }

  /// Writes to standard error, wholly.
  static func standardError(_ text: String) { writeAll(STDERR_FILENO, text) }

  /// Writes to standard output, wholly.
  static func standardOutput(_ text: String) { writeAll(STDOUT_FILENO, text) }

  private static func writeAll(_ descriptor: Int32, _ text: String) {
    var rest = ArraySlice(Array(text.utf8))
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}
