import PlumbInterface

/// `plumbctl unlock`.
enum UnlockCommand {
  static let entry = ToolCommand(
    group: .steering, command: .daemon("unlock", summary: "Follow the device again, at once."), run: run)

  /// Also what `lock --toggle` does while rotation is locked.
  static func run(_ invocation: Invocation) throws(Failure) -> Int32 {
    try LockCommand.report(try invocation.call(Rotation.method("Unlock")), invocation)
  }
}
