import Console

/// One command: what is typed, what it says about itself, and what it does.
struct ToolCommand {
  /// Under which heading the tool's help lists it.
  enum Group: String, CaseIterable {
    case looking = "Looking"
    case steering = "Steering"
    case running = "Running an application"
    case diagnosing = "Measuring"
    case mock = "Moving a mock accelerometer (plumbd --mock)"
    case offline = "Without the daemon"
  }

  /// How options and operands may be mixed.
  enum Order {
    /// In any order.
    case free
    /// Options end at the first operand, because the operands are a command line.
    case optionsFirst
    /// In any order, and negative numbers are operands.
    case numbers
  }

  let group: Group
  let command: Command
  var order = Order.free
  /// Does the work and returns the exit status.
  let run: @MainActor (Invocation) throws(Failure) -> Int32

  /// The words behind `plumbctl` that select it.
  var words: [String] { command.name.split(separator: " ").dropFirst().map(String.init) }

  /// Matches what was typed behind the selecting words.
  func parse(_ words: [String]) throws(Arguments.UsageError) -> Arguments {
    switch order {
    case .free: try Arguments(words, for: command)
    case .optionsFirst: try Arguments(words, for: command, inOrder: true)
    case .numbers: try Arguments(Self.protectingNegativeNumbers(words), for: command)
    }
  }

  /// Moves what looks like a negative number behind a `--`, where no parser takes it for an option.
  private static func protectingNegativeNumbers(_ words: [String]) -> [String] {
    guard !words.contains("--") else { return words }
    let isNumber: (String) -> Bool = { Double($0) != nil }
    return words.filter { !isNumber($0) } + ["--"] + words.filter(isNumber)
  }

  /// The option that names the daemon's socket.
  static let socketOption = Command.Option(
    "socket", value: "PATH", help: "The daemon's socket; by default $PLUMBD_SOCKET, else /run/plumbd/plumbd.sock.")

  /// The option that asks for JSON.
  static let jsonOption = Command.Option("json", help: "Print JSON, one object a line.")
}

extension Command {
  /// A command of the tool that talks to the daemon; it takes `--json` and `--socket` besides its own options.
  static func daemon(
    _ name: String, summary: String, operands: String = "", operandCount: ClosedRange<Int> = 0...0,
    options: [Option] = [], discussion: String = ""
  ) -> Command {
    Command(
      "plumbctl \(name)", summary: summary, operands: operands, operandCount: operandCount,
      options: options + [ToolCommand.jsonOption, ToolCommand.socketOption], discussion: discussion)
  }
}
