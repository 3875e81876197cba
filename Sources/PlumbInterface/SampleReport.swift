public import Orientation

/// `Sample` of org.plumbd.Sensor: one measurement.
public struct SampleReport: Codable, Sendable, Hashable {
  /// Seconds on CLOCK_BOOTTIME.
  public var t: Double
  /// The device-frame acceleration, m/s², polarity gravity.
  public var acceleration: Acceleration
  /// The same measurement in the sensor's own frame, m/s²: neither turned by the mount matrix nor negated.
  public var sensorFrame: Acceleration

  /// Reports a sample, and the same vector as the sensor measured it.
  public init(_ sample: AccelerometerSample, sensorFrame: Acceleration) {
    t = sample.time
    acceleration = sample.acceleration
    self.sensorFrame = sensorFrame
  }
}

/// `Event` of org.plumbd.Sensor: what happened between samples.
public struct SampleEvent: Codable, Sendable, Hashable {
  /// What may happen; the raw values are the wire's words.
  public enum Kind: String, Codable, Sendable, Hashable, CaseIterable {
    /// An accelerometer is read from now on.
    case added
    /// It is read no longer.
    case removed
    /// It rests and says nothing until it moves: the last sample holds.
    case quiet
    /// The machine was folded to a tablet.
    case tabletMode
    /// The machine was opened to a laptop.
    case laptopMode
  }

  /// Seconds on CLOCK_BOOTTIME.
  public var t: Double
  /// What happened.
  public var kind: Kind
  /// The accelerometer that was added; nil with every other kind.
  public var sensor: AccelerometerReport?

  /// Reports an event at a time (s).
  public init(_ kind: Kind, at t: Double, sensor: AccelerometerReport? = nil) {
    self.t = t
    self.kind = kind
    self.sensor = sensor
  }
}
