import Glibc
import PlumbInterface
import Testing

@testable import plumbctl

/// Every `--help`, compared with a file of `Help/`.
///
/// `PLUMB_WRITE_HELP=1 swift test --filter HelpTests` writes the files anew, for the eye of whoever changed a text.
@Suite struct HelpTests {
  static var commands: [[String]] { CommandTable.all.map(\.words) + [[], ["mock"]] }

  @Test func itIsAsItWas() {
    for words in Self.commands { compare(words) }
  }

  private func compare(_ words: [String]) {
    let outcome = plumbctl(words + ["--help"])
    #expect(outcome.status == 0)
    let name = words.isEmpty ? "plumbctl" : words.joined(separator: "-")
    let path = "\(#filePath)".replacingSuffix("HelpTests.swift", with: "Help/\(name).txt")
    if getenv("PLUMB_WRITE_HELP") != nil, let file = fopen(path, "w") {
      fputs(outcome.output.standard, file)
      fclose(file)
    }
    #expect(text(of: path) == outcome.output.standard, "\(path)")
  }

  @Test func itFitsATerminal() {
    for words in Self.commands {
      for line in plumbctl(words + ["-h"]).output.lines { #expect(line.count <= 82, "\(line)") }
    }
  }

  @Test func theManualPageKnowsEveryCommandAndOption() throws {
    let path = "\(#filePath)".replacingSuffix("Tests/PlumbctlTests/HelpTests.swift", with: "man/plumbctl.1")
    let page = try #require(text(of: path))
    for entry in CommandTable.all {
      #expect(page.contains(".It Cm \(entry.words.joined(separator: " "))"), "no \(entry.command.name)")
      for option in entry.command.options {
        #expect(page.contains("Fl -\(option.name)"), "no --\(option.name) of \(entry.command.name)")
      }
    }
  }

  @Test func theVersionIsOneLine() {
    #expect(plumbctl("--version").output.standard == "plumbctl \(Release.version)\n")
  }
}

extension String {
  fileprivate func replacingSuffix(_ suffix: String, with text: String) -> String {
    hasSuffix(suffix) ? dropLast(suffix.count) + text : self
  }
}
