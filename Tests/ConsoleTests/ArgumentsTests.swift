import Testing

@testable import Console

@Suite(.serialized) struct ArgumentsTests {
  static let command = Command(
    "tool do", summary: "Does it.", operands: "POSE", operandCount: 1...2,
    options: [
      .init("json", help: "Print JSON."),
      .init("seconds", value: "N", help: "How long."),
      .init(
        "socket", short: "s", value: "PATH", help: "The daemon's socket; by default $PLUMBD_SOCKET or the system's."),
    ],
    discussion: "Exit status: 0.")

  @Test func optionsAndOperandsComeInAnyOrder() throws {
    let arguments = try Arguments(["portrait", "--socket=/a", "--json", "-s", "/b", "--", "--json"], for: Self.command)
    #expect(arguments.has("json"))
    #expect(arguments["socket"] == "/b")
    #expect(arguments.operands == ["portrait", "--json"])
  }

  @Test func inOrderLeavesACommandLineAlone() throws {
    let command = Command("tool run", summary: "Runs.", operands: "COMMAND...", operandCount: 1...9)
    #expect(try Arguments(["ls", "-l", "--json"], for: command, inOrder: true).operands == ["ls", "-l", "--json"])
  }

  @Test(arguments: [
    (["--sokcet", "x"], "unknown option '--sokcet'; did you mean '--socket'?"),
    (["--sokcet=x", "x"], "unknown option '--sokcet'; did you mean '--socket'?"),
    (["--Json"], "unknown option '--Json'; did you mean '--json'?"),
    (["--nonsense"], "unknown option '--nonsense'"),
    (["--s"], "option '--s' may be any of --seconds, --socket"),
    (["--json=yes"], "option '--json' takes no value"),
    (["x", "--socket"], "option '--socket' needs a value"),
    (["x", "-s"], "option '-s' needs a value"),
    (["x", "--socket="], "option '--socket' needs a value"),
    (["x", "-s", ""], "option '--socket' needs a value"),
    (["-q"], "unknown option '-q'"),
    ([], "needs POSE"),
    (["a", "b", "c"], "takes no 'c'"),
  ])
  func slipsSayWhatIsWrong(words: [String], problem: String) {
    let error = #expect(throws: Arguments.UsageError.self) { try Arguments(words, for: Self.command) }
    #expect(error?.description == "tool do: \(problem)\nTry 'tool do --help'.")
  }

  @Test func helpNeedsNoOperands() throws {
    #expect(try Arguments(["-h"], for: Self.command).has("help"))
    #expect(
      Self.command.help == """
        Usage: tool do [OPTION]... POSE

        Does it.

        Options:
              --json                Print JSON.
              --seconds N           How long.
          -s, --socket PATH         The daemon's socket; by default $PLUMBD_SOCKET or
                                    the system's.
          -h, --help                Show this help and exit.

        Exit status: 0.

        """)
  }
}
