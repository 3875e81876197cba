import Orientation

/// Finds the pose of a device that never comes to rest: carried by someone who walks, or held in a bus.
///
/// A slow mean of gravity has to point at one pose for a while, and the samples must not stray far from their mean
/// in that time: a walk shakes by less, exercise by more. Who has carried the device steadily in one pose and turns
/// it to another is believed sooner than who has been moving it about.
struct CarriedPose {
  /// Seconds of the mean's memory.
  private static let memory = 0.3
  /// m/s², root mean square, that the samples may stray from their mean.
  private static let greatestDeviation = 2.2
  /// Seconds for which the mean must have pointed at the pose: more than a step where the present orientation was held
  /// steadily before, more than a stride where it was not.
  private static let leastDurations = (afterSteady: 0.75, afterMotion: 1.2)
  /// Samples that a steady stretch has at least.
  private static let leastCount = 3.0
  /// Seconds from the last steady stretch, of which the newest may be cut short, to the new pose.
  private static let longestTurn = 2.5

  /// The samples of a time in which the mean pointed at one pose.
  private struct Stretch {
    var orientation: DeviceOrientation
    var since: Double
    var count = 0.0
    var sum = Acceleration(x: 0, y: 0, z: 0)
    var squares = 0.0

    /// The samples' mean square distance from their mean, m²/s⁴.
    var variance: Double { (squares - sum.dot(sum) / count) / count }

    mutating func add(_ acceleration: Acceleration) {
      count += 1
      sum = sum + acceleration
      squares += acceleration.dot(acceleration)
    }
  }

  private var mean: Acceleration?
  private var stretch: Stretch?
  /// The last orientation that was held steadily for `afterMotion`, and until when.
  private var lastSteady: (orientation: DeviceOrientation, time: Double)?

  /// Takes a sample; an orientation other than the present one that the mean has been pointing at for long enough.
  mutating func update(
    _ sample: AccelerometerSample, elapsed: Double, zones: Hysteresis, present: DeviceOrientation, settleTime: Double
  ) -> DeviceOrientation? {
    let last = mean ?? sample.acceleration
    let mean = last + (sample.acceleration - last) * (elapsed / (Self.memory + elapsed))
    self.mean = mean
    guard case .upright(let upright) = zones.zone(of: mean) else {
      stretch = nil
      return nil
    }
    let orientation = upright.deviceOrientation
    let blank = Stretch(orientation: orientation, since: sample.time)
    var stretch = stretch.flatMap { $0.orientation == orientation ? $0 : nil } ?? blank
    stretch.add(sample.acceleration)
    defer { self.stretch = stretch }

    let required = requiredDuration(of: stretch, present: present, settleTime: settleTime)
    guard sample.time - stretch.since >= required, stretch.count >= Self.leastCount else { return nil }
    let isSteady = stretch.variance < Self.greatestDeviation * Self.greatestDeviation
    stretch = blank
    guard isSteady else { return nil }
    if orientation != present { return orientation }
    lastSteady = (orientation, sample.time)
    return nil
  }

  private func requiredDuration(
    of stretch: Stretch, present: DeviceOrientation, settleTime: Double
  ) -> Double {
    if stretch.orientation == present { return Self.leastDurations.afterMotion }
    let isDecided = lastSteady.map { $0.orientation == present && stretch.since - $0.time < Self.longestTurn } ?? false
    return max(isDecided ? Self.leastDurations.afterSteady : Self.leastDurations.afterMotion, settleTime)
  }
}
