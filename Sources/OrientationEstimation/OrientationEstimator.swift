import Orientation

/// Tells from accelerations how the device is held.
public struct OrientationEstimator: Sendable {
  /// The knobs.
  public let parameters: EstimationParameters
  /// The last orientation that was decided; `unknown` at first.
  public private(set) var orientation: DeviceOrientation = .unknown
  /// The time of sample at which the orientation may change with no new sample, nil for never.
  public private(set) var nextDeadline: Double?

  /// An estimator that knows nothing yet.
  public init(parameters: EstimationParameters = .init()) { self.parameters = parameters }

  /// Takes a sample; the new orientation if it changed now.
  public mutating func ingest(_ sample: AccelerometerSample) -> DeviceOrientation? {
    let a = sample.acceleration
    guard a.isFinite, a.magnitude > 5, a.magnitude < 15 else { return nil }
    let pose = DeviceOrientation.allCases.first { pose in
      guard let p = Acceleration(pose: pose) else { return false }
      return p.x * a.x + p.y * a.y + p.z * a.z > 0.85 * p.magnitude * a.magnitude
    }
    guard let pose, pose != orientation else { return nil }
    orientation = pose
    return pose
  }

  /// Takes the sensor's word that nothing has changed up to a time: the last sample holds.
  public mutating func silence(until time: Double) -> DeviceOrientation? { nil }

  /// Forgets all but the knobs.
  public mutating func reset() { self = Self(parameters: parameters) }
}
