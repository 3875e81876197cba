import Orientation

/// What the configuration says about the accelerometer.
nonisolated public struct SensorSettings: Sendable, Hashable {
  /// How IIO devices are to be read.
  public enum ReadingMode: String, Sendable, Hashable, Codable, CaseIterable {
    /// Buffered where the device has a trigger and delivers, polled otherwise.
    case auto
    /// Buffered or not at all.
    case buffered
    /// Polled even where a buffer would work.
    case polled
  }

  /// The libiio context: `local:`, `ip:HOST`, `usb:`.
  public var uri: String
  /// The one device to use: its label, name, `iio:deviceN` or sysfs path; nil chooses by location.
  public var device: String?
  /// How to read it.
  public var mode: ReadingMode
  /// Samples a second wanted while nobody knows yet whether the device rests, or where each one is wanted.
  public var rate: Double
  /// Samples a second wanted while the device moves.
  ///
  /// By default 26: five intervals are the 0.18 s of rest that the judge waits for, and 25 would need a sixth.
  public var movingRate: Double
  /// Looks a second at a device that rests, where it cannot be made to say by itself that it moves.
  public var restingRate: Double
  /// The same where its motion event has proved itself, and only one that stays away has to be made up for.
  public var guardRate: Double
  /// Overrides the polarity, which is gravity otherwise.
  public var polarity: Polarity?
  /// Overrides every other source of the mount matrix.
  public var mountMatrix: MountMatrix?
  /// What is known of this machine's sensors; within a rank a later one outranks an earlier one.
  public var quirks: [SensorQuirk]

  /// Makes settings; without arguments, those of an empty configuration.
  public init(
    uri: String = "local:", device: String? = nil, mode: ReadingMode = .auto, rate: Double = 10,
    movingRate: Double = 26, restingRate: Double = 1, guardRate: Double = 0.5, polarity: Polarity? = nil,
    mountMatrix: MountMatrix? = nil, quirks: [SensorQuirk] = []
  ) {
    self.uri = uri
    self.device = device
    self.mode = mode
    self.rate = rate
    self.movingRate = movingRate
    self.restingRate = restingRate
    self.guardRate = guardRate
    self.polarity = polarity
    self.mountMatrix = mountMatrix
    self.quirks = quirks
  }
}
