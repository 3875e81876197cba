import FoundationEssentials
import Glibc
import Orientation
import OrientationEstimation
import Recordings
import Testing

@testable import Sensors

/// The rules at the head of SamplingPace.swift, in their own time.
@Suite struct SamplingPaceTests {
  private func sample(_ time: Double, x: Double = 0) -> AccelerometerSample {
    AccelerometerSample(time: time, acceleration: Acceleration(x: x, y: -9.8, z: 0))
  }

  @Test func levelsFollowTheDevice() {
    var pace = SamplingPace()
    let steps: [(time: Double, x: Double, level: SamplingPace.Level)] = [
      (0, 0, .calm), (4.9, 0.5, .calm), (5, 0.5, .resting), (6, 0.9, .resting), (7, 1.2, .moving), (11.9, 1.2, .moving),
      (12, 1.2, .resting),
      // A slow turn is motion too: 0.3 m/s² at a time add up.
      (13, 1.5, .resting), (14, 1.9, .moving), (15, 2.2, .moving), (16, 2.6, .moving), (20.9, 2.6, .moving),
      (21, 2.6, .resting),
      // Noise is not, however long.
      (22, 2.9, .resting), (23, 2.3, .resting), (24, 2.9, .resting),
    ]
    for step in steps {
      let before = pace.level
      let changed = pace.take(sample(step.time, x: step.x))
      #expect(changed == (step.level != before), "at \(step.time)")
      #expect(pace.level == step.level, "at \(step.time)")
    }
  }

  @Test func theSensorsOwnWordCounts() {
    var pace = SamplingPace()
    _ = pace.take(sample(0))
    let changes = [pace.takeQuiet(), pace.takeQuiet()]
    #expect(changes == [true, false])
    #expect(pace.level == .resting)
    _ = pace.take(sample(1, x: 0.1), isMotion: true)
    #expect(pace.level == .moving)
  }

  @Test func theSensorsAlarmIsLookedAfter() {
    func resting() -> SamplingPace {
      var pace = SamplingPace()
      _ = pace.take(sample(0))
      _ = pace.take(sample(5))
      return pace
    }
    var right = resting()
    var changes = [right.takeAlarm(at: 10), right.takeAlarm(at: 10.1), right.take(sample(10.2, x: 0.3))]
    var verdicts = [right.takeVerdict()]
    _ = right.take(sample(10.4, x: 0.9))
    verdicts += [right.takeVerdict(), right.takeVerdict()]
    #expect(changes == [true, false, false])
    #expect(verdicts == [nil, .right, nil], "not before it shows, and once")
    _ = right.take(sample(15.3, x: 0.9))
    #expect(right.level == .moving, "5 s after motion")

    var wrong = resting()
    changes = [wrong.takeAlarm(at: 10), wrong.take(sample(11.4, x: 0.3)), wrong.take(sample(11.6, x: 0.3))]
    verdicts = [wrong.takeVerdict()]
    #expect(changes == [true, false, true])
    #expect(verdicts == [.wrong])
    #expect(wrong.level == .resting)

    var missing = resting()
    _ = missing.take(sample(10, x: 0.9))
    verdicts = [missing.takeVerdict()]
    #expect(verdicts == [.missing])

    var awake = SamplingPace()
    _ = awake.take(sample(0))
    changes = [awake.takeAlarm(at: 1), awake.take(sample(2, x: 0.9))]
    verdicts = [awake.takeVerdict()]
    #expect(changes == [false, true], "it is read anyhow")
    #expect(verdicts == [nil])
  }

  @Test func whoWantsEverySampleKeepsItAwake() {
    var pace = SamplingPace(wantsEverySample: true)
    for time in 0..<20 { _ = pace.take(sample(Double(time))) }
    #expect(pace.level == .calm)
    _ = pace.takeQuiet()
    #expect(pace.level == .calm)
    _ = pace.want(everySample: false)
    #expect(pace.level == .calm, "the next sample tells whether it rests")
    _ = pace.take(sample(20))
    #expect(pace.level == .resting)
    _ = pace.want(everySample: true)
    #expect(pace.level == .calm)
  }

  @Test func ratesAreThoseOfTheSettings() {
    let settings = SensorSettings(rate: 10, movingRate: 26, restingRate: 1)
    var pace = SamplingPace()
    #expect(pace.rate(settings) == 10)
    _ = pace.take(sample(0))
    _ = pace.take(sample(0.1, x: 3))
    #expect(pace.rate(settings) == 26)
    _ = pace.takeQuiet()
    #expect(pace.rate(settings) == 1)
    #expect(pace.rate(settings, isGuarded: true) == 0.5)
  }

  // MARK: - Replay

  /// Somebody's tablet in use, with the device laid aside for half a minute after some of its turns.
  private func motion() throws -> Motion {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let file = folder.appending(path: "OrientationEstimationTests/Data/handling.jsonl")
    let recording = try #require(try Recording.recordings(in: [UInt8](Data(contentsOf: file))).first)
    let changes = changesAtFullRate(of: Motion(recording)).map(\.time)
    let rests = changes.enumerated().filter { $0.offset % 2 == 1 }.map { $0.element + 0.6 }
    #expect(rests.count >= 3)
    return Motion(recording, rests: rests, for: 30)
  }

