import CLinux
import Glibc
import Recordings

/// A file of recordings, read whole.
enum RecordingFile {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The longest file that is taken: some 20 hours at 25 Hz.
  private static let maximumBytes = 128 * 1024 * 1024

  static func read(_ path: String) throws -> [Recording] {
    let descriptor = plumb_open(path, O_RDONLY | O_CLOEXEC, 0)
    guard descriptor >= 0 else { throw Failure(description: "cannot read \(path): \(systemMessage())") }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw Failure(description: "cannot read \(path): \(systemMessage())") }
      guard count > 0 else { break }
      bytes += chunk.prefix(count)
      guard bytes.count <= maximumBytes else {
        throw Failure(description: "\(path) is larger than \(maximumBytes >> 20) MiB")
      }
    }
    do {
      return try Recording.recordings(in: bytes)
    } catch {
      throw Failure(description: "\(path): \(error)")
    }
  }
}
