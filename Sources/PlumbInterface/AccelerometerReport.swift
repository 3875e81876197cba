public import Orientation

/// `Accelerometer` of org.plumbd.Sensor: an accelerometer that was seen, used or not.
public struct AccelerometerReport: Codable, Sendable, Hashable {
  /// What the driver calls it.
  public var name: String
  /// What firmware calls it.
  public var label: String?
  /// Where it is.
  public var path: String
  /// Whether the orientation is taken from it.
  public var used: Bool
  /// Why it is used or not.
  public var why: String
  /// How it is read; nil while it is not.
  public var mode: SensorMode?
  /// Where in the device it sits.
  public var location: String?
  /// Who says so.
  public var locationSource: String?
  /// The mount matrix, nine numbers row by row.
  public var matrix: [Double]
  /// Where the matrix comes from.
  public var matrixSource: String
  /// Which way its vector points at rest.
  public var polarity: Polarity
  /// Who says so.
  public var polaritySource: String
  /// m/s² per count of x, y and z.
  public var scale: [Double]
  /// Samples a second.
  public var rate: Double?
  /// What is wrong with it.
  public var faults: [String]
  /// The present acceleration, device frame, polarity gravity, m/s².
  public var reading: Acceleration?
  /// What the reading means in words.
  public var meaning: String?

  /// Reports an accelerometer.
  public init(
    name: String, label: String? = nil, path: String, used: Bool, why: String, mode: SensorMode? = nil,
    location: String? = nil, locationSource: String? = nil, matrix: [Double], matrixSource: String,
    polarity: Polarity, polaritySource: String, scale: [Double], rate: Double? = nil, faults: [String] = [],
    reading: Acceleration? = nil, meaning: String? = nil
  ) {
    self.name = name
    self.label = label
    self.path = path
    self.used = used
    self.why = why
    self.mode = mode
    self.location = location
    self.locationSource = locationSource
    self.matrix = matrix
    self.matrixSource = matrixSource
    self.polarity = polarity
    self.polaritySource = polaritySource
    self.scale = scale
    self.rate = rate
    self.faults = faults
    self.reading = reading
    self.meaning = meaning
  }
}
