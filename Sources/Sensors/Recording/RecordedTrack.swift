import Orientation

/// What is played of a recording: its name and its entries, by time.
nonisolated public struct RecordedTrack: Sendable, Hashable {
  /// What happened at a time.
  public enum Entry: Sendable, Hashable {
    /// A sample in the device frame, polarity gravity.
    case sample(Acceleration)
    /// The sensor went.
    case removed
    /// The sensor came back.
    case added
    /// The machine became a tablet (true) or a laptop (false).
    case tabletMode(Bool)
    /// The sensor rested and reported only changes from here.
    case quiet
    /// The machine slept or woke up: time passes, nothing is measured.
    case powerTransition
  }

  /// An entry and its time from the recording's start, s.
  public struct Timed: Sendable, Hashable {
    /// Seconds from the recording's start.
    public var time: Double
    /// What happened then.
    public var entry: Entry

    /// Pairs an entry with its time.
    public init(time: Double, entry: Entry) {
      self.time = time
      self.entry = entry
    }
  }

  /// The recording's own name.
  public var name: String
  /// Its nominal samples a second; nil where it does not say.
  public var rate: Double?
  /// What happened, in the order of time.
  public var entries: [Timed]

  /// Makes a track; entries out of order are played in the order of their times.
  public init(name: String, rate: Double? = nil, entries: [Timed]) {
    self.name = name
    self.rate = rate
    self.entries = entries
  }
}
