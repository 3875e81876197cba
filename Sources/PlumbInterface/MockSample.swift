public import Orientation

/// `Sample` of org.plumbd.Mock: one measurement to feed.
public struct MockSample: Codable, Sendable, Hashable {
  /// Seconds; only differences count.
  public var t: Double
  /// m/s² to the right.
  public var x: Double
  /// m/s² towards the top edge.
  public var y: Double
  /// m/s² out of the screen.
  public var z: Double

  /// Makes a sample from a time (s) and an acceleration (m/s²).
  public init(time: Double, acceleration: Acceleration) {
    t = time
    x = acceleration.x
    y = acceleration.y
    z = acceleration.z
  }

  /// The sample in the project's own terms.
  public var sample: AccelerometerSample {
    AccelerometerSample(time: t, acceleration: Acceleration(x: x, y: y, z: z))
  }
}
