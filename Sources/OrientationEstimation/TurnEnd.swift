import Orientation

/// Sees the end of a turn coming: gravity is near the new axis, will still be, and moves slowly.
struct TurnEnd {
  /// Degrees from the axis: who turns a device to its side turns it right there, who only tilts it stops before.
  private static let greatestDistance = 13.0
  /// Seconds to look ahead.
  private static let lookAhead = 0.1
  /// m/s³: 190 degrees a second, and no push along the way.
  private static let greatestRate = 32.0
  /// m/s² that the mean may differ from standard gravity: a hand that brakes.
  private static let gravityTolerance = 4.0
  /// Seconds for which all this must hold.
  private static let duration = 0.04
  /// Seconds after lying flat in which no turn ends: a device that is picked up goes through many angles.
  private static let afterFlat = 0.5

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
    // The slack keeps the clock's rounding from costing a whole sample.
    return motion.time - start >= Self.duration - 1e-6 ? orientation : nil
  }

  private mutating func end(_ motion: Motion, _ zones: Hysteresis) -> DeviceOrientation? {
    let now = zones.zone(of: motion.present)
    if case .flat = zones.zone(of: motion.mean) { lastFlat = motion.time }
    guard case .upright(let upright) = now, upright != zones.upright, motion.count >= 3,
      zones.zone(of: motion.ahead(by: Self.lookAhead)) == now,
      TiltAngles(motion.present).distance(to: upright) <= Self.greatestDistance,
      motion.rate.magnitude < Self.greatestRate,
      abs(motion.mean.magnitude - Acceleration.standardGravity) < Self.gravityTolerance,
      motion.time - (lastFlat ?? -.infinity) > Self.afterFlat
    else { return nil }
    return upright.deviceOrientation
  }
}
