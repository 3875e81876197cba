import PlumbInterface

/// `plumbctl config`.
enum ConfigCommand {
  static let entry = ToolCommand(
    group: .looking,
    command: .daemon(
      "config", summary: "Print the configuration in force, and its sources.",
      discussion: """
        Above each key stands the file and line that it comes from. The whole is itself a
        configuration: see plumbd.conf(5). With --json: one Setting of
        org.plumbd.Rotation a line.
        """), run: run)

  private static func run(_ invocation: Invocation) throws(Failure) -> Int32 {
    let reply = try invocation.call(Rotation.method("GetConfiguration"))
    guard !invocation.json else {
      invocation.lines(reply.parameters["settings"])
      return ExitStatus.done
    }
    var section: String?
    for setting in try invocation.decode(Rotation.GetConfigurationReply.self, from: reply).settings {
      if setting.section != section {
        if section != nil { invocation.line() }
        invocation.line("[\(setting.section)]")
        section = setting.section
      }
      let origin = setting.file.map { file in file + (setting.line.map { ":\($0)" } ?? "") } ?? "built-in default"
      invocation.line("# \(origin)")
      invocation.line("\(setting.key) = \(setting.value)")
    }
    return ExitStatus.done
  }
}
