/// An acceleration in the device frame, m/s²: +x right, +y towards the panel's top edge, +z out of the screen.
///
/// Polarity is `gravity` throughout the project: at rest the vector points to the ground, so upright is (0, −g, 0)
/// (iOS's Core Motion, iio-sensor-proxy). Sources of the other polarity negate before they hand over.
public struct Acceleration: Sendable, Hashable, Codable {
  /// Towards the right edge.
  public var x: Double
  /// Towards the top edge.
  public var y: Double
  /// Out of the screen.
  public var z: Double

  /// Makes a vector from its components in m/s².
  public init(x: Double, y: Double, z: Double) {
    self.x = x
    self.y = y
    self.z = z
  }

  /// Standard gravity, 9.80665 m/s² (CGPM 1901).
  public static let standardGravity = 9.80665

  /// The length of the vector.
  public var magnitude: Double { (x * x + y * y + z * z).squareRoot() }

  /// Whether all three components are numbers and finite.
  public var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite }

  /// The exact negative: from polarity `reaction` to `gravity` and back.
  public static prefix func - (vector: Self) -> Self { Self(x: -vector.x, y: -vector.y, z: -vector.z) }

  /// What a device at rest in an orientation measures: one standard gravity; nil for `unknown`.
  public init?(pose: DeviceOrientation) {
    let g = Self.standardGravity
    switch pose {
    case .unknown: return nil
    case .portrait: self.init(x: 0, y: -g, z: 0)
    case .portraitUpsideDown: self.init(x: 0, y: g, z: 0)
    case .landscapeLeft: self.init(x: -g, y: 0, z: 0)
    case .landscapeRight: self.init(x: g, y: 0, z: 0)
    case .faceUp: self.init(x: 0, y: 0, z: -g)
    case .faceDown: self.init(x: 0, y: 0, z: g)
    }
  }
}

/// Which way a source's vector points at rest.
public enum Polarity: String, Sendable, Hashable, Codable, CaseIterable {
  /// To the ground (iio-sensor-proxy, 60-sensor.hwdb, iOS).
  case gravity
  /// Away from it (Android, the kernel's mount-matrix.txt): the exact negative.
  case reaction
}

/// One acceleration and the time at which it was measured.
public struct AccelerometerSample: Sendable, Hashable {
  /// Seconds on a clock that counts through suspend and never jumps (CLOCK_BOOTTIME, or a recording's own).
  public var time: Double
  /// The device-frame acceleration at that time.
  public var acceleration: Acceleration

  /// Makes a sample of an acceleration (m/s²) at a time (s).
  public init(time: Double, acceleration: Acceleration) {
    self.time = time
    self.acceleration = acceleration
  }
}
