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
  /// The latest time that is taken, s: beyond it a Double tells neighbouring samples apart no longer.
  private static let latestTime = 1e11

  /// Reads a regular file; anything else may keep its reader waiting for ever.
  static func read(_ path: String) throws(Failure) -> [Recording] {
    let recordings: [Recording]
    do { recordings = try Recording.recordings(in: try bytes(of: path)) } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure(description: "\(path): \(error)")
    }
    for recording in recordings where !recording.entries.allSatisfy({ abs($0.time) <= latestTime }) {
      throw Failure(
        description: "\(path): the recording \"\(recording.header.name)\" has times beyond \(latestTime) s")
    }
    return recordings
  }

  private static func bytes(of path: String) throws(Failure) -> [UInt8] {
    let descriptor = plumb_open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0)
    guard descriptor >= 0 else { throw Failure(description: "cannot read \(path): \(systemMessage())") }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw Failure(description: "cannot read \(path): \(systemMessage())") }
    guard status.st_mode & S_IFMT == S_IFREG else { throw Failure(description: "\(path) is not a regular file") }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw Failure(description: "cannot read \(path): \(systemMessage())") }
      guard count > 0 else { return bytes }
      bytes += chunk.prefix(count)
      guard bytes.count <= maximumBytes else {
        throw Failure(description: "\(path) is larger than \(maximumBytes >> 20) MiB")
      }
    }
  }
}
