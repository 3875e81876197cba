import Orientation

/// m/s² a count of an input accelerometer's axes.
nonisolated enum EvdevScale {
  /// The kernel gives an accelerometer's resolution in counts a g (`INPUT_PROP_ACCELEROMETER` in its event-codes.rst,
  /// `struct input_absinfo`); nil where an axis has none, for gravity to teach it.
  static func scale(resolutions: [Int32]) -> Sourced<[Double]>? {
    guard resolutions.count == 3, resolutions.allSatisfy({ $0 > 0 }) else { return nil }
    return Sourced(resolutions.map { Acceleration.standardGravity / Double($0) }, from: "resolution")
  }
}
