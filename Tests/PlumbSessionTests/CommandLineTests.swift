import Glibc
import TestSupport
import Testing

/// The command line of plumb-session, as somebody types it.
@Suite struct CommandLineTests {
  @Test func helpSaysEveryOption() throws {
    let (program, ended) = try Program.run("plumb-session", ["--help"])
    #expect(ended.status == 0)
    #expect(program.standardError.isEmpty)
    #expect(program.standardOutput.hasPrefix("Usage: plumb-session [OPTION]...\n\nTurns this session's screen"))
    let lines = program.standardOutput.split(separator: "\n")
    for option in ["output", "exec", "display", "socket", "log-level", "check-config", "version", "help"] {
      #expect(lines.contains { $0.contains("--\(option)") }, "\(option)")
    }
    #expect(lines.allSatisfy { $0.count <= 80 })
  }

  /// The manual page knows the options that the program knows.
  @Test func theManualPageSaysEveryOption() throws {
    let help = try Program.run("plumb-session", ["--help"]).program.standardOutput
    let options = help.split(whereSeparator: { " \n".contains($0) }).filter { $0.hasPrefix("--") }
    let page = try Program.run("/bin/cat", [Program.packageFolder + "/man/plumb-session.1"]).program.standardOutput
    #expect(options.count > 6)
    for option in Set(options.map { $0.filter { $0.isLetter || $0 == "-" } }) {
      #expect(page.contains("Fl \(option.dropFirst())"), "\(option)")
    }
  }

  @Test func versionIsPrinted() throws {
    let (program, ended) = try Program.run("plumb-session", ["--version"])
    #expect(ended.status == 0)
    #expect(program.standardOutput.hasPrefix("plumb-session "))
  }

  @Test(arguments: [
    (["--display", "macos"], "--display is 'macos' and may be auto, wayland, x11 or none"),
    (["--log-level", "loud"], "--log-level is 'loud' and may be error, warning, notice, info or debug"),
    (["--exec", "a 'b"], "--exec is 'a 'b': the quote ' is not closed"),
    (["--exec", ""], "option '--exec' needs a value"),
    (["--exec", " "], "--exec is ' ': there is no command"),
    (["--display", "none"], "--display none leaves nothing to do without --exec"),
    (["--nonsense"], "unknown option '--nonsense'"),
    (["--ouptut", "DSI-1"], "unknown option '--ouptut'; did you mean '--output'?"),
    (["operand"], "takes no 'operand'"),
  ])
  func aWrongCommandLineIsExplained(words: [String], problem: String) throws {
    let (program, ended) = try Program.run("plumb-session", words)
    #expect(ended.status == 2)
    #expect(program.standardError == "plumb-session: \(problem)\nTry 'plumb-session --help'.\n")
  }

  @Test func rulesAreChecked() throws {
    let folder = try TemporaryFolder()
    mkdir(folder.file("plumbd"), 0o700)
    mkdir(folder.file("plumbd/apps.d"), 0o700)
    let environment = ["XDG_CONFIG_HOME": folder.path, "XDG_DATA_HOME": folder.path, "XDG_DATA_DIRS": folder.path]
    try folder.write("[film]\nsupported = landscape\n", to: "plumbd/apps.d/mine.conf")
    let right = try Program.run("plumb-session", ["--check-config"], environment: environment)
    #expect(right.ended.status == 0)
    let file = "\(folder.path)/plumbd/apps.d/mine.conf"
    #expect(right.program.standardOutput.hasPrefix("1 rule is in order, in \(file)"))
    try folder.write("[film]\nsupported = landscape\n[game]\nsupported = all\n", to: "plumbd/apps.d/mine.conf")
    let more = try Program.run("plumb-session", ["--check-config"], environment: environment)
    #expect(more.program.standardOutput.hasPrefix("2 rules are in order, in \(file)"))

    try folder.write("[film]\nsupported = sideways\n", to: "plumbd/apps.d/mine.conf")
    let wrong = try Program.run("plumb-session", ["--check-config"], environment: environment)
    #expect(wrong.ended.status == 1)
    #expect(
      wrong.program.standardError.hasPrefix(
        "plumb-session: \(file):2: [film] supported: \"sideways\" is not allowed"))

    try folder.write("[film]\nsupported = landscape\n", to: "plumbd/apps.d/mine.conf")
    symlink("nowhere", folder.file("plumbd/apps.d/link.conf"))
    let link = try Program.run("plumb-session", ["--check-config"], environment: environment)
    #expect(link.ended.status == 1)
    #expect(
      link.program.standardError
        == "plumb-session: \(folder.path)/plumbd/apps.d/link.conf: is a symbolic link to where nothing is\n")
  }

  @Test func x11WithoutADisplayIsSaid() throws {
    let (program, ended) = try Program.run("plumb-session", ["--display", "x11"], environment: ["DISPLAY": ""])
    #expect(ended.status == 1)
    #expect(program.standardError == "plumb-session: --display x11: DISPLAY is not set\n")
  }
}
