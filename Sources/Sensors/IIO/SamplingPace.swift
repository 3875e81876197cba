import Orientation

/// How hard a sensor has to work: hard while the device moves, and next to nothing while it rests.
///
///        start                 motion: 0.6 m/s² from where it was last felt
///          │              ┌─────────────────────────────────────────────────────────┐
///          ▼              │                                                         ▼
///       ┌──────┐ motion   │                                                     ┌────────┐
///       │ calm ├──────────┴────────────────────────────────────────────────────►│ moving │
///       └──┬───┘◄──────── 5 s without motion, and each sample is wanted ────────┤        │
///          │ 5 s without motion                                                 └───┬────┘
///          ▼                                                                        │
///     ┌─────────┐◄─────── 5 s without motion, or no motion by the sensor's word ────┘
///     │ resting │
///     └─────────┘
///
/// At rest, a chip that has a motion event is woken by it. Then it moves, but for `glance` alone where the samples do not
/// show it. While the event is trusted (`MotionEventTrust`) `guardRate` takes the place of `restingRate`: a look in 2 s costs
/// half of what a slow poll does, and shows a turn that was too slow for the event before who turned it wonders.
///
///     |         | read value by value        | buffer of a hub that compares | buffer that streams      |
///     |---------|----------------------------|-------------------------------|--------------------------|
///     | moving  | `movingRate`               | streams at `movingRate`       | streams at `movingRate`  |
///     | calm    | `rate`                     | at `rate`, as it was found    | streams at `rate`        |
///     | resting | `restingRate`; the loop is | says nothing before a change  | streams at `rate` into   |
///     |         | told of motion alone       | of 0.6 m/s²                   | the kernel's queue, which|
///     |         |                            |                               | is read at `restingRate`,|
///     |         |                            |                               | or into the chip's own,  |
///     |         |                            |                               | whose watermark is as old|
///
/// Time comes with the samples alone.
nonisolated struct SamplingPace: Sendable {
  enum Level: Sendable, Hashable {
    case calm, moving, resting
  }

  /// m/s²: above any sensor's noise and a hand's tremor, and 3.5 degrees of a slow turn.
  static let motion = 0.6
  /// Seconds without motion after which the device rests: who has turned it may turn it again.
  static let linger = 5.0

  /// Seconds for which a motion event is looked after: in that time any turn shows, and a knock does not.
  static let glance = 1.5

  /// What has become of the sensor's word that the device moves.
  enum AlarmVerdict: Sendable, Hashable {
    /// It did.
    case right
    /// It did not.
    case wrong
    /// There was motion at rest, and no word of it.
    case missing
  }

  private(set) var level = Level.calm
  private var wantsEverySample: Bool
  private var reference: Acceleration?
  private var restsAt: Double?
  private var isAlarmed = false
  private var verdict: AlarmVerdict?

  init(wantsEverySample: Bool = false) { self.wantsEverySample = wantsEverySample }

  /// Takes a sample (m/s², s); whether the level has become another.
  ///
  /// With `isMotion` it is one that would not have come without motion.
  mutating func take(_ sample: AccelerometerSample, isMotion: Bool = false) -> Bool {
    let before = level
    guard let reference, let restsAt else {
      self.reference = sample.acceleration
      self.restsAt = sample.time + Self.linger
      return false
    }
    if isMotion || sample.acceleration.distance(to: reference) > Self.motion {
      if isAlarmed { verdict = .right } else if level == .resting { verdict = .missing }
      isAlarmed = false
      self.reference = sample.acceleration
      self.restsAt = sample.time + Self.linger
      level = .moving
    } else if sample.time >= restsAt {
      rest(at: sample.acceleration)
    }
    return level != before
  }

  /// Takes the word of a sensor at rest that the device moves (s, as of samples); whether the level has become another.
  mutating func takeAlarm(at time: Double) -> Bool {
    guard level == .resting else { return false }
    isAlarmed = true
    restsAt = time + Self.glance
    level = .moving
    return true
  }

  /// What has become of such a word, or of motion without one, since it was last asked; nil where nothing has.
  mutating func takeVerdict() -> AlarmVerdict? {
    defer { verdict = nil }
    return verdict
  }

  /// Takes the sensor's word that the device does not move; whether the level has become another.
  mutating func takeQuiet() -> Bool {
    let before = level
    rest(at: reference)
    return level != before
  }

  /// Somebody wants each sample, at rest too, or nobody does any more; whether the level has become another.
  mutating func want(everySample: Bool) -> Bool {
    let before = level
    wantsEverySample = everySample
    if everySample, level == .resting { level = .calm }
    return level != before
  }

  private mutating func rest(at acceleration: Acceleration?) {
    if isAlarmed { verdict = .wrong }
    isAlarmed = false
    let next = wantsEverySample ? Level.calm : .resting
    guard next != level else { return }
    level = next
    // Motion is measured from where the device came to rest.
    reference = acceleration
  }

  /// Readings a second at the present level; at rest only where they cost a wakeup, fewer where a motion event stands guard.
  func rate(_ settings: SensorSettings, isGuarded: Bool = false) -> Double {
    switch level {
    case .calm: settings.rate
    case .moving: settings.movingRate
    case .resting: isGuarded ? settings.guardRate : settings.restingRate
    }
  }
}
