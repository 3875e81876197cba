import Console
import Plumb
import PlumbInterface

/// Finds the command that was typed, and runs it.
struct Tool {
  let output: any Output
  /// Whether the process is the tool's own, so that it may decide about its signals.
  let ownsProcess: Bool

  private static let command = Command(
    "plumbctl", summary: "See and steer plumbd, the auto-rotation service.", operands: "COMMAND [ARGUMENT]...",
    operandCount: 0...Int.max,
    options: [
      ToolCommand.jsonOption, ToolCommand.socketOption,
      .init("version", help: "Print the version and exit."),
    ])

  /// Runs a command line without the program's name, and returns the exit status.
  func run(_ words: [String]) -> Int32 {
    do {
      return try dispatch(words)
    } catch {
      output.complain(error.description)
      return error.status
    }
  }

  private func dispatch(_ words: [String]) throws(Failure) -> Int32 {
    let global: Arguments
    do { global = try Arguments(words, for: Self.command, inOrder: true) } catch { throw Failure(error) }
    if global.has("help") { return show(Self.help(CommandTable.all)) }
    if global.has("version") { return show("plumbctl \(Release.version)\n") }

    guard !global.operands.isEmpty else { throw Failure.usage("needs \(Self.command.operands)", Self.command) }
    guard let entry = CommandTable.entry(for: global.operands) else { return try explainMismatch(global.operands) }
    let arguments: Arguments
    do {
      arguments = try entry.parse(Array(global.operands.dropFirst(entry.words.count)))
    } catch { throw Failure(error) }
    if arguments.has("help") { return show(entry.command.help) }
    return try entry.run(
      Invocation(
        command: entry.command, arguments: arguments,
        socket: DaemonSocket.path(arguments["socket"] ?? global["socket"]),
        json: arguments.has("json") || global.has("json"), output: output, ownsProcess: ownsProcess))
  }

  private func show(_ text: String) -> Int32 {
    output.write(text)
    return ExitStatus.done
  }

  /// Either the first word of several commands, which then are listed, or a word of none.
  private func explainMismatch(_ operands: [String]) throws(Failure) -> Int32 {
    let first = operands[0]
    let family = CommandTable.all.filter { $0.words.first == first }
    guard !family.isEmpty else {
      let meant = Arguments.didYouMean(first, among: CommandTable.all.compactMap(\.words.first))
      throw Failure.usage("there is no command '\(first)'\(meant)", Self.command)
    }
    let second = operands.dropFirst().first
    if second == "--help" || second == "-h" { return show(Self.help(family, prefix: first)) }
    let choices = family.compactMap(\.words.last)
    let list = choices.joined(separator: ", ")
    let problem =
      second.map { "'\(first)' has no command '\($0)', only \(list)" + Arguments.didYouMean($0, among: choices) }
      ?? "'\(first)' needs one of \(list)"
    throw Failure.usage(problem, Self.command)
  }

  /// The tool's own help: the commands by group.
  private static func help(_ entries: [ToolCommand], prefix: String? = nil) -> String {
    let name = ["plumbctl", prefix].compactMap(\.self).joined(separator: " ")
    var lines = ["Usage: \(name) [OPTION]... COMMAND [ARGUMENT]...", "", command.summary]
    for group in ToolCommand.Group.allCases {
      let members = entries.filter { $0.group == group }
      if members.isEmpty { continue }
      lines += ["", "\(group.rawValue):"]
      for entry in members {
        lines += Command.columns("  " + entry.words.joined(separator: " "), entry.command.summary)
      }
    }
    lines += ["", "Options:"]
    for option in command.options + [Command.helpOption] where prefix == nil || option.name != "version" {
      let short = option.short.map { "-\($0), " } ?? "    "
      lines += Command.columns("  \(short)--\(option.name)" + (option.value.map { " \($0)" } ?? ""), option.help)
    }
    lines += [
      "", "'plumbctl COMMAND --help' says what a command takes; plumbctl(1) says more.", "",
      "Exit status: 0 done, 1 refused or failed, 2 the command line is wrong,",
      "3 the daemon is not there.",
    ]
    return lines.joined(separator: "\n") + "\n"
  }
}
