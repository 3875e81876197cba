import Orientation

/// Whether a sensor says nothing while it rests, so that its silence is no fault.
///
/// Its hub may compare with `in_accel_hysteresis`, and need not: a sensor that has streamed samples that do not differ
/// is one that does not.
nonisolated struct ChangeReporting: Sendable {
  /// So many samples in a row that do not differ are no coincidence.
  private static let proof = 5

  private let hysteresis: Double
  private var last: Acceleration?
  private var unchanged = 0

  /// Takes what the attributes say, and whether the device was seen to stream at rest before.
  init(facts: AccelerometerFacts, streamsAtRest: Bool = false) {
    unchanged = streamsAtRest ? Self.proof : 0
    hysteresis =
      ["in_accel_hysteresis", "in_accel_x_hysteresis", "hysteresis"].lazy.compactMap { facts.number($0) }.first ?? 0
  }

  /// Whether silence may mean rest.
  var reportsOnlyChanges: Bool { hysteresis > 0 && !streamsAtRest }

  /// Whether samples that do not differ were seen to stream.
  var streamsAtRest: Bool { unchanged >= Self.proof }

  /// Takes a sample that the device sent of itself (m/s², its own frame).
  mutating func observe(_ acceleration: Acceleration) {
    guard !streamsAtRest else { return }
    if let last, acceleration.distance(to: last) < hysteresis / 2 { unchanged += 1 } else { unchanged = 0 }
    last = acceleration
  }
}

extension Acceleration {
  /// The length of the difference, m/s².
  nonisolated func distance(to other: Acceleration) -> Double {
    Acceleration(x: x - other.x, y: y - other.y, z: z - other.z).magnitude
  }
}
