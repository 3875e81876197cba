import Orientation
import OrientationEstimation
import Recordings

@testable import Sensors

/// What a device feels at any time: a recording's samples, with pauses in which it lies as it lay.
nonisolated struct Motion {
  private var samples: [AccelerometerSample]

  /// The motion of a recording; before each of its quiet moments `after` these times the device rests for a while.
  init(_ recording: Recording, rests: [Double] = [], for duration: Double = 0) {
    samples = []
    var delay = 0.0
    var rests = rests.sorted()[...]
    for case .sample(var sample) in recording.entries {
      if let rest = rests.first, sample.time >= rest, let last = samples.last {
        rests.removeFirst()
        delay += duration
        samples.append(AccelerometerSample(time: last.time + duration, acceleration: last.acceleration))
      }
      sample.time += delay
      samples.append(sample)
    }
  }

  init(_ samples: [AccelerometerSample]) { self.samples = samples }

  var end: Double { samples.last?.time ?? 0 }

  /// All samples as they were made.
  var all: [AccelerometerSample] { samples }

  /// The acceleration at times that rise from call to call.
  func reader() -> (Double) -> Acceleration {
    var index = 0
    return { time in
      while index + 1 < samples.count, samples[index + 1].time <= time { index += 1 }
      return samples[index].acceleration
    }
  }
}

/// A sensor that is driven by the rules of `SamplingPace`, and the judge behind it, in a time of their own.
nonisolated struct SimulatedSensor {
  enum Kind: CaseIterable {
    case polled
    /// Obeys `in_accel_hysteresis`, which it had at 0.05 g.
    case hub
    /// Is polled, and has a motion event that compares sample with sample.
    case chip
    /// The same, but the event never comes.
    case muteChip
    /// The same, but the event comes no more after a minute.
    case failingChip

    var isPolled: Bool { self != .hub }

    func hears(at time: Double) -> Bool {
      switch self {
      case .polled, .hub, .muteChip: false
      case .chip: true
      case .failingChip: time < 60
      }
    }
  }

  struct Outcome {
    var changes: [(time: Double, orientation: DeviceOrientation)] = []
    /// When somebody was woken: the reader thread, or the loop.
    var wakeups: [Double] = []
  }

  private let settings = SensorSettings()
  private let kind: Kind
  private var pace = SamplingPace()
  private var trust = MotionEventTrust()
  private var tracker = OrientationTracker()
  private var outcome = Outcome()
  private var isQuiet = false

  init(_ kind: Kind) { self.kind = kind }

  /// What the judge makes of a motion.
  mutating func feel(_ motion: Motion) -> Outcome {
    let reader = motion.reader()
    switch kind {
    case .hub: listen(reader, until: motion.end)
    case .polled, .chip, .muteChip, .failingChip: poll(reader, events(of: motion), until: motion.end)
    }
    return outcome
  }

  /// When a chip that measures ten times a second finds a sample that differs from the one before, and by how much.
  private func events(of motion: Motion) -> [(time: Double, change: Double)] {
    let reader = motion.reader()
    var before = reader(0)
    return stride(from: 0.1, through: motion.end, by: 0.1).compactMap { time in
      let felt = reader(time)
      defer { before = felt }
      let change = max(abs(felt.x - before.x), abs(felt.y - before.y), abs(felt.z - before.z))
      return change > 0 && kind.hears(at: time) ? (time, change) : nil
    }
  }

  private mutating func poll(
    _ reader: (Double) -> Acceleration, _ events: [(time: Double, change: Double)], until end: Double
  ) {
    let kindOfEvent = MotionEventAttributes.Kind.risingRateOfChange
    var events = events[...]
    let filter = ReadingFilter()
    var now = 0.0
    while now <= end {
      meetDeadline(before: now)
      outcome.wakeups.append(now)
      let acceleration = reader(now)
      let scan = RawScan(x: acceleration.x, y: acceleration.y, z: acceleration.z)
      if filter.isNews(scan, at: now) {
        take(acceleration, at: now, interval: 1 / settings.rate)
        if pace.level == .resting {
          filter.passMotion(from: scan, scale: [1, 1, 1])
          rest(at: now)
        } else {
          filter.passAll()
        }
      }
      if let verdict = pace.takeVerdict() { trust.learn(verdict) }
      let isArmed = pace.level == .resting && !trust.isGivenUp && kind != .polled
      let due = now + 1 / pace.rate(settings, isGuarded: isArmed && trust.isTrusted)
      events = events.drop { $0.time <= now }
      let threshold = kindOfEvent.threshold * trust.factor
      if isArmed, let event = events.first(where: { $0.change > threshold }), event.time < due {
        now = event.time
        outcome.wakeups.append(now)
        _ = pace.takeAlarm(at: now)
        filter.passAll()
      } else {
        now = due
      }
    }
  }

  private mutating func listen(_ reader: (Double) -> Acceleration, until end: Double) {
    var (now, lastArrival, told) = (0.0, -1.0, Acceleration?.none)
    while now <= end {
      meetDeadline(before: now)
      let acceleration = reader(now)
      let interval = 1 / (pace.level == .moving ? settings.movingRate : settings.rate)
      let sensitivity =
        switch pace.level {
        case .moving: 0.0
        case .calm: 0.49
        case .resting: SamplingPace.motion
        }
      let difference = told.map {
        max(abs(acceleration.x - $0.x), abs(acceleration.y - $0.y), abs(acceleration.z - $0.z))
      }
      if let difference, difference < sensitivity {
        if !isQuiet, now - lastArrival >= SilenceRule.settling || pace.level == .resting {
          rest(at: now - interval)
          _ = pace.takeQuiet()
        } else if !isQuiet {
          outcome.wakeups.append(now)
          judge(tracker.ingest(AccelerometerSample(time: now, acceleration: told ?? acceleration)), at: now)
        }
      } else {
        told = acceleration
        lastArrival = now
        outcome.wakeups.append(now)
        take(acceleration, at: now, interval: interval)
      }
      now += interval
    }
  }

  private mutating func take(_ acceleration: Acceleration, at time: Double, interval: Double) {
    let hasRested = isQuiet
    if isQuiet { judge(tracker.silence(until: time - interval), at: time) }
    isQuiet = false
    let sample = AccelerometerSample(time: time, acceleration: acceleration)
    judge(tracker.ingest(sample), at: time)
    _ = pace.take(sample, isMotion: hasRested && kind.isPolled && pace.level == .resting)
  }

  private mutating func rest(at time: Double) {
    isQuiet = true
    judge(tracker.silence(until: time), at: time)
  }

  private mutating func meetDeadline(before time: Double) {
    guard let deadline = tracker.nextDeadline, deadline <= time else { return }
    outcome.wakeups.append(deadline)
    judge(tracker.silence(until: deadline), at: deadline)
  }

  private mutating func judge(_ orientation: DeviceOrientation?, at time: Double) {
    guard let orientation, orientation.interfaceOrientation != nil else { return }
    if orientation != outcome.changes.last?.orientation { outcome.changes.append((time, orientation)) }
  }
}
