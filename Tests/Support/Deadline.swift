import Glibc

/// A generous limit: machines are slow, and only a fault should reach it.
public struct Deadline {
  private let end: Double

  /// Begins now.
  public init(after seconds: Double = 30) { end = Self.now + seconds }

  /// Whether the time is up.
  public var isOver: Bool { Self.now > end }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
