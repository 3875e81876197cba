/// `plumbctl report`.
enum ReportCommand {
  static let entry = ToolCommand(
    group: .looking,
    command: .daemon(
      "report", summary: "Print what a bug report needs.",
      discussion: """
        Versions, machine, units, state, sensors, quirks, configuration, last decision,
        the registered applications by their ids, and the service's last warnings. The
        names of users, windows and controllers, the host's name, what lies in homes,
        addresses and serial numbers are left out; read it before you send it all the
        same. Without the daemon it says so and prints the rest. With --json: one object.
        """), run: run)

  private static func run(_ invocation: Invocation) throws(Failure) -> Int32 {
    let report = Report(
      host: .ofThisMachine(), daemon: ask(invocation), quirks: QuirksOfThisMachine(), redactor: .ofThisMachine())
    guard !invocation.json else {
      invocation.line(report.json)
      return ExitStatus.done
    }
    for (index, section) in report.sections.enumerated() {
      if index > 0 { invocation.line() }
      invocation.line("== \(section.title)")
      for line in section.lines { invocation.line(line) }
    }
    return ExitStatus.done
  }

  private static func ask(_ invocation: Invocation) -> DaemonFacts {
    do {
      return DaemonFacts(asking: try invocation.connect(), invocation)
    } catch {
      return DaemonFacts(absence: error.message)
    }
  }
}
