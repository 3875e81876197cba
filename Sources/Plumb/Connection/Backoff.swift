/// How long to wait before each attempt to come back: 0.1 s at first, twice as long each time, 5 s at most.
///
/// Each delay is shortened at random by up to a half, so that the clients of a restarted daemon do not come all at once.
nonisolated struct Backoff: Sendable {
  static let first = 0.1
  static let longest = 5.0
  private var delay = first

  /// The delay before the next attempt, in seconds.
  mutating func next() -> Double {
    defer { delay = min(delay * 2, Self.longest) }
    return Double.random(in: delay / 2...delay)
  }

  /// Starts anew after an attempt that worked.
  mutating func reset() { delay = Self.first }
}
