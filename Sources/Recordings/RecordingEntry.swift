import Orientation

/// One line of a recording after its header.
public enum RecordingEntry: Sendable, Hashable {
  /// An acceleration and its time, in seconds from the recording's start.
  case sample(AccelerometerSample)
  /// Something that happened to the sensor or the device, and when.
  case event(RecordingEvent, time: Double)

  /// Seconds from the recording's start.
  public var time: Double {
    switch self {
    case .sample(let sample): sample.time
    case .event(_, let time): time
    }
  }
}

/// What may happen between samples; the raw values are the file's words.
public enum RecordingEvent: String, Sendable, Hashable, CaseIterable {
  /// The machine goes to sleep.
  case suspend
  /// The machine has woken up.
  case resume
  /// The sensor is gone.
  case removed
  /// The sensor is there (again).
  case added
  /// A convertible has become a tablet.
  case tabletMode
  /// A convertible has become a laptop.
  case laptopMode
  /// The sensor reports nothing more because nothing changes: the last sample holds.
  case quiet
}
