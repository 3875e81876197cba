import Plumb
import PlumbInterface

/// `plumbctl panel`.
enum PanelCommand {
  static let entry = ToolCommand(
    group: .steering,
    command: .daemon(
      "panel", summary: "Say whether somebody looks at the panel, for as long as it runs.", operands: "on|off",
      operandCount: 1...1,
      discussion: """
        While the panel is off, or the session idle, the sensor need not measure: what
        was shown last stays so, and is judged anew when somebody looks again. For
        sessions whose agent does not say so itself. Ends with 0 on Ctrl-C, and with 3
        when the daemon has ended.
        """), run: run)

  private static func run(_ invocation: Invocation) throws(Failure) -> Int32 {
    let word = invocation.arguments.operands[0]
    guard ["on", "off"].contains(word) else { throw invocation.unknown(word, "a state", ["on", "off"]) }
    let connection = try invocation.connect()
    let interruption = Interruption(ownsProcess: invocation.ownsProcess)
    let reply = try invocation.call(
      Rotation.method("SetPanel"), Rotation.SetPanelParameters(on: word == "on"), on: connection)
    if invocation.json { invocation.line(reply.parameters) }
    while true {
      do {
        if case .interrupted = try interruption.wait(connection, timeout: nil) { return ExitStatus.done }
      } catch {
        throw Failure("the daemon has ended", status: ExitStatus.noDaemon)
      }
    }
  }
}
