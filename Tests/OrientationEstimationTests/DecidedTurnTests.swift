import Glibc
import Orientation
import OrientationEstimation
import Testing

/// Turns whose end is not where the first guess would have it.
@Suite struct DecidedTurnTests {
  /// A turn in the screen's plane, by someone who may be walking at two steps a second.
  struct Turn {
    var degrees: Double
    var start = 4.0
    var duration: Double
    var end: Double { start + duration }
    /// m/s² by which each step shakes the device.
    var steps = 0.0

    /// What a sensor shows at a time: the hand speeds up and slows down evenly.
    func acceleration(at time: Double) -> Acceleration {
      let part = min(max((time - start) / duration, 0), 1)
      let turn = degrees * .pi / 180 * (part * part * part * (10 - 15 * part + 6 * part * part))
      let (g, tilt) = (Acceleration.standardGravity, 0.4)
      let step = 2 * .pi * 2 * time
      return Acceleration(
        x: g * sin(turn) * cos(tilt) + steps * 0.6 * sin(step / 2), y: -g * cos(turn) * cos(tilt) + steps * sin(step),
        z: -g * sin(tilt) + steps * 0.4 * sin(step + 1))
    }

    /// The changes that a judge finds until some seconds after the turn; every second interval is longer by a share.
    func changes(rate: Double, unevenness: Double = 0) -> [Change] {
      var estimator = OrientationEstimator()
      return (0..<Int((end + 6) * rate)).compactMap { index in
        let time = (Double(index) + (index % 2 == 0 ? 0 : unevenness)) / rate
        let sample = AccelerometerSample(time: time, acceleration: acceleration(at: time))
        return estimator.ingest(sample).map { Change(time: time, orientation: $0) }
      }
    }
  }

  @Test(arguments: [25.0, 100, 200], [1.8, 2.2, 2.6, 3.0])
  func halfATurnDoesNotEndInItsMiddle(_ rate: Double, _ duration: Double) {
    for degrees in [180.0, -180] {
      let found = Turn(degrees: degrees, duration: duration).changes(rate: rate)
      #expect(found.map(\.orientation) == [.portrait, .portraitUpsideDown])
    }
  }

  @Test(arguments: [5.0, 25, 100, 200], [0.4, 0.7, 1.0])
  func aTurnBetweenSteadyStepsIsMeant(_ rate: Double, _ duration: Double) throws {
    let turn = Turn(degrees: 90, duration: duration, steps: 2.1)
    let found = turn.changes(rate: rate)
    #expect(found.map(\.orientation) == [.portrait, .landscapeRight])
    let delay = try #require(found.last).time - turn.end
    #expect((0...1.6).contains(delay), "\(delay)")
  }

  @Test(arguments: [0.4, 0.5, 0.6, 0.7]) func anUnevenClockCostsNoSample(_ duration: Double) throws {
    let turn = Turn(degrees: 90, duration: duration)
    let even = try #require(turn.changes(rate: 25).last)
    let uneven = try #require(turn.changes(rate: 25, unevenness: 0.2).last)
    #expect(even.orientation == .landscapeRight)
    #expect(uneven.orientation == .landscapeRight)
    #expect(uneven.time < even.time + 0.009)
  }

  @Test(arguments: [5.0, 25, 100]) func exerciseThatCalmsDownHasAPose(_ rate: Double) {
    var estimator = OrientationEstimator()
    var found: [Change] = []
    for index in 0..<Int(4.5 * rate) {
      let time = Double(index) / rate
      let strength = time < 2 ? 9.0 : 1.8
      let shaking = Acceleration(x: strength * sin(7.3 * time), y: 0, z: strength * cos(9.7 * time))
      let sample = AccelerometerSample(
        time: time,
        acceleration: Acceleration(x: shaking.x, y: -Acceleration.standardGravity, z: shaking.z))
      if let orientation = estimator.ingest(sample) { found.append(Change(time: time, orientation: orientation)) }
    }
    #expect(found.map(\.orientation) == [.portrait])
  }
}
