import FoundationEssentials
import TestSupport
import Testing

/// The examples that play the old recipes step by step: what they write, line by line, against the built daemon.
@Suite struct RehearsalTests {
  private let names = ["ForcedLandscape", "NavigationDelegation"]

  private func expected(_ name: String) throws -> [Substring] {
    let path = Program.packageFolder + "/Tests/SystemTests/Rehearsals/\(name).txt"
    return String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
  }

  @Test func everyLineIsAsExpected() throws {
    // Each has a daemon and a device of its own, so that they can play at the same time.
    let daemons = try names.map { _ in try TestDaemon() }
    let programs = try zip(names, daemons).map { try Program($0, environment: ["PLUMBD_SOCKET": $1.socket]) }
    for (name, program) in zip(names, programs) {
      for (number, line) in try expected(name).enumerated() {
        #expect(program.nextLine() ?? "" == line, "\(name).txt:\(number + 1)")
      }
      #expect(try program.waitForEnd().status == 0, "\(program.standardError)")
    }
  }

  /// The states of the recipe, without its words: what is shown at each step, with and without the tab bar.
  @Test(arguments: [
    ("With a tab bar, as it is written", "P P P LL LL LL LL LL LL LL LL LL LL P P P PUD"),
    ("Without a tab bar, as it is written", "P P P LL LL LL LL LL LL LL LL LL LL P P P P"),
    ("With a tab bar, as it was meant", "P P P LR LR LR LR LR LL LL LL LL LL P P P PUD"),
    ("NO, 7, prefers LL: nothing is checked", "P LL"), ("YES, 7, prefers LL: LL is not among P and PUD", "P P"),
    ("YES, 24, prefers LL", "P LL"), ("YES, 24, prefers nothing", "P LR"),
    ("NO, 24, prefers nothing: nothing forces it", "P P"),
  ])
  func theRecipeGoesThroughTheseOrientations(scene: String, shown: String) throws {
    #expect(try orientations(of: scene, in: "ForcedLandscape") == shown)
  }

  /// The same for the three ways to let a navigation controller ask its top.
  @Test(arguments: [
    ("Stock: a navigation controller answers for itself", "P LR LR LR LR P P LL P"),
    ("A category: every navigation controller asks its top", "P P P LR LR P P LL LL"),
    ("A subclass: this navigation controller asks its top", "P P P LR LR P P LL LL"),
    ("Swizzling: all new answers come from the old question", "P P P LR LR P P LL LL"),
    ("The cure of iOS 16", "P P LR LR P P P LR"),
  ])
  func delegationGoesThroughTheseOrientations(scene: String, shown: String) throws {
    #expect(try orientations(of: scene, in: "NavigationDelegation") == shown)
  }

  private func orientations(of scene: String, in name: String) throws -> String {
    let lines = try expected(name)
    let start = try #require(lines.firstIndex { $0 == scene })
    let head = lines[start + 1]
    let column = try #require(head.firstRange(of: "shown")).lowerBound
    let offset = head.distance(from: head.startIndex, to: column)
    return lines[(start + 2)...].prefix { $0.first?.isNumber == true }
      .map { String($0.dropFirst(offset).prefix { $0 != " " }) }.joined(separator: " ")
  }
}