  private func changesAtFullRate(of motion: Motion) -> [(time: Double, orientation: DeviceOrientation)] {
    var tracker = OrientationTracker()
    var changes: [(time: Double, orientation: DeviceOrientation)] = []
    for (index, sample) in motion.all.enumerated() {
      // The pauses have no samples of their own.
      if index > 0, sample.time - motion.all[index - 1].time > 1 { _ = tracker.silence(until: sample.time - 0.04) }
      if let orientation = tracker.ingest(sample), orientation.interfaceOrientation != nil,
        orientation != changes.last?.orientation
      {
        changes.append((sample.time, orientation))
      }
    }
    return changes
  }

  @Test(arguments: SimulatedSensor.Kind.allCases)
  func aSensorThatRestsTellsTheSameTurns(_ kind: SimulatedSensor.Kind) throws {
    let motion = try motion()
    let expected = changesAtFullRate(of: motion)
    var sensor = SimulatedSensor(kind)
    let found = sensor.feel(motion).changes
    #expect(found.map(\.orientation) == expected.map(\.orientation))
    // One slow period where it is polled, and a sample or two more than at full rate.
    let latest = kind.isPolled ? 1.3 : 0.4
    for (found, expected) in zip(found, expected) {
      #expect((-0.4...latest).contains(found.time - expected.time), "\(found.time) against \(expected.time)")
    }
  }

  /// Of a chip's turns from rest one alone may be later than a slow poll has it: the first whose event stays away.
  @Test(arguments: [(SimulatedSensor.Kind.polled, 0), (.hub, 0), (.chip, 0), (.muteChip, 0), (.failingChip, 1)])
  func noMotionEventCostsMoreThanOneTurn(_ kind: SimulatedSensor.Kind, _ late: Int) {
    let starts = (0..<12).map { 15.13 + 21.37 * Double($0) }
    let turns = (0...6500).map { index in
      let time = Double(index) / 25
      let angle = starts.map { min(max((time - $0) / 0.4, 0), 1) * .pi / 2 }.reduce(0, +)
      return AccelerometerSample(
        time: time, acceleration: Acceleration(x: 9.8 * sin(angle), y: -9.8 * cos(angle), z: 0))
    }
    var sensor = SimulatedSensor(kind)
    let times = sensor.feel(Motion(turns)).changes.dropFirst().map(\.time)
    #expect(times.count == starts.count)
    let delays = zip(times, starts).map { $0 - $1 }
    #expect(delays.allSatisfy { $0 <= 3 }, "\(delays)")
    #expect(delays.filter { $0 > 2 }.count <= late, "\(delays)")
    // Who is told of motion is as quick as if it had been awake.
    if kind == .hub || kind == .chip { #expect(delays.allSatisfy { $0 <= 0.9 }, "\(delays)") }
  }

  /// What a chip's rest costs shows after its first motion.
  @Test(arguments: [(SimulatedSensor.Kind.polled, 1.1), (.hub, 0.05), (.chip, 0.55), (.muteChip, 1.1)])
  func atRestNextToNothingHappens(_ kind: SimulatedSensor.Kind, _ mostASecond: Double) throws {
    let noise = (0...2500).map { 0.05 * Double($0 % 3) }
    let still = noise.enumerated().map { index, noise in
      // It is moved once, after ten seconds of rest.
      sample(Double(index) / 25, x: noise + (index < 250 ? 0 : 2))
    }
    var sensor = SimulatedSensor(kind)
    let wakeups = sensor.feel(Motion(still)).wakeups
    #expect(Double(wakeups.filter { $0 > 18 }.count) <= mostASecond * 82)
    #expect(wakeups.count > 10)
  }

  /// The judge's time for a turn is over while the sensor rests already: it is not told late, or never.
  @Test func whatIsPendingWhenTheSilenceBeginsIsToldInTime() {
    var tracker = OrientationTracker(parameters: EstimationParameters(settleTime: 8))
    for index in 0..<100 { _ = tracker.ingest(sample(Double(index) / 10)) }
    _ = tracker.silence(until: 9.9)
    #expect(tracker.orientation == .portrait)
    let turned = (0..<60).map {
      AccelerometerSample(time: 10 + Double($0) / 10, acceleration: Acceleration(x: 9.8, y: 0, z: 0))
    }
    for sample in turned { _ = tracker.ingest(sample) }
    _ = tracker.silence(until: 15.9)
    #expect(tracker.orientation == .portrait)
    guard let deadline = tracker.nextDeadline else {
      Issue.record("nothing is due")
      return
    }
    #expect((17.9...18.3).contains(deadline))
    _ = tracker.silence(until: deadline)
    #expect(tracker.orientation == .landscapeRight)
  }
}
