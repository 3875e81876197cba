/// The judge's knobs.
///
/// Each has a range; a value outside of it, NaN included, counts as the nearest bound (the default for NaN).
public struct EstimationParameters: Sendable, Hashable {
  /// Seconds that a new pose must have lasted before it is published: a minimum, 0 to 10.
  ///
  /// The default, 0, leaves the moment to the judge of rest.
  public var settleTime: Double { didSet { settleTime = Self.clamped(settleTime, to: Self.settleTimeRange, or: 0) } }
  /// Degrees beyond 45 at which an orientation is left, 0 to 40: it is left at 45 + h and returned to at 45 − h.
  public var hysteresis: Double { didSet { hysteresis = Self.clamped(hysteresis, to: Self.hysteresisRange, or: 22) } }
  /// Degrees between gravity and the screen's plane beyond which the device counts as flat, 45 to 85.
  public var tiltLimit: Double { didSet { tiltLimit = Self.clamped(tiltLimit, to: Self.tiltLimitRange, or: 70) } }

  /// The values that `settleTime` may take, seconds.
  public static let settleTimeRange: ClosedRange<Double> = 0...10
  /// The values that `hysteresis` may take, degrees.
  public static let hysteresisRange: ClosedRange<Double> = 0...40
  /// The values that `tiltLimit` may take, degrees.
  public static let tiltLimitRange: ClosedRange<Double> = 45...85

  /// Sets the knobs; by default all to what suits a hand-held device.
  public init(settleTime: Double = 0, hysteresis: Double = 22, tiltLimit: Double = 70) {
    self.settleTime = Self.clamped(settleTime, to: Self.settleTimeRange, or: 0)
    self.hysteresis = Self.clamped(hysteresis, to: Self.hysteresisRange, or: 22)
    self.tiltLimit = Self.clamped(tiltLimit, to: Self.tiltLimitRange, or: 70)
  }

  private static func clamped(_ value: Double, to range: ClosedRange<Double>, or fallback: Double) -> Double {
    value.isNaN ? fallback : min(max(value, range.lowerBound), range.upperBound)
  }
}
