import Testing

@testable import Spelling

@Suite struct SpellingTests {
  nonisolated static let slips: [(String, [String], String?)] = [
    ("polarty", ["polarity", "rate"], "polarity"),
    ("POLARITY", ["polarity"], "polarity"),
    ("mountmatrix", ["mode", "mount-matrix"], "mount-matrix"),
    ("rtae", ["rate"], "rate"),
    ("ur", ["uri"], "uri"),
    ("xyz", ["uri"], nil),
    ("", ["uri"], nil),
    ("anything", [], nil),
    (String(repeating: "a", count: 200), ["uri"], nil),
  ]

  @Test(arguments: slips)
  func findsTheWordThatWasMeant(given: String, words: [String], meant: String?) {
    #expect(Spelling.nearest(to: given, among: words) == meant)
  }

  @Test func noMoreSlipsThanAreAllowed() {
    #expect(Spelling.nearest(to: "hystresys", among: ["hysteresis"]) == "hysteresis")
    #expect(Spelling.nearest(to: "hystresys", among: ["hysteresis"], slips: 1) == nil)
  }

  nonisolated static let distances: [(String, String, Int)] = [
    ("", "", 0), ("", "abc", 3), ("abc", "", 3), ("abc", "abc", 0), ("abc", "acb", 1), ("kitten", "sitting", 3),
  ]

  @Test(arguments: distances)
  func countsSlips(first: String, second: String, distance: Int) {
    #expect(Spelling.distance(Array(first.utf8), Array(second.utf8)) == distance)
  }
}
