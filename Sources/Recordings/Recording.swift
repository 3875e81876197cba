import Orientation

/// A header and what was recorded under it.
public struct Recording: Sendable, Hashable {
  /// What was recorded, as the file states it.
  public var header: RecordingHeader
  /// Samples and events in the order of their times; samples are in the device frame, of polarity `gravity`.
  public var entries: [RecordingEntry]

  /// Puts a recording together from its parts.
  public init(header: RecordingHeader, entries: [RecordingEntry] = []) {
    self.header = header
    self.entries = entries
  }

  /// The recordings of a whole file, in its order.
  ///
  ///     let recordings = try Recording.recordings(in: bytes)
  ///
  /// An empty file holds none. The first line that is wrong is thrown with its number.
  public static func recordings(in bytes: [UInt8]) throws(RecordingError) -> [Recording] {
    var reader = RecordingReader()
    var recordings: [Recording] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
      switch try reader.read(line: rest[..<end]) {
      case nil: break
      case .header(let header): recordings.append(Recording(header: header))
      case .entry(let entry): recordings[recordings.count - 1].entries.append(entry)
      }
      rest = rest[end...].dropFirst()
    }
    return recordings
  }
}
