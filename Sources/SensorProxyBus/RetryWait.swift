/// How long to wait before the bus is tried again, s: twice as long each time.
struct RetryWait {
  private static let first = 1.0
  private static let longest = 60.0
  private var length = first

  mutating func next() -> Double {
    defer { length = min(length * 2, Self.longest) }
    return length
  }

  mutating func reset() { length = Self.first }
}
