import CLinux
import Glibc
import Plumb
import PlumbInterface
import Varlink

/// `plumbctl monitor`.
enum MonitorCommand {
  static let entry = ToolCommand(
    group: .looking,
    command: .daemon(
      "monitor", summary: "Print the state as it is, and again at every change.",
      options: [
        .init("reconnect", help: "Wait for the daemon when it is not there, or has ended."),
        .init("format", value: "FORMAT", help: "text (by default), json (as --json), or waybar."),
      ],
      discussion: """
        Each line is written at once. With --json: the State of org.plumbd.Rotation, as
        the daemon says it. With --format waybar: what a custom module of Waybar takes,
        orientation and lock as text, alt, tooltip and class. Ends with 0 on Ctrl-C, and
        with 3 when the daemon has ended.
        """), run: run)

  /// The pause between attempts to reach the daemon, in microseconds.
  private static let pause: UInt32 = 500_000

  private enum Format: String, CaseIterable {
    case text, json, waybar
  }

  private static func format(_ invocation: Invocation) throws(Failure) -> Format {
    guard let word = invocation.arguments["format"] else { return invocation.json ? .json : .text }
    guard let format = Format(rawValue: word) else {
      throw invocation.unknown(word, "a format", Format.allCases.map(\.rawValue))
    }
    guard !invocation.json || format == .json else {
      throw .usage("--json and --format \(word) exclude each other", invocation.command)
    }
    return format
  }

  private static func run(_ invocation: Invocation) throws(Failure) -> Int32 {
    let format = try format(invocation)
    if invocation.ownsProcess { endQuietlyOnSignals() }
    var isWaiting = false
    while true {
      do {
        let connection = try invocation.connect()
        isWaiting = false
        try follow(connection, invocation, format)
      } catch {
        guard invocation.arguments.has("reconnect"), error.status == ExitStatus.noDaemon else { throw error }
        if !isWaiting {
          if format == .waybar { invocation.line(json: WaybarLine.absent.json) }
          invocation.output.complain("plumbctl: waiting for the daemon\n")
        }
        isWaiting = true
        usleep(pause)
      }
    }
  }

  /// Prints until the connection ends.
  private static func follow(
    _ connection: DaemonConnection, _ invocation: Invocation, _ format: Format
  ) throws(Failure) {
    var failure: Failure?
    do {
      try connection.subscribe(Rotation.method("Monitor")) { result in
        do throws(Failure) {
          switch result {
          case .success(let reply):
            try show(reply, invocation, format)
            if !reply.continues { throw Failure("the daemon has ended", status: ExitStatus.noDaemon) }
          case .failure(.connection(let error)) where error.isAbsence:
            throw Failure("the daemon has ended", status: ExitStatus.noDaemon)
          case .failure(let error): throw Failure(error, socket: invocation.socket)
          }
        } catch { failure = error }
      }
      while failure == nil { try connection.wait() }
    } catch let error as DaemonError {
      throw Failure(error, socket: invocation.socket)
    } catch {
      if failure == nil { failure = Failure("the connection has ended: \(error)") }
    }
    if let failure { throw failure }
  }

  private static func show(_ reply: Reply, _ invocation: Invocation, _ format: Format) throws(Failure) {
    guard format != .json else { return invocation.line(reply.parameters["state"]) }
    let state = try invocation.decode(Rotation.MonitorReply.self, from: reply).state
    if format == .waybar { return invocation.line(json: WaybarLine(state).json) }
    invocation.line("\(localTime())  \(line(state))")
  }

  /// A state as one line for people.
  static func line(_ state: RotationState) -> String {
    var parts = [state.interface.word, state.deviceWords, state.reason.words]
    if let locked = state.locked { parts.append("locked in \(locked.word)") }
    if !state.sensor.available {
      parts.append("no sensor")
    } else if state.sensor.stale {
      parts.append("silent sensor")
    }
    if let foreground = state.foreground { parts.append(foreground.application) }
    return parts.joined(separator: " — ")
  }

  private static func localTime() -> String {
    var now = time(nil)
    var parts = tm()
    localtime_r(&now, &parts)
    return [parts.tm_hour, parts.tm_min, parts.tm_sec].map { ($0 < 10 ? "0" : "") + "\($0)" }.joined(separator: ":")
  }

  private static func endQuietlyOnSignals() {
    // Every line is written as soon as it is known, so nothing is lost by ending on the spot.
    signal(SIGINT) { _ in _exit(ExitStatus.done) }
    signal(SIGTERM) { _ in _exit(ExitStatus.done) }
  }
}
