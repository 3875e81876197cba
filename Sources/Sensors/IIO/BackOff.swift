/// Waits between attempts that grow from 1 s to 30 s.
nonisolated struct BackOff: Sendable {
  private var next = 1.0

  /// Seconds until the next attempt.
  mutating func delay() -> Double {
    defer { next = min(next * 2, 30) }
    return next
  }

  /// It worked: the next failure is a first one.
  mutating func reset() { next = 1 }
}
