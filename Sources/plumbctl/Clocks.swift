import Glibc

/// The kernel's clocks in seconds.
enum Clocks {
  /// CLOCK_BOOTTIME, which counts through sleep: the daemon's clock.
  static var now: Double { read(CLOCK_BOOTTIME) }
  /// How long the machine has slept since it was started.
  static var slept: Double { read(CLOCK_BOOTTIME) - read(CLOCK_MONOTONIC) }

  private static func read(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
