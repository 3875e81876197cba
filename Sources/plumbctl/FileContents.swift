import CLinux
import Glibc

/// The bytes of a file that a person named.
enum FileContents {
  /// Reads the whole file.
  /// - Throws: `Failure` with the usage status, the file's name and the system's reason.
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
      bytes.append(contentsOf: chunk[..<count])
    }
  }

  private static func unreadable(_ file: String) -> Failure {
    Failure("plumbctl: \(file): \(String(cString: strerror(errno)))", status: ExitStatus.usage)
  }
}
