/// Finds the word that was meant by a misspelt one.
public enum Spelling {
  /// The nearest word, nil where none is near: at most one slip in three letters, and never more than so many.
  public static func nearest(to given: String, among words: [String], slips most: Int = 3) -> String? {
    let given = normalized(given)
    guard !given.isEmpty, given.count <= 64 else { return nil }
    let ranked = words.map { (word: $0, distance: distance(given, normalized($0))) }
    guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
    return best.distance <= min(most, max(1, best.word.utf8.count / 3)) ? best.word : nil
  }

  /// Case and the kind of joint never make a different word.
  private static func normalized(_ word: String) -> [UInt8] {
    word.lowercased().utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: " ") }
  }

  /// Letters left out, put in, replaced or exchanged with their neighbour (optimal string alignment).
  static func distance(_ first: [UInt8], _ second: [UInt8]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...second.count)
    for (row, letter) in first.enumerated() {
      var current = [row + 1]
      for (column, other) in second.enumerated() {
        var best = min(last[column + 1] + 1, current[column] + 1, last[column] + (letter == other ? 0 : 1))
        if row > 0, column > 0, letter == second[column - 1], first[row - 1] == other {
          best = min(best, beforeLast[column - 1] + 1)
        }
        current.append(best)
      }
      (beforeLast, last) = (last, current)
    }
    return last[second.count]
  }
}
