import CLinux
import Glibc

/// The bytes of a file that a person named.
enum FileContents {
  /// No recording comes near it, in bytes; it bounds what a mistaken path can cost.
  static let largest = 128 << 20

  /// Reads the whole file.
  /// - Throws: `Failure` with the usage status, the file's name and the system's reason; also for a larger file.
  static func read(_ file: String) throws(Failure) -> [UInt8] {
    let descriptor = plumb_open(file, O_RDONLY | O_CLOEXEC, 0)
    guard descriptor >= 0 else { throw unreadable(file) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count == 0 { return bytes }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw unreadable(file) }
      guard bytes.count + count <= largest else {
        throw Failure("\(file): larger than \(largest >> 20) MiB", status: ExitStatus.usage)
      }
      bytes.append(contentsOf: chunk[..<count])
    }
  }

  private static func unreadable(_ file: String) -> Failure {
    Failure("\(file): \(String(cString: strerror(errno)))", status: ExitStatus.usage)
  }
}
