import Orientation
import Testing

@Suite struct CalibrationTests {
  private nonisolated static let usual: [DeviceOrientation] = [.portrait, .landscapeRight, .landscapeLeft, .faceUp]

  /// What a sensor that is mounted so (M · v = gravity) measures in a pose, with another length and a tilt of the hand.
  private nonisolated static func measured(
    _ pose: DeviceOrientation, gravityMatrix m: [Double], length: Double = 9.8, tilt degrees: Double = 0
  ) -> Acceleration {
    guard let g = Acceleration(pose: pose) else { return Acceleration(x: 0, y: 0, z: 0) }
    // Tilted about an axis that no pose's gravity lies on, so that every pose is off.
    let tilted = rotated(g, about: (0.6, 0.64, 0.48), by: degrees)
    let scale = length / tilted.magnitude
    // M is orthogonal: its inverse is its transpose.
    return Acceleration(
      x: (m[0] * tilted.x + m[3] * tilted.y + m[6] * tilted.z) * scale,
      y: (m[1] * tilted.x + m[4] * tilted.y + m[7] * tilted.z) * scale,
      z: (m[2] * tilted.x + m[5] * tilted.y + m[8] * tilted.z) * scale)
  }

  /// Rodrigues' rotation.
  private nonisolated static func rotated(
    _ v: Acceleration, about k: (x: Double, y: Double, z: Double), by degrees: Double
  ) -> Acceleration {
    let (c, s) = (cosine(degrees), sine(degrees))
    let dot = (k.x * v.x + k.y * v.y + k.z * v.z) * (1 - c)
    return Acceleration(
      x: v.x * c + (k.y * v.z - k.z * v.y) * s + k.x * dot, y: v.y * c + (k.z * v.x - k.x * v.z) * s + k.y * dot,
      z: v.z * c + (k.x * v.y - k.y * v.x) * s + k.z * dot)
  }

  private nonisolated static func sine(_ degrees: Double) -> Double {
    // Five terms of the series are exact enough for the angles of these tests.
    let x = degrees * .pi / 180
    return x - x * x * x / 6 + x * x * x * x * x / 120 - x * x * x * x * x * x * x / 5040
  }
  private nonisolated static func cosine(_ degrees: Double) -> Double {
    let half = sine(degrees / 2)
    return 1 - 2 * half * half
  }

  private nonisolated static func readings(
    _ matrix: [Double], poses: [DeviceOrientation] = usual, length: Double = 9.8, tilt: Double = 0
  ) -> [Calibration.Reading] {
    poses.map { .init(pose: $0, mean: measured($0, gravityMatrix: matrix, length: length, tilt: tilt)) }
  }

