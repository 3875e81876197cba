import Glibc
import Orientation
import OrientationEstimation
import Testing

@Suite struct EstimationParametersTests {
  @Test(arguments: [
    (-1.0, 0.0), (0, 0), (3, 3), (11, 10), (.infinity, 10), (-.infinity, 0), (.nan, 0),
  ])
  func keepsTheSettleTimeInItsRange(_ given: Double, _ kept: Double) {
    #expect(EstimationParameters(settleTime: given).settleTime == kept)
    var parameters = EstimationParameters()
    parameters.settleTime = given
    #expect(parameters.settleTime == kept)
  }

  @Test(arguments: [(-1.0, 0.0), (10, 10), (50, 40), (.nan, 22)])
  func keepsTheHysteresisInItsRange(_ given: Double, _ kept: Double) {
    #expect(EstimationParameters(hysteresis: given).hysteresis == kept)
    var parameters = EstimationParameters()
    parameters.hysteresis = given
    #expect(parameters.hysteresis == kept)
  }

  @Test(arguments: [(0.0, 45.0), (60, 60), (90, 80), (.nan, 65)])
  func keepsTheTiltLimitInItsRange(_ given: Double, _ kept: Double) {
    #expect(EstimationParameters(tiltLimit: given).tiltLimit == kept)
    var parameters = EstimationParameters()
    parameters.tiltLimit = given
    #expect(parameters.tiltLimit == kept)
  }

  /// Left at 45 + h, returned to at 45 − h, whatever h is; five degrees to either side of the edge.
  @Test(arguments: [0.0, 10, 22, 30, 40]) func hysteresisMovesBothEdges(_ hysteresis: Double) {
    var estimator = OrientationEstimator(parameters: EstimationParameters(hysteresis: hysteresis))
    #expect(settle(&estimator, degrees: 0, time: 0) == .portrait)
    #expect(settle(&estimator, degrees: 45 + hysteresis - 5, time: 1) == nil)
    #expect(settle(&estimator, degrees: 45 + hysteresis + 4, time: 2) == .landscapeRight)
    #expect(settle(&estimator, degrees: 45 - hysteresis + 5, time: 3) == nil)
    #expect(settle(&estimator, degrees: 45 - hysteresis - 4, time: 4) == .portrait)
  }

  @Test(arguments: [45.0, 65, 80]) func tiltLimitMovesTheFlatPose(_ limit: Double) {
    var estimator = OrientationEstimator(parameters: EstimationParameters(tiltLimit: limit))
    #expect(settle(&estimator, degrees: 0, tilt: limit - 3, time: 0) == .portrait)
    #expect(settle(&estimator, degrees: 90, tilt: limit + 2, time: 1) == nil)
    #expect(settle(&estimator, degrees: 90, tilt: limit + 8, time: 2) == .faceUp)
    #expect(settle(&estimator, degrees: 90, tilt: limit - 3, time: 3) == .landscapeRight)
    #expect(settle(&estimator, degrees: 90, tilt: -limit - 8, time: 4) == .faceDown)
  }

  /// Holds a pose for a second at 25 Hz; the last change in it.
  private func settle(
    _ estimator: inout OrientationEstimator, degrees: Double, tilt: Double = 0, time: Double
  ) -> DeviceOrientation? {
    let (turn, tilt) = (degrees * .pi / 180, tilt * .pi / 180)
    let g = Acceleration.standardGravity
    let gravity = Acceleration(
      x: g * sin(turn) * cos(tilt), y: -g * cos(turn) * cos(tilt), z: -g * sin(tilt))
    var change: DeviceOrientation?
    for index in 0..<25 {
      let sample = AccelerometerSample(time: time + Double(index) / 25, acceleration: gravity)
      change = estimator.ingest(sample) ?? change
    }
    return change
  }
}
