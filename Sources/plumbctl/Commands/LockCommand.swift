import Orientation
import PlumbInterface
import Varlink

/// `plumbctl lock`.
enum LockCommand {
  static let entry = ToolCommand(
    group: .steering,
    command: .daemon(
      "lock", summary: "Stop following the device.", operands: "[ORIENTATION]", operandCount: 0...1,
      options: [.init("toggle", help: "Follow the device again where it is not followed, as a key does.")],
      discussion: """
        The interface stays as it is, or turns to ORIENTATION where the application in
        front allows that: portrait, portraitUpsideDown, landscapeRight or landscapeLeft.
        The lock survives a restart; where it could not be kept for that, a warning says
        so. What an application allows outranks it.
        """), run: run)

  private static func run(_ invocation: Invocation) throws(Failure) -> Int32 {
    var orientation: InterfaceOrientation?
    if let word = invocation.arguments.operands.first { orientation = try invocation.interfaceOrientation(word) }
    let connection = try invocation.connect()
    if invocation.arguments.has("toggle") {
      let reply = try invocation.call(Rotation.method("Monitor"), Rotation.Nothing(), on: connection)
      if try invocation.decode(Rotation.MonitorReply.self, from: reply).state.locked != nil {
        return try UnlockCommand.run(invocation)
      }
    }
    let reply = try invocation.call(
      Rotation.method("Lock"), Rotation.LockParameters(orientation: orientation), on: connection)
    return try report(reply, invocation)
  }

  /// Says what is amiss about a lock, or the end of one, that is in force all the same.
  static func report(_ reply: Reply, _ invocation: Invocation) throws(Failure) -> Int32 {
    if invocation.json { invocation.line(reply.parameters) }
    if let warning = try invocation.decode(Rotation.LockReply.self, from: reply).warning { invocation.warn(warning) }
    return ExitStatus.done
  }
}
