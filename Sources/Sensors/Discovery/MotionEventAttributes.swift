/// The attributes of a driver's motion event, by their paths below the device's folder: one set an axis, or one for all.
///
/// Source: the kernel's Documentation/ABI/testing/sysfs-bus-iio, and the drivers that have such events.
nonisolated struct MotionEventAttributes: Sendable, Hashable {
  /// What a chip compares, in the words of the attributes' names, the surest first.
  enum Kind: String, Sendable, Hashable, CaseIterable {
    /// From one sample to the next (bmc150-accel).
    case eitherRateOfChange = "roc_either"
    case risingRateOfChange = "roc_rising"
    /// With what it rested at.
    case adaptiveMagnitude = "mag_adaptive_rising"
    case referencedMagnitude = "mag_referenced_rising"
    /// The same, by an older name (kxcjk-1013).
    case eitherThreshold = "thresh_either"
    /// Behind a high-pass filter (mma8452); without one it comes at rest too, and is soon trusted no more.
    case magnitude = "mag_rising"

    /// m/s² from which on it is to speak: of a quarter turn that takes 5 s, a tenth of a second is 0.3.
    var threshold: Double {
      switch self {
      case .eitherRateOfChange, .risingRateOfChange: 0.2
      case .adaptiveMagnitude, .referencedMagnitude, .eitherThreshold, .magnitude: SamplingPace.motion
      }
    }
  }

  /// An attribute to be written, and the axis (0 for x) whose counts it is in.
  struct Value: Sendable, Hashable {
    var attribute: String
    var axis: Int
  }

  let kind: Kind
  /// What switches it on.
  let enable: [String]
  /// What it compares with, in counts; drivers without such attributes have a fixed threshold.
  let values: [Value]

  /// The first event that a device has; nil where it has none.
  init?(exists: (String) -> Bool) {
    for kind in Kind.allCases {
      let single = ["x", "y", "z"].map { "events/in_accel_\($0)_\(kind.rawValue)" }
      let shared = ["events/in_accel_x|y|z_\(kind.rawValue)", "events/in_accel_\(kind.rawValue)"]
      let switches = single.filter { exists($0 + "_en") }
      let stems = switches.isEmpty ? Array(shared.filter { exists($0 + "_en") }.prefix(1)) : switches
      guard !stems.isEmpty else { continue }
      self.kind = kind
      enable = stems.map { $0 + "_en" }
      let own = single.enumerated().map { Value(attribute: $0.element + "_value", axis: $0.offset) }
        .filter { exists($0.attribute) }
      values =
        own.isEmpty
        ? shared.map { Value(attribute: $0 + "_value", axis: 0) }.filter { exists($0.attribute) } : own
      return
    }
    return nil
  }
}
