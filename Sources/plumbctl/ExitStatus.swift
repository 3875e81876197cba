/// What the tool's exit status says.
nonisolated enum ExitStatus {
  /// Done.
  static let done: Int32 = 0
  /// Refused or failed; standard error has the reason.
  static let failed: Int32 = 1
  /// The command line is wrong, or a file cannot be read.
  static let usage: Int32 = 2
  /// The daemon is not there.
  static let noDaemon: Int32 = 3
}
