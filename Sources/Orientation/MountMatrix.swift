/// A rotation from a sensor's frame to the device's, row-major: out = M · v.
///
/// Source: the kernel's `mount-matrix.txt` and its ABI file `sysfs-bus-iio`; systemd's `60-sensor.hwdb` uses the same
/// text form.
public struct MountMatrix: Sendable, Hashable {
  /// Nine numbers, row by row: the device's x from the sensor's x, y, z, then its y, then its z.
  public let rows: [Double]

  /// The sensor's frame is the device's.
  public static let identity = MountMatrix(unchecked: [1, 0, 0, 0, 1, 0, 0, 0, 1])

  private init(unchecked rows: [Double]) { self.rows = rows }

  /// The vector in the device's frame.
  public func callAsFunction(_ v: Acceleration) -> Acceleration {
    Acceleration(
      x: rows[0] * v.x + rows[1] * v.y + rows[2] * v.z,
      y: rows[3] * v.x + rows[4] * v.y + rows[5] * v.z,
      z: rows[6] * v.x + rows[7] * v.y + rows[8] * v.z)
  }
}
