/// Lets a few lines of each kind pass in a while, and counts the others.
struct LogLimiter<Kind: Hashable> {
  /// How many lines may pass in how many seconds.
  struct Measure: Hashable {
    var lines = 1
    var seconds = 10.0
  }

  private struct Span {
    var end: Double
    var passed: Int
    var withheld: Int
  }

  private var spans: [Kind: Span] = [:]

  /// Whether a line may pass at a time (s, of a clock that never goes back): nil where not, else how many of its kind
  /// were withheld since the last that did.
  mutating func admit(_ kind: Kind, at time: Double, _ measure: Measure = Measure()) -> Int? {
    guard let span = spans[kind], time < span.end else {
      let withheld = spans[kind]?.withheld ?? 0
      spans[kind] = Span(end: time + measure.seconds, passed: 1, withheld: 0)
      return withheld
    }
    if span.passed < measure.lines {
      spans[kind]?.passed += 1
      return 0
    }
    spans[kind]?.withheld += 1
    return nil
  }
}
