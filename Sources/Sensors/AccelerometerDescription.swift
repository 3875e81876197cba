import Orientation

/// One accelerometer as people see it in `Sensor.List`: what it is, whether it is used, and why.
nonisolated public struct AccelerometerDescription: Sendable, Hashable {
  /// The driver's name: `accel_3d`, `cros-ec-accel`.
  public var name: String
  /// The firmware's label, such as `accel-display`; nil where there is none.
  public var label: String?
  /// The kernel's number of the moment: `iio:device0`; it may change at every resume.
  public var identifier: String
  /// Where it sits in sysfs; nil for what is not a local device.
  public var sysfsPath: String?
  /// The libiio context that it was found in, or `mock:`, `recording:`.
  public var uri: String
  /// Where it is built in, and who says so.
  public var location: Sourced<SensorLocation>
  /// The matrix in use, and where it comes from.
  public var mountMatrix: Sourced<MountMatrix>
  /// Which way its vector points at rest, and who says so.
  public var polarity: Sourced<Polarity>
  /// m/s² a count for x, y and z, and the attribute it comes from; nil while it is being learnt from gravity.
  public var scale: Sourced<[Double]>?
  /// Counts added before scaling for x, y and z.
  public var offset: [Double]
  /// Samples a second at present; nil where unknown.
  public var rate: Double?
  /// How it is read, or would be.
  public var mode: SensorMode
  /// Whether its samples turn the screen.
  public var isUsed: Bool
  /// Why it is used or not, in words.
  public var reason: String
  /// What is wrong with it, in words, each with its cure where there is one.
  public var faults: [String]

  /// Describes an accelerometer; what is not given is what a perfect one would have.
  public init(
    name: String, label: String? = nil, identifier: String, sysfsPath: String? = nil, uri: String,
    location: Sourced<SensorLocation> = Sourced(.unknown, from: "nobody says"),
    mountMatrix: Sourced<MountMatrix> = Sourced(.identity, from: "default"),
    polarity: Sourced<Polarity> = Sourced(.gravity, from: "default"), scale: Sourced<[Double]>? = nil,
    offset: [Double] = [0, 0, 0], rate: Double? = nil, mode: SensorMode, isUsed: Bool, reason: String,
    faults: [String] = []
  ) {
    self.name = name
    self.label = label
    self.identifier = identifier
    self.sysfsPath = sysfsPath
    self.uri = uri
    self.location = location
    self.mountMatrix = mountMatrix
    self.polarity = polarity
    self.scale = scale
    self.offset = offset
    self.rate = rate
    self.mode = mode
    self.isUsed = isUsed
    self.reason = reason
    self.faults = faults
  }
}

/// A value and the place it was taken from: an attribute, a udev property, `configuration`, `default`.
nonisolated public struct Sourced<Value: Sendable & Hashable>: Sendable, Hashable {
  /// The value in force.
  public var value: Value
  /// Where it was found.
  public var source: String

  /// Pairs a value with its source.
  public init(_ value: Value, from source: String) {
    self.value = value
    self.source = source
  }
}
