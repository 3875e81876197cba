import Console
import EventLoop
import Glibc

/// What happened, for people: one line an event, on standard error, with journald's priorities where it listens.
///
/// No line is waited for: a reader that does not read loses lines, and learns how many.
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

  /// What others can make happen as often as they like, and is told once in a while only.
  enum Kind {
    case clientRefused
    case noDescriptorLeft
    case cannotAccept
    case clientNotTakenUp
    case lockNotKept
    case lockNotForgotten
    case sensorRead
    case sensorLost
    case sensorUnavailable
    case sensorSilent
    case sensorBack
    case sensorNotice
    case tabletMode

    /// What others do in floods is told once in ten seconds; a sensor that comes and goes may be told a few times.
    fileprivate var measure: LogLimiter<Kind>.Measure {
      switch self {
      case .clientRefused, .noDescriptorLeft, .cannotAccept, .clientNotTakenUp, .lockNotKept, .lockNotForgotten: .init()
      case .sensorRead, .sensorLost, .sensorUnavailable, .sensorSilent, .sensorBack, .tabletMode:
        .init(lines: 5, seconds: 60)
      case .sensorNotice: .init(lines: 20, seconds: 60)
      }
    }
  }

  /// Lines above this level are not written.
  static var level = Level.info

  private static let toJournal = getenv("JOURNAL_STREAM") != nil
  private static var output = LineOutput(STDERR_FILENO)
  private static var limiter = LogLimiter<Kind>()

  static func error(_ line: @autoclosure () -> String) { write(.error, line) }
  static func warning(_ line: @autoclosure () -> String) { write(.warning, line) }
  static func notice(_ line: @autoclosure () -> String) { write(.notice, line) }
  static func info(_ line: @autoclosure () -> String) { write(.info, line) }
  static func debug(_ line: @autoclosure () -> String) { write(.debug, line) }

  /// A warning of a kind that may come in floods: the first at once, later ones with the number of those not told.
  static func warning(_ kind: Kind, _ line: @autoclosure () -> String) { write(.warning, kind, line) }

  /// The same for what is as it should be.
  static func notice(_ kind: Kind, _ line: @autoclosure () -> String) { write(.notice, kind, line) }

  private static func write(_ level: Level, _ kind: Kind, _ line: () -> String) {
    guard level <= Self.level, let withheld = limiter.admit(kind, at: EventLoop.now, kind.measure) else { return }
    write(level) { withheld > 0 ? line() + " (and \(withheld) more like this before)" : line() }
  }

  private static func write(_ level: Level, _ line: () -> String) {
    guard level <= Self.level else { return }
    output.write(Self.oneLine(line()), prefix: Self.prefix(level))
  }

  /// Says, line by line, why the daemon does not run: written wholly, for no work waits for it any more.
  static func lastWords(_ lines: [String]) {
    let text = lines.map { prefix(.error) + oneLine($0) + "\n" }.joined()
    // There is nobody else to tell that nobody reads.
    try? TextOutput.standardError.write(text)
  }

  private static func prefix(_ level: Level) -> String { toJournal ? "<\(level.rawValue)>" : "plumbd: " }

  /// What came from outside must not be able to forge a line.
  private static func oneLine(_ text: String) -> String { String(text.map { $0.isNewline ? " " : $0 }) }
}
