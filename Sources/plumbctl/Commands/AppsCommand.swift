import PlumbInterface

/// `plumbctl apps`.
enum AppsCommand {
  static let entry = ToolCommand(
    group: .looking,
    command: .daemon(
      "apps", summary: "List the applications and their windows.",
      discussion: """
        An asterisk marks the window that decides. With --json: one ApplicationStatus of
        org.plumbd.Rotation a line.
        """), run: run)

  private static func run(_ invocation: Invocation) throws(Failure) -> Int32 {
    let reply = try invocation.call(Rotation.method("ListApplications"))
    guard !invocation.json else {
      invocation.lines(reply.parameters["applications"])
      return ExitStatus.done
    }
    let applications = try invocation.decode(Rotation.ListApplicationsReply.self, from: reply).applications
    if applications.isEmpty { invocation.line("No application is registered.") }
    for application in applications { show(application, invocation) }
    return ExitStatus.done
  }

  private static func show(_ application: ApplicationStatus, _ invocation: Invocation) {
    let name = application.name == application.id ? "" : " \"\(application.name)\""
    let rules = "rules \(application.profile.rawValue), defaults of a \(application.idiom.rawValue)"
    invocation.line("\(application.id)\(name): process \(application.pid) of user \(application.uid), \(rules)")
    invocation.line("    allows \(MaskWords.list(application.mask)) (\(application.maskSource))")
    for window in application.windows {
      let mark = window.foreground ? "*" : " "
      var text = "  \(mark) window \(window.window): \(window.interface.word)"
      if let target = window.target {
        text += ", decided by \(target)" + (window.controllerMask.map { ": \(MaskWords.list($0))" } ?? "")
      }
      invocation.line(text)
    }
  }
}
