import Orientation

/// Knows since when the device is at rest, and how restless it has been before.
///
/// The reserve of calm is what tells a turn from an exercise: rest fills it, motion drains it. Who turns a device
/// that was at rest wants it turned; who has been moving it for a while has to hold still for longer to be believed.
struct RestDetector {
  /// m/s² around the mean: sensor noise and a hand's tremor stay below.
  private static let greatestDeviation = 0.7
  /// m/s³: 40 degrees a second, slower than any turn.
  private static let greatestRate = 7.0
  /// m/s² that the mean may differ from standard gravity: a cheap sensor's error of scale and offset.
  private static let gravityTolerance = 1.5
  /// Seconds, or sample intervals, that the window must span at least.
  private static let leastSpan = (seconds: 0.6 * MotionWindow.length, intervals: 0.8)

  /// Seconds of calm that the reserve holds at most.
  private static let fullReserve = 2.0
  /// Seconds of calm that make a turn a decided one, and a short rest believable.
  private static let sufficientReserve = 1.0
  /// Seconds of rest that make a pose believable after enough calm, and after long motion.
  private static let requiredRests = (afterCalm: 0.18, afterMotion: 0.6)

  /// The start of the present rest, nil in motion.
  private(set) var since: Double?
  /// Seconds of calm in reserve; full at first, since nothing speaks against the first pose.
  private(set) var reserve = fullReserve

  /// Judges the window's motion, so many seconds after the last one.
  mutating func update(_ motion: Motion, elapsed: Double, interval: Double) {
    let rests =
      motion.count >= 2
      && motion.span >= min(Self.leastSpan.seconds, Self.leastSpan.intervals * interval)
      && motion.deviation < Self.greatestDeviation
      && motion.rate.magnitude < Self.greatestRate
      && abs(motion.mean.magnitude - Acceleration.standardGravity) < Self.gravityTolerance
    since = rests ? since ?? motion.start : nil
    reserve += rests ? elapsed : -elapsed
    reserve = min(max(reserve, 0), Self.fullReserve)
  }

  /// Whether the device was calm before it began to move: its turn is then meant.
  var wasCalm: Bool { reserve >= Self.sufficientReserve }

  /// Seconds of rest that make a pose believable now.
  var requiredRest: Double {
    let calm = min(reserve / Self.sufficientReserve, 1)
    return Self.requiredRests.afterMotion + (Self.requiredRests.afterCalm - Self.requiredRests.afterMotion) * calm
  }
}
