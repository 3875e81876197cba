import Console
import Plumb

/// Why a command ends without having done its work: the exit status, and what standard error says.
nonisolated struct Failure: Error {
  let status: Int32
  let message: String
  /// Whose failure it is: the tool's, or one command's whose line is wrong.
  private let subject: String

  init(_ message: String, status: Int32 = ExitStatus.failed, subject: String = "plumbctl") {
    self.status = status
    self.message = message
    self.subject = subject
  }

  /// What standard error says.
  var description: String { "\(subject): \(message.visible(keepingLines: true))\n" }

  /// An operand that the command does not understand.
  static func usage(_ problem: String, _ command: Command) -> Failure {
    Failure(Arguments.UsageError(problem, command: command))
  }

  init(_ error: Arguments.UsageError) {
    let help = "Try '\(error.command) --help'."
    self.init("\(error.problem)\n\(help)", status: ExitStatus.usage, subject: error.command)
  }

  init(_ error: ConnectionError, socket: String) {
    guard error.isAbsence else {
      self.init(error.description)
      return
    }
    self.init(error.description + "\n" + Self.cure(socket: socket), status: ExitStatus.noDaemon)
  }

  init(_ error: DaemonError, socket: String) {
    switch error {
    case .connection(let error): self.init(error, socket: socket)
    // The problems of a configuration are the administrator's own, one a line.
    case .refused(.configurationRefused): self.init(error.description)
    case .refused, .failed, .unexpectedReply, .unencodable: self.init(error.description.visible())
    }
  }

  /// How to start the daemon that was looked for.
  private static func cure(socket: String) -> String {
    socket == DaemonSocket.standardPath
      ? "Start the daemon with 'systemctl start plumbd', or name another socket with --socket PATH."
      : "Start the daemon with 'plumbd --socket \(socket)', with --mock where there is no sensor."
  }
}
