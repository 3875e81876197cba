import Orientation

/// Finds m/s² a count where no attribute tells: a device at rest measures 1 g.
nonisolated struct ScaleLearner: Sendable {
  /// So many readings in a row have to agree.
  private static let agreement = 5
  /// By how much they may differ from their mean, as a share of it.
  private static let tolerance = 0.03

  private var magnitudes: [Double] = []

  /// Takes one reading in counts; the scale once the device has rested for long enough.
  mutating func learn(_ counts: Acceleration) -> Double? {
    let magnitude = counts.magnitude
    guard magnitude.isFinite, magnitude > 0 else { return nil }
    magnitudes.append(magnitude)
    magnitudes = magnitudes.suffix(Self.agreement)
    let mean = magnitudes.reduce(0, +) / Double(magnitudes.count)
    guard magnitudes.count == Self.agreement, mean.isFinite,
      magnitudes.allSatisfy({ abs($0 - mean) <= Self.tolerance * mean })
    else { return nil }
    return Acceleration.standardGravity / mean
  }
}
