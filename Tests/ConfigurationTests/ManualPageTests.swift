import Testing

@testable import Configuration

/// man/plumbd.conf.5 documents the table: each key in its order, with its default and what it takes.
struct ManualPageTests {
  private struct Item: Equatable {
    var section: String
    var heading: String
    var allowed: String?
  }

  @Test func documentsEveryKey() throws {
    let documented = Self.items(of: try repositoryFile("man/plumbd.conf.5"))
    let table = ConfigurationKey.all.map { key in
      Item(
        section: key.section.rawValue, heading: "\(key.name) = \(key.defaultText)", allowed: "Allowed: \(key.allowed).")
    }
    #expect(documented.count == table.count)
    for (documented, key) in zip(documented, table) { #expect(documented == key) }
  }

  /// The example of the page is a configuration that plumbd takes.
  @Test func examplesAreRight() throws {
    let page = try repositoryFile("man/plumbd.conf.5")
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
    var examples: [String] = []
    var isExample = false
    for line in lines {
      if line.hasPrefix(".Bd -literal") {
        isExample = true
        examples.append("")
      } else if line == ".Ed" {
        isExample = false
      } else if isExample {
        examples[examples.count - 1] += line + "\n"
      }
    }
    #expect(examples.count == 2)
    for example in examples {
      #expect(issues(example) == [])
      #expect(try load(example).configuration != Configuration())
    }
  }

  private static func items(of page: String) -> [Item] {
    var items: [Item] = []
    var section = ""
    for line in page.split(separator: "\n") {
      if line.hasPrefix(".Ss ["), line.hasSuffix("]") {
        section = String(line.dropFirst(5).dropLast())
      } else if line.hasPrefix(".It Cm ") {
        let heading = line.dropFirst(7).filter { $0 != "\\" }
        items.append(Item(section: section, heading: heading, allowed: nil))
      } else if line.hasPrefix("Allowed: "), !items.isEmpty {
        items[items.count - 1].allowed = String(line)
      }
    }
    return items
  }
}
