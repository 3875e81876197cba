import FoundationEssentials
import TestSupport
import Testing

/// The README is true: its programs are the ones that are built and tested, its commands exist.
@Suite struct ReadmeTests {
  private let lines: [Substring]

  init() throws {
    let text = try String(contentsOfFile: Program.packageFolder + "/README.md", encoding: .utf8)
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  @Test func itsProgramsAreTheOnesThatAreTested() throws {
    var examples = 0
    for (index, line) in lines.enumerated() where line.hasPrefix("<!-- example: ") {
      let path = line.dropFirst("<!-- example: ".count).prefix { $0 != " " }
      let code = lines[(index + 2)...].prefix { !$0.hasPrefix("```") }.joined(separator: "\n") + "\n"
      let program = try String(contentsOfFile: "\(Program.packageFolder)/\(path)", encoding: .utf8)
      #expect(code == program, "\(path)")
      examples += 1
    }
    #expect(examples == 3)
  }

  @Test func itsMakeTargetsExist() throws {
    let help = try Program.run("/usr/bin/make", ["-C", Program.packageFolder, "help"]).program.standardOutput
    for line in lines where line.hasPrefix("make ") || line.hasPrefix("sudo make ") {
      let target = try #require(line.split(separator: " ").drop { $0 != "make" }.dropFirst().first)
      #expect(help.contains("make \(target) "), "\(line)")
    }
  }

  @Test func itsCommandsOfPlumbctlExist() throws {
    for line in lines where line.hasPrefix("plumbctl ") {
      let words = line.split(separator: " ").dropFirst().prefix { $0.allSatisfy(\.isLetter) }.map(String.init)
      let help = try Program.run("plumbctl", words.prefix(words.first == "mock" ? 2 : 1) + ["--help"])
      #expect(help.ended.status == 0, "\(line)")
    }
  }

  @Test func itsTableOfWordsIsWhatTheDaemonSays() throws {
    let daemon = try TestDaemon()
    let rows = lines.filter { $0.hasPrefix("| `") && $0.contains("normal") || $0.contains("-up` |") }
    #expect(rows.count == 4)
    let client = try daemon.monitor()
    for row in rows {
      let cells = row.split(separator: "|").map { $0.filter { !" `".contains($0) } }
      let interface = String(cells[0].prefix { $0 != "(" })
      let pose = ["landscapeRight": "landscapeLeft", "landscapeLeft": "landscapeRight"][interface] ?? interface
      #expect(try daemon.ctl("mock", "pose", pose).status == 0)
      let state = try client.state { $0["interface"]?.text == interface && $0["device"]?.text == pose }
      #expect(state["angle"]?.number.map(String.init) == cells[1])
      #expect(state["transform"]?.text == cells[2])
      #expect(state["proxyName"]?.text == cells[3])
    }
  }
}
