/// How a sensor is mounted, found from what it measures while the device rests in known poses.
///
/// Gravity at rest is known in the device's frame and measured in the sensor's, so that three poses with different axes
/// up determine the matrix M with M · v = gravity. Sensors are soldered at right angles nearly always: where one of the
/// 48 matrices that only swap and negate axes explains all poses, it is taken, and the hand's own tilt stays out of it;
/// otherwise the orthogonal matrix nearest to the least-squares one is (Wahba's problem by polar decomposition,
/// Higham 1986), where it explains the poses well.
///
/// M may turn out as a reflection. Sensor frames are right-handed, so that means a sensor whose vector points away from
/// the ground, as the kernel's mount-matrix.txt has it: the matrix is then −M, a rotation, and the polarity `reaction`.
public struct Calibration: Sendable, Hashable {
  /// The sensor's mean vector while the device rested in a pose.
  public struct Reading: Sendable, Hashable {
    /// How the device was held, in words of a portrait panel.
    public var pose: DeviceOrientation
    /// The mean in the sensor's frame, m/s².
    public var mean: Acceleration

    /// Pairs a pose with what was measured in it.
    public init(pose: DeviceOrientation, mean: Acceleration) {
      self.pose = pose
      self.mean = mean
    }
  }

  /// How far a pose is from what the result says of it.
  public struct Residual: Sendable, Hashable {
    /// The pose.
    public var pose: DeviceOrientation
    /// Degrees between where gravity should be and where the matrix puts it.
    public var degrees: Double
  }

  /// From the sensor's frame to the device's, a rotation.
  public let matrix: MountMatrix
  /// Which way the sensor's vector points at rest.
  public let polarity: Polarity
  /// One a reading, in their order.
  public let residuals: [Residual]
  /// Measured gravity over standard gravity, the mean of all poses: far from 1 the sensor's scale is wrong.
  public let scaleError: Double

  /// The matrix for those who know no polarity and take gravity for granted, as 60-sensor.hwdb does.
  public var gravityMatrix: MountMatrix {
    switch polarity {
    case .gravity: matrix
    case .reaction: matrix.negated
    }
  }

  /// The largest of the residuals, degrees.
  public var worst: Double { residuals.map(\.degrees).max() ?? 0 }

  /// Degrees up to which a hand may miss a pose and right angles still be believed.
  public static let handTolerance = 20.0
  /// Degrees up to which a matrix of other angles is believed: it has followed the hand already.
  public static let fitTolerance = 8.0
  /// The least and the largest measured gravity over the mean of all poses.
  static let magnitudes = 0.8...1.25

  /// Finds how the sensor is mounted.
  /// - Throws: `CalibrationError` where the readings do not determine it, or contradict each other.
  public init(_ readings: [Reading]) throws(CalibrationError) {
    let pairs = try Self.pairs(readings)
    let lengths = readings.map(\.mean.magnitude)
    let mean = lengths.reduce(0, +) / Double(lengths.count)
    for (reading, length) in zip(readings, lengths) where !Self.magnitudes.contains(length / mean) {
      throw .unevenGravity(pose: reading.pose, measured: length, mean: mean)
    }
    try Self.checkAngles(readings, pairs)

    let square = Self.bestRightAngled(pairs)
    let rows: Matrix3
    if Self.worst(square, pairs) <= Self.handTolerance {
      rows = square
    } else if let fit = Self.bestOrthogonal(pairs), Self.worst(fit, pairs) <= Self.fitTolerance {
      rows = fit.rounded
    } else {
      throw .posesDisagree(worst: Self.worst(square, pairs))
    }
    let isReflection = rows.determinant < 0
    polarity = isReflection ? .reaction : .gravity
    let numbers = (isReflection ? rows.scaled(by: -1) : rows).elements.map { $0 + 0 }
    do { matrix = try MountMatrix(rows: numbers) } catch { throw .posesDisagree(worst: Self.worst(square, pairs)) }
    residuals = zip(readings, pairs).map { Residual(pose: $0.pose, degrees: Self.angle(rows, $1)) }
    scaleError = mean / Acceleration.standardGravity
  }

  // MARK: Readings

  /// Unit vectors: gravity in the sensor's frame, and in the device's.
  private struct Pair {
    var sensor: Vector3
    var device: Vector3
  }

  private static func pairs(_ readings: [Reading]) throws(CalibrationError) -> [Pair] {
    var pairs: [Pair] = []
    var axes: Set<Int> = []
    for reading in readings {
      guard let gravity = Acceleration(pose: reading.pose) else { throw .noPose(reading.pose) }
      guard reading.mean.isFinite, reading.mean.magnitude > 1 else { throw .noGravity(pose: reading.pose) }
      pairs.append(Pair(sensor: Vector3(reading.mean).unit, device: Vector3(gravity).unit))
      axes.insert(gravity.x != 0 ? 0 : gravity.y != 0 ? 1 : 2)
    }
    // Two axes leave open whether the third is mirrored.
    guard axes.count == 3 else { throw .tooFewPoses }
    return pairs
  }

  /// The angle between two measured vectors is that between their poses, however the sensor is mounted.
  private static func checkAngles(_ readings: [Reading], _ pairs: [Pair]) throws(CalibrationError) {
    for second in pairs.indices {
      for first in 0..<second {
        let measured = pairs[first].sensor.angle(to: pairs[second].sensor)
        let expected = pairs[first].device.angle(to: pairs[second].device)
        guard abs(measured - expected) <= 2 * handTolerance else {
          throw .posesContradict(readings[first].pose, readings[second].pose, measured: measured, expected: expected)
        }
      }
    }
  }

  private static func angle(_ rows: Matrix3, _ pair: Pair) -> Double { (rows * pair.sensor).angle(to: pair.device) }

  private static func worst(_ rows: Matrix3, _ pairs: [Pair]) -> Double {
    pairs.map { angle(rows, $0) }.max() ?? .infinity
  }

  // MARK: Fits

  /// Of the 48 matrices of right angles the one whose worst pose is best.
  private static func bestRightAngled(_ pairs: [Pair]) -> Matrix3 {
    var best = (matrix: Matrix3.identity, worst: Double.infinity)
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
      for signs in 0..<8 {
        var elements = [Double](repeating: 0, count: 9)
        for row in 0..<3 { elements[3 * row + order[row]] = signs >> row & 1 == 0 ? 1 : -1 }
        let matrix = Matrix3(elements: elements)
        let worst = worst(matrix, pairs)
        if worst < best.worst { best = (matrix, worst) }
      }
    }
    return best.matrix
  }

  /// The orthogonal matrix nearest to Σ device · sensorᵀ; nil where that has no direction left.
  private static func bestOrthogonal(_ pairs: [Pair]) -> Matrix3? {
    var sum = Matrix3(elements: [Double](repeating: 0, count: 9))
    for pair in pairs { sum = sum + pair.device.outer(pair.sensor) }
    // Newton's iteration for the polar factor; from a well-conditioned start a dozen steps are plenty.
    for _ in 0..<40 {
      guard let inverse = sum.inverseTransposed else { return nil }
      sum = (sum + inverse).scaled(by: 0.5)
    }
    return sum.elements.allSatisfy(\.isFinite) ? sum : nil
  }
}
