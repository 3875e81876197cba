/// The times of scans that arrived together: the last one is measured at arrival, the device's stamps give the spacing.
///
/// Stamps are CLOCK_REALTIME by default and jump; they are believed only where they rise and span a likely time.
nonisolated struct BatchClock: Sendable {
  private var last = -Double.infinity

  /// The least distance between two samples, s, so that times always rise.
  private static let leastStep = 1e-6

  /// One time a scan, rising, the last one at `arrival` (s on CLOCK_BOOTTIME).
  mutating func times(of stamps: [Int64?], arrival: Double, interval: Double) -> [Double] {
    let count = stamps.count
    let ages = Self.ages(of: stamps, interval: interval) ?? (0..<count).map { Double(count - 1 - $0) * interval }
    var times: [Double] = []
    for age in ages {
      // Never before the batch that came first, however its stamps read.
      let time = max(arrival - age, last + Self.leastStep)
      times.append(time)
      last = time
    }
    return times
  }

  /// Seconds before the last scan, where the stamps make sense.
  private static func ages(of stamps: [Int64?], interval: Double) -> [Double]? {
    let known = stamps.compactMap { $0 }
    guard known.count == stamps.count, let last = known.last, let first = known.first else { return nil }
    let (span, overflow) = last.subtractingReportingOverflow(first)
    guard !overflow, Double(span) / 1e9 <= 4 * interval * Double(stamps.count),
      zip(known, known.dropFirst()).allSatisfy({ $0 < $1 })
    else { return nil }
    return known.map { Double(last &- $0) / 1e9 }
  }
}
