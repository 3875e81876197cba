import Orientation

/// Tells samples that can be gravity and a hand from those that cannot, and a stream that goes on from one that broke.
struct Plausibility {
  /// What a sample is to the judge.
  enum Verdict: Equatable {
    /// No acceleration that a hand-held device can show: to be passed over.
    case implausible
    /// The stream goes on, so many seconds after the last plausible sample.
    case continues(interval: Double)
    /// The first sample, or the first after a break: what was gathered before says nothing about now.
    case restarts
  }

  /// m/s²: below is free fall, or a sensor that is not powered up yet and reports zeros.
  private static let leastMagnitude = 1.0
  /// m/s², 4 g: even the corner of a ±2 g sensor's range lies below.
  private static let greatestMagnitude = 4 * Acceleration.standardGravity
  /// Seconds without samples that are never a break.
  private static let leastBreak = 1.0
  /// Missing samples that are never a break.
  private static let intervalsInABreak = 3.0

  /// The time of the last plausible sample.
  private(set) var lastTime: Double?
  /// The spacing that the sensor shows, seconds; 0 until it has shown one.
  private(set) var interval = 0.0

  /// Judges a sample and remembers its time.
  mutating func judge(_ sample: AccelerometerSample) -> Verdict {
    let magnitude = sample.acceleration.magnitude
    guard sample.time.isFinite, magnitude >= Self.leastMagnitude, magnitude <= Self.greatestMagnitude else {
      return .implausible
    }
    defer { lastTime = sample.time }
    guard let lastTime else { return .restarts }
    let elapsed = sample.time - lastTime
    guard elapsed >= 0 else { return .restarts }
    let longest = max(Self.leastBreak, Self.intervalsInABreak * interval)
    learn(elapsed, isBreak: elapsed > longest)
    return elapsed > longest ? .restarts : .continues(interval: elapsed)
  }

  /// Takes the sensor's word that silence up to a time was no break.
  mutating func bridge(to time: Double) { lastTime = time }

  /// Follows the spacing slowly.
  ///
  /// A break counts as twice the spacing at most: suspend barely moves it, yet a sensor that has become slow is
  /// believed after a few samples.
  private mutating func learn(_ elapsed: Double, isBreak: Bool) {
    if interval == 0 {
      interval = min(elapsed, Self.leastBreak)
    } else if isBreak {
      interval *= 2
    } else {
      interval += (min(elapsed, 2 * interval) - interval) / 8
    }
  }
}
