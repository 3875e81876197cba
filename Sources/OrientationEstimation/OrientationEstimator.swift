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
///                               ├───near the axis now and ahead, slow─────┤
///                               │   short of the axis (45 − h … + 7°),    │
///                               ├───at rest there for 1.5 s───────────────┤
///                               │   never at rest, but the slow mean      │
///                               └───points there for 1.5 s────────────────┘
///
/// Time comes with the samples alone, so that a recording gives the same answer whenever it is replayed.
public struct OrientationEstimator: Sendable {
  /// Seconds of rest short of an axis that are meant.
  private static let longRest = 1.5

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
    var change: DeviceOrientation?
    var now = last
    // Repeating the sample for as long as any rule looks back settles the judge; the rest of the silence adds nothing.
    let end = min(time, last + horizon)
    while now < end {
      let next = min(now + step, end)
      change = judge(AccelerometerSample(time: next, acceleration: sample.acceleration), elapsed: next - now) ?? change
      now = next
    }
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
    var now = last
    while now < last + horizon {
      let next = now + step
      if copy.judge(AccelerometerSample(time: next, acceleration: sample.acceleration), elapsed: next - now) != nil {
        return next
      }
      now = next
    }
    return nil
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
    let carriedTo = carried.update(sample, elapsed: elapsed, zones: zones)
    let ends = turnEnd.update(motion, zones: zones)

    let resting = rest.rest(at: sample.time)
    let zone = zones.zone(of: resting == nil ? motion.present : motion.mean)
    call(zone.orientation ?? carriedTo, at: sample.time)

    var decided: DeviceOrientation?
    if let resting {
      switch zone {
      case .between: break
      case .shortOf: if resting >= Self.longRest { decided = zone.orientation }
      case .upright, .flat: if resting >= requiredRest { decided = zone.orientation }
      }
    }
    if decided == nil, wasCalm, orientation != .unknown { decided = ends }
    return publish(decided ?? carriedTo, at: sample.time)
  }

  /// Remembers since when a pose has been called for.
  private mutating func call(_ orientation: DeviceOrientation?, at time: Double) {
    guard called?.orientation != orientation else { return }
    called = orientation.map { ($0, time) }
  }

  private mutating func publish(_ decided: DeviceOrientation?, at time: Double) -> DeviceOrientation? {
    guard let decided, decided != orientation, called?.orientation == decided,
      let since = called?.since, time - since >= parameters.settleTime
    else { return nil }
    orientation = decided
    if let upright = decided.interfaceOrientation { zones.upright = upright }
    return decided
  }
}
