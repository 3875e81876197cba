/// The judge's knobs.
///
/// Each has a range; a value outside of it counts as the nearest bound, and NaN as the default.
public struct EstimationParameters: Sendable, Hashable {
  /// Seconds for which a new pose must have lasted before it is published: a minimum, 0 to 10.
  ///
  /// The default, 0, leaves the moment to the judge of rest.
  public var settleTime: Double {
    didSet { settleTime = Self.clamped(settleTime, to: Self.settleTimeRange, or: Self.defaultSettleTime) }
  }
  /// Degrees beyond 45 at which an orientation is left, 0 to 40: it is left at 45 + h and returned to at 45 − h.
  ///
  /// The default, 22, is a little under a quarter turn's half: a screen held askew never turns to and fro, and a
  /// turn of 67 degrees is no accident.
  public var hysteresis: Double {
    didSet { hysteresis = Self.clamped(hysteresis, to: Self.hysteresisRange, or: Self.defaultHysteresis) }
  }
  /// Degrees between gravity and the screen's plane beyond which the screen follows no turn, 45 to 80.
  ///
  /// Gravity's share in the plane is then too small to tell an edge: at the default, 65, it is 4 m/s². Five degrees
  /// more are `faceUp` or `faceDown`.
  public var tiltLimit: Double {
    didSet { tiltLimit = Self.clamped(tiltLimit, to: Self.tiltLimitRange, or: Self.defaultTiltLimit) }
  }

  /// The values that `settleTime` may take, seconds.
  public static let settleTimeRange: ClosedRange<Double> = 0...10
  /// The values that `hysteresis` may take, degrees.
  public static let hysteresisRange: ClosedRange<Double> = 0...40
  /// The values that `tiltLimit` may take, degrees.
  public static let tiltLimitRange: ClosedRange<Double> = 45...80

  /// The `settleTime` of a judge that nobody has set, seconds.
  public static let defaultSettleTime = 0.0
  /// The `hysteresis` of a judge that nobody has set, degrees.
  public static let defaultHysteresis = 22.0
  /// The `tiltLimit` of a judge that nobody has set, degrees.
  public static let defaultTiltLimit = 65.0

  /// Sets the knobs; the defaults suit a device that is held in the hands.
  public init(
    settleTime: Double = defaultSettleTime, hysteresis: Double = defaultHysteresis,
    tiltLimit: Double = defaultTiltLimit
  ) {
    self.settleTime = Self.clamped(settleTime, to: Self.settleTimeRange, or: Self.defaultSettleTime)
    self.hysteresis = Self.clamped(hysteresis, to: Self.hysteresisRange, or: Self.defaultHysteresis)
    self.tiltLimit = Self.clamped(tiltLimit, to: Self.tiltLimitRange, or: Self.defaultTiltLimit)
  }

  private static func clamped(_ value: Double, to range: ClosedRange<Double>, or fallback: Double) -> Double {
    value.isNaN ? fallback : min(max(value, range.lowerBound), range.upperBound)
  }
}