  /// Every way in which a sensor can be soldered at right angles, with both polarities.
  nonisolated static let rightAngled: [[Double]] = {
    var matrices: [[Double]] = []
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
      for signs in 0..<8 {
        var matrix = [Double](repeating: 0, count: 9)
        for row in 0..<3 { matrix[3 * row + order[row]] = signs & (1 << row) == 0 ? 1 : -1 }
        matrices.append(matrix)
      }
    }
    return matrices
  }()

  @Test(arguments: rightAngled) func everyRightAngledMountingIsFound(matrix: [Double]) throws {
    for tilt in [0.0, 7, 12] {
      let calibration = try Calibration(Self.readings(matrix, tilt: tilt))
      #expect(calibration.gravityMatrix.rows == matrix)
      #expect(determinant(calibration.matrix.rows) == 1, "a sensor's own frame is right-handed")
      #expect(abs(calibration.worst - tilt) < 3)
      // What is found turns what was measured upright again.
      let upright = calibration.gravityMatrix(Self.measured(.portrait, gravityMatrix: matrix))
      #expect(abs(upright.y + 9.8) < 0.01 && abs(upright.x) < 0.01)
    }
  }

  @Test func aReflectionIsTheOtherPolarity() throws {
    let upright = try Calibration(Self.readings([1, 0, 0, 0, 1, 0, 0, 0, 1]))
    #expect(upright.polarity == .gravity)
    #expect(upright.matrix == .identity)
    let away = try Calibration(Self.readings([-1, 0, 0, 0, -1, 0, 0, 0, -1]))
    #expect(away.polarity == .reaction)
    #expect(away.matrix == .identity)
    #expect(away.gravityMatrix == MountMatrix.identity.negated)
  }

  @Test func threePosesOfThreeAxesAreEnough() throws {
    let matrix = [0.0, 1, 0, -1, 0, 0, 0, 0, 1]
    let poses: [DeviceOrientation] = [.portraitUpsideDown, .landscapeLeft, .faceDown]
    #expect(try Calibration(Self.readings(matrix, poses: poses)).gravityMatrix.rows == matrix)
  }

  /// 45° about z, and a general rotation.
  @Test(arguments: [
    [0.7071, 0.7071, 0, -0.7071, 0.7071, 0, 0, 0, 1],
    [0.36, 0.48, -0.8, -0.8, 0.6, 0, 0.48, 0.64, 0.6],
  ])
  func aMountingAtAnotherAngleIsFitted(matrix: [Double]) throws {
    let calibration = try Calibration(Self.readings(matrix))
    for (found, expected) in zip(calibration.matrix.rows, matrix) { #expect(abs(found - expected) < 0.002) }
    #expect(calibration.worst < 0.5)
  }

  @Test(arguments: [0.25, 9.8, 19.6]) func theScaleIsSaid(length: Double) throws {
    guard length > 1 else {
      #expect(throws: CalibrationError.noGravity(pose: .portrait)) {
        try Calibration(Self.readings([1, 0, 0, 0, 1, 0, 0, 0, 1], length: length))
      }
      return
    }
    let calibration = try Calibration(Self.readings([1, 0, 0, 0, 1, 0, 0, 0, 1], length: length))
    #expect(abs(calibration.scaleError - length / 9.80665) < 0.001)
  }

  nonisolated static let identity = [1.0, 0, 0, 0, 1, 0, 0, 0, 1]

  @Test func posesThatContradictEachOtherAreRefused() {
    // The device was not turned between two poses.
    var same = Self.readings(Self.identity)
    same[1].mean = same[0].mean
    #expect(throws: CalibrationError.posesContradict(.portrait, .landscapeRight, measured: 0, expected: 90)) {
      try Calibration(same)
    }
    // It was turned the wrong way in one of two.
    var wrong = Self.readings(Self.identity)
    wrong[2].mean = wrong[1].mean
    #expect(throws: CalibrationError.posesContradict(.landscapeRight, .landscapeLeft, measured: 0, expected: 180)) {
      try Calibration(wrong)
    }
    // Each pair of poses is nearly right, all together are not.
    var askew = Self.readings(Self.identity)
    askew[0].mean = Acceleration(x: 5, y: -8, z: 0)
    askew[3].mean = Acceleration(x: 0, y: 4, z: -9)
    #expect(throws: CalibrationError.self) { try Calibration(askew) }
  }

  @Test func readingsWithoutGravityOrOfUnequalGravityAreRefused() {
    var falling = Self.readings(Self.identity)
    falling[3].mean = Acceleration(x: 0, y: 0.1, z: 0)
    #expect(throws: CalibrationError.noGravity(pose: .faceUp)) { try Calibration(falling) }
    var shaken = Self.readings(Self.identity)
    shaken[1].mean = Acceleration(x: 16, y: 0, z: 0)
    #expect(throws: CalibrationError.self) { try Calibration(shaken) }
    var broken = Self.readings(Self.identity)
    broken[0].mean = Acceleration(x: .nan, y: 0, z: 0)
    #expect(throws: CalibrationError.noGravity(pose: .portrait)) { try Calibration(broken) }
  }

  @Test(
    arguments: [
      [], [.portrait], [.portrait, .landscapeRight, .landscapeLeft, .portraitUpsideDown],
      [.faceUp, .faceDown, .portrait],
    ] as [[DeviceOrientation]])
  func tooFewAxesAreRefused(poses: [DeviceOrientation]) {
    #expect(throws: CalibrationError.tooFewPoses) { try Calibration(Self.readings(Self.identity, poses: poses)) }
  }

  @Test func unknownIsNoPose() {
    #expect(throws: CalibrationError.noPose(.unknown)) {
      try Calibration(Self.readings(Self.identity, poses: [.unknown]))
    }
  }

  private func determinant(_ m: [Double]) -> Double {
    m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6]) + m[2] * (m[3] * m[7] - m[4] * m[6])
  }
}
