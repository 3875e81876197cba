import Glibc

/// The time by which waits are measured.
nonisolated enum Clock {
  /// Seconds on CLOCK_MONOTONIC.
  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
