import Orientation

/// The line that starts a recording: what was recorded, and how to read the samples that follow.
///
/// `{"plumb-recording":1,"name":"…","unit":"m/s^2","polarity":"gravity","rate":25}` and, where known, `device`,
/// `matrix`, `scale` and `location`. The unit is always m/s² and so has no place here.
public struct RecordingHeader: Sendable, Hashable {
  /// The version of the format that this room reads and writes.
  public static let version = 1
  /// The only unit that the format knows.
  public static let unit = "m/s^2"

  /// What the recording is called, also in a replay's output.
  public var name: String
  /// Which way the recorded vectors point at rest.
  public var polarity: Polarity
  /// The nominal rate in samples a second, above 0.
  public var rate: Double
  /// The name of the sensor that was recorded.
  public var device: String?
  /// Nine numbers, row by row, that turn the recorded vectors into the device frame; nil where they already are in it.
  ///
  /// A faulty matrix is kept as it is: the recording of a fault must replay the fault.
  public var matrix: [Double]?
  /// The factor from raw counts to m/s² that the samples already went through: one for all axes, or one for each.
  public var scale: [Double]?
  /// Where the sensor sits, in the kernel's words (`display`, `base`, …).
  public var location: String?

  /// Describes a recording; by default of polarity `gravity` and in the device frame.
  public init(
    name: String, polarity: Polarity = .gravity, rate: Double, device: String? = nil, matrix: [Double]? = nil,
    scale: [Double]? = nil, location: String? = nil
  ) {
    self.name = name
    self.polarity = polarity
    self.rate = rate
    self.device = device
    self.matrix = matrix
    self.scale = scale
    self.location = location
  }

  /// A recorded vector in the project's own frame and polarity (see `Acceleration`).
  public func deviceFrame(_ recorded: Acceleration) -> Acceleration {
    let vector =
      switch polarity {
      case .gravity: recorded
      case .reaction: -recorded
      }
    guard let m = matrix, m.count == 9 else { return vector }
    return Acceleration(
      x: m[0] * vector.x + m[1] * vector.y + m[2] * vector.z,
      y: m[3] * vector.x + m[4] * vector.y + m[5] * vector.z,
      z: m[6] * vector.x + m[7] * vector.y + m[8] * vector.z)
  }
}
