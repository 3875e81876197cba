/// Why readings do not say how a sensor is mounted.
public enum CalibrationError: Error, Sendable, Hashable, CustomStringConvertible {
  /// That is no pose to hold a device in.
  case noPose(DeviceOrientation)
  /// The poses leave an axis of the device out, so that nobody can tell whether it is mirrored.
  case tooFewPoses
  /// Nothing like gravity was measured in a pose.
  case noGravity(pose: DeviceOrientation)
  /// In one pose gravity was much larger or smaller than in the others (m/s²).
  case unevenGravity(pose: DeviceOrientation, measured: Double, mean: Double)
  /// Two measured vectors are at another angle (degrees) to each other than their poses are.
  case posesContradict(DeviceOrientation, DeviceOrientation, measured: Double, expected: Double)
  /// No mounting explains all poses; the best one misses one of them by so many degrees.
  case posesDisagree(worst: Double)

  /// The reason, for people.
  public var description: String {
    switch self {
    case .noPose(let pose): return "\(pose.word) is no pose to hold a device in"
    case .tooFewPoses:
      return "the poses must have the upper or lower edge, the left or right edge, and the front or back up"
    case .noGravity(let pose): return "no gravity was measured in \(pose.word)"
    case .unevenGravity(let pose, let measured, let mean):
      let words = "\(tenths(measured)) m/s² was measured in \(pose.word), \(tenths(mean)) on the average"
      return words + ": was the device at rest?"
    case .posesContradict(let first, let second, let measured, let expected):
      let words = "\(first.word) and \(second.word) are \(tenths(expected))° apart, \(tenths(measured))° were measured"
      return words + ": was the device held as asked?"
    case .posesDisagree(let worst):
      return "no mounting of the sensor explains all poses, the best one is \(tenths(worst))° off in one of them"
    }
  }
}

/// A number with one decimal at most.
private func tenths(_ value: Double) -> String {
  guard value.isFinite, abs(value) < 1e9 else { return "\(value)" }
  let tenths = (value * 10).rounded()
  return word(tenths / 10)
}
