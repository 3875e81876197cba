import Orientation

/// Whether the device moves, so that it is measured more often while it does.
nonisolated struct MotionRate: Sendable {
  /// Two samples that differ by more than this, m/s², are motion: above any sensor's noise, below any turn.
  private static let threshold = 0.6
  /// Motion lasts until so many seconds without any.
  private static let linger = 1.5

  private var last: Acceleration?
  private var movingUntil = -Double.infinity

  /// Takes a sample; whether the device moves at its time.
  mutating func isMoving(_ sample: AccelerometerSample) -> Bool {
    if let last {
      if sample.acceleration.distance(to: last) > Self.threshold { movingUntil = sample.time + Self.linger }
    }
    last = sample.acceleration
    return sample.time < movingUntil
  }
}
