import Orientation
import OrientationEstimation
import Testing

/// Feeds a pose at 25 Hz; the changes that it made.
private func hold(
  _ estimator: inout OrientationEstimator, _ acceleration: Acceleration, from start: Double, for duration: Double
) -> [Change] {
  (0..<Int((duration * 25).rounded())).compactMap { index in
    let time = start + Double(index) / 25
    let change = estimator.ingest(AccelerometerSample(time: time, acceleration: acceleration))
    return change.map { Change(time: time, orientation: $0) }
  }
}

private let upright = Acceleration(x: 0, y: -9.81, z: 0)
private let leftUp = Acceleration(x: 9.81, y: 0, z: 0)

@Suite struct OrientationEstimatorTests {
  @Test(arguments: DeviceOrientation.allCases) func knowsEveryPose(_ pose: DeviceOrientation) {
    var estimator = OrientationEstimator()
    #expect(estimator.orientation == .unknown)
    guard let acceleration = Acceleration(pose: pose) else { return }
    #expect(hold(&estimator, acceleration, from: 0, for: 1).map(\.orientation) == [pose])
    #expect(estimator.orientation == pose)
  }

  @Test(arguments: [
    Acceleration(x: .nan, y: 0, z: 0), Acceleration(x: 0, y: .infinity, z: 0), Acceleration(x: 0, y: 0, z: -.infinity),
    Acceleration(x: 0, y: 0, z: 0), Acceleration(x: 1e300, y: 1e300, z: 0), Acceleration(x: 0.2, y: 0.2, z: 0.2),
    Acceleration(x: 150, y: 0, z: 0),
  ])
  func passesOverWhatNoHandCanDo(_ garbage: Acceleration) {
    var estimator = OrientationEstimator()
    var clean = estimator
    var found: [DeviceOrientation?] = []
    var expected: [DeviceOrientation?] = []
    for index in 0..<100 {
      let time = Double(index) / 25
      let sample = AccelerometerSample(time: time, acceleration: index < 40 ? upright : leftUp)
      #expect(estimator.ingest(AccelerometerSample(time: time, acceleration: garbage)) == nil)
      found.append(estimator.ingest(sample))
      expected.append(clean.ingest(sample))
    }
    #expect(found == expected)
    #expect(found.compactMap { $0 } == [.portrait, .landscapeRight])
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity]) func passesOverTimesThatAreNone(_ time: Double) {
    var estimator = OrientationEstimator()
    _ = hold(&estimator, upright, from: 0, for: 1)
    #expect(estimator.ingest(AccelerometerSample(time: time, acceleration: leftUp)) == nil)
    #expect(estimator.silence(until: time) == nil)
    #expect(hold(&estimator, upright, from: 1, for: 1) == [])
  }

  @Test func startsAnewWhereTheClockGoesBack() {
    var estimator = OrientationEstimator()
    #expect(hold(&estimator, upright, from: 1000, for: 1).map(\.orientation) == [.portrait])
    let changes = hold(&estimator, leftUp, from: 3, for: 1)
    #expect(changes.map(\.orientation) == [.landscapeRight])
    #expect(changes.allSatisfy { $0.time < 3.3 })
  }

  @Test func keepsTheOrientationOverAGap() {
    var estimator = OrientationEstimator()
    _ = hold(&estimator, upright, from: 0, for: 1)
    #expect(hold(&estimator, upright, from: 5000, for: 2) == [])
    #expect(estimator.orientation == .portrait)
  }

  @Test func aGapEmptiesTheWindow() {
    var estimator = OrientationEstimator()
    _ = hold(&estimator, upright, from: 0, for: 1)
    // 100 ms of another pose, a gap, and it again: the rest before the gap does not count.
    #expect(hold(&estimator, leftUp, from: 1, for: 0.08) == [])
    #expect(estimator.ingest(AccelerometerSample(time: 3, acceleration: leftUp)) == nil)
  }

  @Test func silenceAloneIsAGapAndTheQuietMarkIsNone() {
    var quiet = OrientationEstimator(parameters: EstimationParameters(settleTime: 1))
    #expect(hold(&quiet, upright, from: 0, for: 2).map(\.orientation) == [.portrait])
    var silent = quiet
    for index in 0..<2 {
      let sample = AccelerometerSample(time: 2 + Double(index) / 25, acceleration: leftUp)
      #expect(quiet.ingest(sample) == nil)
      #expect(silent.ingest(sample) == nil)
    }
    #expect(quiet.silence(until: 60) == .landscapeRight)
    #expect(silent.ingest(AccelerometerSample(time: 60, acceleration: leftUp)) == nil)
    #expect(silent.orientation == .portrait)
  }

  @Test func theDeadlineIsWhenSilenceMakesTheChange() throws {
    var estimator = OrientationEstimator(parameters: EstimationParameters(settleTime: 0.7))
    #expect(estimator.nextDeadline == nil)
    _ = hold(&estimator, upright, from: 0, for: 2)
    #expect(estimator.nextDeadline == nil)
    #expect(estimator.ingest(AccelerometerSample(time: 2, acceleration: leftUp)) == nil)
    let deadline = try #require(estimator.nextDeadline)
    #expect((2.7...3).contains(deadline))
    #expect(estimator.silence(until: deadline - 0.05) == nil)
    #expect(estimator.silence(until: deadline) == .landscapeRight)
    #expect(estimator.nextDeadline == nil)
  }

  @Test func aPoseThatIsNotMeantHasNoDeadline() {
    var estimator = OrientationEstimator()
    _ = hold(&estimator, upright, from: 0, for: 1)
    _ = hold(&estimator, Acceleration(x: 7, y: -7, z: 0), from: 1, for: 0.2)
    #expect(estimator.nextDeadline == nil)
    #expect(estimator.silence(until: 1000) == nil)
  }

  @Test func silenceOfAJudgeWithoutSamplesSaysNothing() {
    var estimator = OrientationEstimator()
    #expect(estimator.silence(until: 10) == nil)
    #expect(hold(&estimator, upright, from: 0, for: 1).map(\.orientation) == [.portrait])
    #expect(estimator.silence(until: -5) == nil)
  }

  /// No number makes the judge stop: seeded noise over the whole range of binary64.
  @Test(arguments: 0..<8) func survivesAnyNumber(_ seed: UInt64) {
    var random = SplitMix(state: seed)
    var estimator = OrientationEstimator()
    var pose = DeviceOrientation.unknown
    for _ in 0..<4000 {
      let wild = random.next() % 4 == 0
      let time = wild ? Double(bitPattern: random.next()) : Double(random.next() % 1_000_000) / 1000
      let numbers = (0..<3).map { _ in
        wild ? Double(bitPattern: random.next()) : Double(Int64(bitPattern: random.next()) % 2000) / 100
      }
      let acceleration = Acceleration(x: numbers[0], y: numbers[1], z: numbers[2])
      let change =
        random.next() % 16 == 0
        ? estimator.silence(until: time)
        : estimator.ingest(AccelerometerSample(time: time, acceleration: acceleration))
      #expect(change != pose)
      pose = change ?? pose
      #expect(estimator.orientation == pose)
      if let deadline = estimator.nextDeadline { #expect(deadline.isFinite) }
    }
  }
}

/// Sebastiano Vigna's SplitMix64, for repeatable noise.
private struct SplitMix {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
