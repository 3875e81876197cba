import PlumbInterface

/// `plumbctl reload`.
enum ReloadCommand {
  static let entry = ToolCommand(
    group: .steering,
    command: .daemon(
      "reload", summary: "Make the daemon read its configuration again.",
      discussion: """
        The daemon's answer is waited for. Where the configuration has mistakes they are
        listed, and the old one stays in force. Only root and the user that the daemon
        runs as may do this.
        """), run: run)

  private static func run(_ invocation: Invocation) throws(Failure) -> Int32 {
    let reply = try invocation.call(
      Rotation.method("Reload"),
      denied: "permission denied: this is for root and for the user that the daemon runs as")
    if invocation.json { invocation.line(reply.parameters) }
    return ExitStatus.done
  }
}
