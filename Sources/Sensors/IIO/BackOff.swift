/// Waits between attempts, each twice as long as the last.
nonisolated struct BackOff: Sendable {
  private let first: Double
  private let longest: Double
  private var next: Double

  /// Waits that grow from `first` to `longest` seconds.
  init(first: Double = 1, longest: Double = 30) {
    self.first = first
    self.longest = longest
    next = first
  }

  /// Seconds until the next attempt.
  mutating func delay() -> Double {
    defer { next = min(next * 2, longest) }
    return next
  }

  /// It worked: the next failure is a first one.
  mutating func reset() { next = first }
}
