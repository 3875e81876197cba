import FoundationEssentials
import Testing

@testable import Configuration

/// Config/plumbd.conf is the table in the form of a file that changes nothing.
struct ExampleFileTests {
  @Test func listsEveryKeyWithItsDefaultAndItsSentence() throws {
    #expect(try repositoryFile("Config/plumbd.conf") == Self.expected)
  }

  @Test func changesNothingUntilEdited() throws {
    let text = try repositoryFile("Config/plumbd.conf")
    #expect(try load(text) == .builtIn)
    let edited = text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.hasPrefix("#") && !$0.hasPrefix("# ") ? $0.dropFirst() : $0 }.joined(separator: "\n")
    let loaded = try load(edited)
    #expect(loaded.configuration == Configuration())
    #expect(loaded.entries.allSatisfy { $0.origin != nil })
  }

  private static var expected: String {
    var lines = [
      "# The configuration of plumbd. Every key stands here with its default; take the # away to change it.",
      "# plumbd.conf(5) says more; plumbd --check-config checks, plumbctl reload puts in force.",
    ]
    for section in ConfigurationSection.allCases {
      lines += ["", "[\(section.rawValue)]"]
      for key in ConfigurationKey.all where key.section == section {
        lines += [""] + wrapped(key.summary) + wrapped("Allowed: \(key.allowed).")
        lines.append("#\(key.name) = \(key.defaultText)")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func wrapped(_ text: String) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + word.count < 100 {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append("# " + word)
      }
    }
    return lines
  }
}

/// The text of a file of the repository, by its path from the root.
func repositoryFile(_ path: String, here: String = #filePath) throws -> String {
  let root = here.split(separator: "/").dropLast(3).joined(separator: "/")
  let bytes = try Data(contentsOf: URL(filePath: "/\(root)/\(path)"))
  return String(decoding: bytes, as: UTF8.self)
}
