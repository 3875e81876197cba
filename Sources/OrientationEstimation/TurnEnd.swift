import Orientation

/// Sees the end of a turn coming: gravity is near the new axis, will still be, and the turn slows down.
///
/// A turn that goes past an axis, as half a turn does in its middle, is at its fastest there.
struct TurnEnd {
  /// Degrees from the axis: who turns a device to its side turns it right there, who only tilts it stops before.
  private static let greatestDistance = 13.0
  /// Seconds to look ahead.
  private static let lookAhead = 0.1
  /// m/s³: 230 degrees a second, and no push along the way.
  private static let greatestRate = 40.0
  /// The share of the turn's greatest rate below which it slows down.
  private static let slowness = 0.85
  /// m/s³: 80 degrees a second; who goes past an axis is faster.
  private static let slowRate = 14.0
  /// m/s³: 40 degrees a second, slower than any turn.
  private static let leastRate = 7.0
  /// m/s² that the mean may differ from standard gravity: a hand that brakes.
  private static let gravityTolerance = 4.0
  /// Seconds for which all this must hold: one interval at 25 Hz, even a short one.
  private static let duration = 0.03
  /// Seconds after lying flat in which no turn ends: a device that is picked up goes through many angles.
  private static let afterFlat = 0.5

  /// m/s³, the greatest rate of the present turn.
  private var fastest = 0.0
  private var since: Double?
  private var lastFlat: Double?

  /// Judges the window's motion; the orientation in which a turn ends, nil while none does.
  mutating func update(_ motion: Motion, zones: Hysteresis) -> DeviceOrientation? {
    let orientation = end(motion, zones)
    guard let orientation else {
      since = nil
      return nil
    }
    let start = since ?? motion.time
    since = start
    return motion.time - start >= Self.duration ? orientation : nil
  }

  private mutating func end(_ motion: Motion, _ zones: Hysteresis) -> DeviceOrientation? {
    let rate = motion.rate.magnitude
    fastest = rate < Self.leastRate ? 0 : max(fastest, rate)
    let now = zones.zone(of: motion.present)
    if case .flat = zones.zone(of: motion.mean) { lastFlat = motion.time }
    guard case .upright(let upright) = now, upright != zones.upright, motion.count >= 3,
      zones.zone(of: motion.ahead(by: Self.lookAhead)) == now,
      TiltAngles(motion.present).distance(to: upright) <= Self.greatestDistance,
      rate < Self.greatestRate, rate < max(Self.slowRate, Self.slowness * fastest),
      abs(motion.mean.magnitude - Acceleration.standardGravity) < Self.gravityTolerance,
      motion.time - (lastFlat ?? -.infinity) > Self.afterFlat
    else { return nil }
    return upright.deviceOrientation
  }
}
