import Glibc
public import Orientation

/// A fact about this machine's accelerometer that nobody can read from it.
nonisolated public struct SensorQuirk: Sendable, Hashable {
  /// Whose word it is.
  public enum Rank: Sendable, Hashable {
    /// The user's, over udev's.
    case user
    /// The project's, below udev's.
    case shipped
  }

  /// Whose word it is.
  public var rank: Rank
  /// What people are told of it: its name and file.
  public var source: String
  /// A glob (fnmatch(3)) that the sensor's name must match; nil: any.
  public var sensor: String?
  /// The mount matrix; nil where nothing is said.
  public var mountMatrix: MountMatrix?
  /// The polarity that goes with it, or of any matrix where there is none; nil where nothing is said.
  public var polarity: Polarity?
  /// Whether the sensor must not turn the screen; nil where nothing is said.
  public var isIgnored: Bool?

  /// States a fact.
  public init(
    rank: Rank, source: String, sensor: String? = nil, mountMatrix: MountMatrix? = nil, polarity: Polarity? = nil,
    isIgnored: Bool? = nil
  ) {
    self.rank = rank
    self.source = source
    self.sensor = sensor
    self.mountMatrix = mountMatrix
    self.polarity = polarity
    self.isIgnored = isIgnored
  }

  func matches(name: String) -> Bool { sensor.map { fnmatch($0, name, 0) == 0 } ?? true }
}

nonisolated extension [SensorQuirk] {
  /// The last word of the highest rank on a matter, about a sensor of this name.
  func last<Value>(
    _ rank: SensorQuirk.Rank, for name: String, _ matter: (SensorQuirk) -> Value?
  ) -> (value: Value, quirk: SensorQuirk)? {
    for quirk in reversed() where quirk.rank == rank && quirk.matches(name: name) {
      if let value = matter(quirk) { return (value, quirk) }
    }
    return nil
  }

  /// Who says that a sensor of this name must not turn the screen; nil where nobody does.
  func ignoring(_ name: String) -> String? {
    let word = last(.user, for: name, \.isIgnored) ?? last(.shipped, for: name, \.isIgnored)
    return word.flatMap { $0.value ? $0.quirk.source : nil }
  }
}
