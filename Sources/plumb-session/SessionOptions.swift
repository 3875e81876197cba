import Configuration
import Console
import SessionAgent

/// The agent's command line.
struct SessionOptions {
  static let command = Command(
    "plumb-session",
    summary: "Turns this session's screen as plumbd says, and tells it who is in front.",
    options: [
      .init(
        "output", value: "NAME",
        help: "The connector of the panel to turn; the built-in one (eDP, LVDS, DSI) where absent."),
      .init(
        "exec", value: "COMMAND",
        help:
          "Run COMMAND at each change, with PLUMB_ORIENTATION, PLUMB_TRANSFORM and PLUMB_ANGLE in its environment."),
      .init("display", value: "KIND", help: "wayland, x11, none or auto (by default): what turns the screen."),
      .init("socket", value: "PATH", help: "The daemon's socket, instead of $PLUMBD_SOCKET or the usual one."),
      .init("log-level", value: "LEVEL", help: "error, warning, notice, info (by default) or debug."),
      .init("check-config", help: "Read the rules for applications, say what is wrong with them, and exit."),
      .init("version", help: "Print the version and exit."),
    ],
    discussion: """
      COMMAND is split into words at blanks; quotes and backslashes keep blanks
      together. No shell is involved. One runs at a time, for 10 seconds at most, and
      after several changes the latest one counts.

      Rules for applications that do not speak to plumbd themselves are read from
      ~/.config/plumbd/apps.d/*.conf, /etc/plumbd/apps.d/*.conf and desktop entries.
      They are read again when they change; SIGHUP has the application in front
      looked up again. SIGTERM and SIGINT end it.

      Exit status: 0 ended as asked, 1 failed, 2 wrong command line.
      See plumb-session(1), plumbd-apps(5), plumbd(8).
      """)

  /// What turns the screen.
  enum DisplayKind: String, CaseIterable {
    case auto, wayland, x11, none
  }

  let agent: SessionAgent.Options
  let display: DisplayKind
  let logLevel: AgentLog.Level
  let checksConfiguration: Bool

  init(_ arguments: Arguments) throws(Arguments.UsageError) {
    display = try Self.word(arguments, "display") ?? .auto
    logLevel = try Self.word(arguments, "log-level") ?? .info
    checksConfiguration = arguments.has("check-config")
    var hook: [String]?
    if let line = arguments["exec"] {
      do { hook = try CommandLineWords(line).words } catch {
        throw Arguments.UsageError("--exec is '\(line)': \(error)", command: Self.command)
      }
    }
    agent = SessionAgent.Options(output: arguments["output"], socket: arguments["socket"], hook: hook)
    guard display != .none || hook != nil else {
      throw Arguments.UsageError("--display none leaves nothing to do without --exec", command: Self.command)
    }
  }

  private static func word<Word: RawRepresentable & CaseIterable>(
    _ arguments: Arguments, _ name: String
  ) throws(Arguments.UsageError) -> Word? where Word.RawValue == String {
    guard let text = arguments[name] else { return nil }
    if let word = Word(rawValue: text) { return word }
    let words = Word.allCases.map(\.rawValue)
    throw Arguments.UsageError(
      "--\(name) is '\(text)' and may be \(words.dropLast().joined(separator: ", ")) or \(words.last ?? "")",
      command: command)
  }
}
