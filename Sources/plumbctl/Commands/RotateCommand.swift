import PlumbInterface

/// `plumbctl rotate`.
enum RotateCommand {
  static let entry = ToolCommand(
    group: .steering,
    command: .daemon(
      "rotate", summary: "Turn the interface once, until the next turn.", operands: "ORIENTATION",
      operandCount: 1...1,
      discussion: """
        ORIENTATION is portrait, portraitUpsideDown, landscapeRight or landscapeLeft.
        Where the application in front does not allow it, the interface stays as it is.
        The orientation that came of it is printed.
        """), run: run)

  private static func run(_ invocation: Invocation) throws(Failure) -> Int32 {
    let orientation = try invocation.interfaceOrientation(invocation.arguments.operands[0])
    let reply = try invocation.call(Rotation.method("Rotate"), Rotation.RotateParameters(orientation: orientation))
    if invocation.json {
      invocation.line(reply.parameters)
    } else {
      invocation.line(try invocation.decode(Rotation.InterfaceReply.self, from: reply).interface.word)
    }
    return ExitStatus.done
  }
}
