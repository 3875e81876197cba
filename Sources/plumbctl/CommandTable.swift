/// All commands, in the order in which the help lists them.
enum CommandTable {
  static let all: [ToolCommand] =
    [
      StatusCommand.entry, MonitorCommand.entry, SensorsCommand.entry, AppsCommand.entry, ExplainCommand.entry,
      ConfigCommand.entry, ReportCommand.entry, LockCommand.entry, UnlockCommand.entry, RotateCommand.entry,
      PanelCommand.entry, ReloadCommand.entry, RunCommand.entry, RecordCommand.entry, CalibrateCommand.entry,
    ] + MockCommands.all + [SimulateCommand.entry, ReplayCommand.entry]

  /// The command that the first words select, nil where there is none.
  static func entry(for words: [String]) -> ToolCommand? {
    all.first { words.starts(with: $0.words) }
  }
}
