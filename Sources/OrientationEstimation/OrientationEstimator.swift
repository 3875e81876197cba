import Orientation

/// Tells from accelerations how the device is held: it waits while the device moves, and commits when it comes to rest.
///
///                     implausible sample: passed over            gap, clock back: window emptied
///                               │                                          │
///                               ▼                                          ▼
///     ┌─────────┐  first   ┌─────────┐  gravity leaves the zone   ┌────────────────┐
///     │ unknown ├─────────►│ settled ├───────────────────────────►│ a pose is      │
///     └─────────┘  rest    │         │◄───────────────────────────┤ called for     │
///                          └─────────┘  back before any of these  └───────┬────────┘
///                               ▲                                         │
///                               │   at rest there, for longer the         │
///                               ├───less calm it was before───────────────┤
///                               │   the turn ends there: calm before,     │
///                               ├───near the axis now and ahead, slowing──┤
///                               │   short of the axis (45 − h … + 7°),    │
///                               ├───at rest there for 1.5 s───────────────┤
///                               │   never at rest, but the slow mean      │
///                               │   points there for 1.2 s, or for 0.75 s │
///                               └───where it was steady before the turn───┘
///
/// Time comes with the samples alone, so that a recording gives the same answer whenever it is replayed.
public struct OrientationEstimator: Sendable {
  /// Seconds of rest short of an axis that are meant.
  private static let longRest = 1.5
  /// Repetitions of a sample that reach beyond the longest horizon.
  private static let mostRepetitions = 1000

  /// The knobs.
  public let parameters: EstimationParameters
  /// The last orientation that was decided; `unknown` at first.
  ///
  /// While flat it is `faceUp` or `faceDown`.
  public private(set) var orientation: DeviceOrientation = .unknown

  private var plausibility = Plausibility()
  private var window = MotionWindow()
  private var rest = RestDetector()
  private var turnEnd = TurnEnd()
  private var carried = CarriedPose()
  private var zones: Hysteresis
  private var called: (orientation: DeviceOrientation, since: Double)?

  /// An estimator that knows nothing yet.
  public init(parameters: EstimationParameters = .init()) {
    self.parameters = parameters
    zones = Hysteresis(parameters)
  }

  /// Takes a sample; the new orientation if it changed now, nil otherwise.
  ///
  /// Samples that no hand-held device can show (not finite, under 1 m/s², over 4 g) are passed over. Gathered samples
  /// are thrown away, and the orientation kept, where the clock goes back or stands still for longer than a second
  /// and three sample intervals.
  public mutating func ingest(_ sample: AccelerometerSample) -> DeviceOrientation? {
    switch plausibility.judge(sample) {
    case .implausible: return nil
    case .restarts:
      forgetMotion()
      return judge(sample, elapsed: 0)
    case .continues(let interval): return judge(sample, elapsed: interval)
    }
  }

  /// Takes the sensor's word that nothing has changed up to a time: the last sample holds.
  ///
  /// This is a `quiet` mark's meaning. The time on which the silence ends is no gap.
  public mutating func silence(until time: Double) -> DeviceOrientation? {
    guard time.isFinite, let last = plausibility.lastTime, time > last, let sample = window.newest else { return nil }
    // Repeating the sample for as long as any rule looks back settles the judge; the rest of the silence adds nothing.
    let end = min(time, last + horizon)
    var change = repeated(sample, from: last, to: end, stopAtChange: false)?.orientation
    if time > end {
      let final = AccelerometerSample(time: time, acceleration: sample.acceleration)
      change = judge(final, elapsed: time - end) ?? change
    }
    plausibility.bridge(to: time)
    return change
  }

  /// Forgets all but the knobs.
  public mutating func reset() { self = Self(parameters: parameters) }

  /// The time of sample at which the orientation changes if the last sample simply holds; nil for never.
  ///
  /// Until then a caller must not sleep for longer; `silence(until:)` with this time makes the change.
  public var nextDeadline: Double? {
    guard let last = plausibility.lastTime, let sample = window.newest,
      let orientation = zones.zone(of: sample.acceleration).orientation, orientation != self.orientation
    else { return nil }
    var copy = self
    return copy.repeated(sample, from: last, to: last + horizon, stopAtChange: true)?.time
  }

  /// Judges the sample again and again; the last change, or the first one at which to stop.
  private mutating func repeated(
    _ sample: AccelerometerSample, from start: Double, to end: Double, stopAtChange: Bool
  ) -> (time: Double, orientation: DeviceOrientation)? {
    var change: (time: Double, orientation: DeviceOrientation)?
    var now = start
    for count in 1...Self.mostRepetitions {
      let next = min(start + Double(count) * step, end)
      guard next > now else { break }
      let sample = AccelerometerSample(time: next, acceleration: sample.acceleration)
      if let orientation = judge(sample, elapsed: next - now) {
        change = (next, orientation)
        if stopAtChange { break }
      }
      now = next
    }
    return change
  }

  /// Seconds after which the last sample, repeated, changes nothing more.
  private var horizon: Double { parameters.settleTime + 2 * Self.longRest }

  /// The spacing of repeated samples: the sensor's own within limits.
  private var step: Double { min(max(plausibility.interval, 0.02), 0.1) }

  private mutating func forgetMotion() {
    window.removeAll()
    rest = RestDetector()
    turnEnd = TurnEnd()
    carried = CarriedPose()
    called = nil
  }

  private mutating func judge(_ sample: AccelerometerSample, elapsed: Double) -> DeviceOrientation? {
    window.append(sample)
    guard let motion = window.motion() else { return nil }
    let wasCalm = rest.wasCalm
    let requiredRest = rest.requiredRest
    rest.update(motion, elapsed: elapsed, interval: plausibility.interval)
    let ending = turnEnd.update(motion, zones: zones)
    let carriedTo = carried.update(
      sample, elapsed: elapsed, zones: zones, present: orientation, settleTime: parameters.settleTime)

    let resting = rest.since.map { motion.time - $0 }
    let zone = zones.zone(of: resting == nil ? motion.present : motion.mean)
    let calling = call(zone.orientation, at: motion.time)
    if let resting, calling >= parameters.settleTime {
      switch zone {
      case .between: break
      case .shortOf(let upright):
        if min(resting, calling) >= Self.longRest { return publish(upright.deviceOrientation) }
      case .upright(let upright): if resting >= requiredRest { return publish(upright.deviceOrientation) }
      case .flat(let flat): if resting >= requiredRest { return publish(flat) }
      }
    }
    if let ending, wasCalm, orientation != .unknown, calling >= parameters.settleTime { return publish(ending) }
    return carriedTo.flatMap { publish($0) }
  }

  /// Remembers since when a pose has been called for; the seconds.
  private mutating func call(_ orientation: DeviceOrientation?, at time: Double) -> Double {
    guard let orientation else {
      called = nil
      return 0
    }
    if called?.orientation != orientation { called = (orientation, time) }
    return time - (called?.since ?? time)
  }

  private mutating func publish(_ decided: DeviceOrientation) -> DeviceOrientation? {
    guard decided != orientation else { return nil }
    orientation = decided
    if let upright = decided.interfaceOrientation { zones.upright = upright }
    return decided
  }
}
