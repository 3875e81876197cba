import Orientation

/// Finds the pose of a device that never comes to rest: carried by someone who walks, or held in a bus.
///
/// A slow mean of gravity has to point at one pose for long, and the samples must not stray far from it: a walk
/// shakes by less, exercise by more.
struct CarriedPose {
  /// Seconds of the mean's memory.
  private static let memory = 0.5
  /// m/s², root mean square, that the samples may stray from the mean.
  private static let greatestDeviation = 2.2
  /// Seconds for which the mean must have pointed at the pose.
  private static let leastDuration = 1.2

  private var mean: Acceleration?
  private var variance = 0.0
  private var candidate: (orientation: DeviceOrientation, since: Double)?

  /// Takes a sample; an orientation other than the present one that the mean has been pointing at for long enough.
  mutating func update(
    _ sample: AccelerometerSample, elapsed: Double, zones: Hysteresis, present: DeviceOrientation, settleTime: Double
  ) -> DeviceOrientation? {
    let weight = elapsed / (Self.memory + elapsed)
    let deviation = sample.acceleration - (mean ?? sample.acceleration)
    let mean = (mean ?? sample.acceleration) + deviation * weight
    self.mean = mean
    variance += weight * (deviation.dot(deviation) - variance)
    guard variance < Self.greatestDeviation * Self.greatestDeviation,
      case .upright(let upright) = zones.zone(of: mean), upright.deviceOrientation != present
    else {
      candidate = nil
      return nil
    }
    let orientation = upright.deviceOrientation
    if candidate?.orientation != orientation { candidate = (orientation, sample.time) }
    let duration = sample.time - (candidate?.since ?? sample.time)
    return duration >= max(Self.leastDuration, settleTime) ? orientation : nil
  }
}
