import Orientation

/// What a line of a file turned out to be.
public enum RecordingLine: Sendable, Hashable {
  /// A recording starts.
  case header(RecordingHeader)
  /// The recording goes on.
  case entry(RecordingEntry)
}

/// Reads a file line by line, so that a long one need not be in memory.
///
///     var reader = RecordingReader()
///     if let line = try reader.read(line: text) { … }
///
/// It knows the header in force, turns samples into the device frame with it, and counts lines for its errors.
/// Any key that the format does not have is an error, so that a slip of typing never passes unseen.
public struct RecordingReader: Sendable {
  private var lineNumber = 0
  private var header: RecordingHeader?
  private var lastTime: Double?

  /// A reader before a file's first line.
  public init() {}

  /// Reads the next line, without its line feed; nil for a blank one.
  public mutating func read(line: some StringProtocol) throws(RecordingError) -> RecordingLine? {
    try read(line: Array(line.utf8)[...])
  }

  /// Reads the next line's UTF-8, without its line feed; nil for a blank one.
  public mutating func read(line: ArraySlice<UInt8>) throws(RecordingError) -> RecordingLine? {
    if lineNumber < Int.max { lineNumber += 1 }
    var reader = RecordingValueReader(line)
    var fields = RecordingFields()
    if reader.isAtEnd { return nil }
    do {
      try fields.read(from: &reader)
      if fields.version != nil { return .header(try start(fields)) }
      return .entry(try entry(fields))
    } catch {
      throw RecordingError(line: lineNumber, key: error.key, problem: error.problem)
    }
  }

  private mutating func start(_ fields: RecordingFields) throws(FieldError) -> RecordingHeader {
    let header = try fields.header()
    self.header = header
    lastTime = nil
    return header
  }

  private mutating func entry(_ fields: RecordingFields) throws(FieldError) -> RecordingEntry {
    guard let header else { throw FieldError(.missingHeader) }
    let entry = try fields.entry()
    if let lastTime, entry.time < lastTime {
      throw FieldError(key: "t", .timeGoesBack(from: lastTime, to: entry.time))
    }
    lastTime = entry.time
    switch entry {
    case .event: return entry
    case .sample(var sample):
      sample.acceleration = header.deviceFrame(sample.acceleration)
      guard sample.acceleration.isFinite else { throw FieldError(key: "a", .notFinite) }
      return .sample(sample)
    }
  }
}
