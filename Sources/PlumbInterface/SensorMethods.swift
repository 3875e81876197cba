public import Orientation

/// The methods of org.plumbd.Sensor.
public enum SensorInterface {
  /// The interface's name.
  public static let name = "org.plumbd.Sensor"

  /// A method's full name.
  public static func method(_ member: String) -> String { "\(name).\(member)" }

  /// The reply of `List`.
  public struct ListReply: Codable, Sendable {
    /// Every accelerometer seen.
    public var sensors: [AccelerometerReport]
    /// Wraps a list.
    public init(sensors: [AccelerometerReport]) { self.sensors = sensors }
  }

  /// One reply of `Samples`: a sample or an event.
  public struct SamplesReply: Codable, Sendable, Hashable {
    /// The sample; nil where an event is told.
    public var sample: SampleReport?
    /// The event; nil where a sample is told.
    public var event: SampleEvent?
    /// Wraps a sample.
    public init(sample: SampleReport) { self.sample = sample }
    /// Wraps an event.
    public init(event: SampleEvent) { self.event = event }
  }
}

/// The methods of org.plumbd.Mock.
public enum MockInterface {
  /// The interface's name.
  public static let name = "org.plumbd.Mock"
  /// How many samples a `Feed` may carry.
  public static let samplesPerCall = 256
  /// What a mock can be told to measure on an axis, m/s².
  public static let accelerations = -1000.0...1000.0

  /// A method's full name.
  public static func method(_ member: String) -> String { "\(name).\(member)" }

  /// The parameters of `SetPose`.
  public struct SetPoseParameters: Codable, Sendable {
    /// The pose, of a portrait panel.
    public var device: DeviceOrientation
    /// Takes a pose.
    public init(device: DeviceOrientation) { self.device = device }
  }

  /// The parameters of `Feed`.
  public struct FeedParameters: Codable, Sendable {
    /// At most `samplesPerCall`.
    public var samples: [MockSample]
    /// Feeds samples.
    public init(samples: [MockSample]) { self.samples = samples }
  }

  /// The parameters of `SetTabletMode`.
  public struct SetTabletModeParameters: Codable, Sendable {
    /// Whether the device is folded to a tablet.
    public var on: Bool
    /// Folds or opens it.
    public init(on: Bool) { self.on = on }
  }
}
