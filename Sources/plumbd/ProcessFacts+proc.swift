import CLinux
import Glibc
import RotationService

extension ProcessFacts {
  /// A running process, by proc_pid_status(5); nil where there is none, or a sandbox hides it.
  init?(pid: Int32) {
    guard pid > 0 else { return nil }
    let descriptor = plumb_open("/proc/\(pid)/status", O_RDONLY | O_CLOEXEC, 0)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    // What is wanted stands in the first ten lines.
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(descriptor, &bytes, bytes.count)
    guard count > 0 else { return nil }
    self.init(status: String(decoding: bytes[..<count], as: UTF8.self))
  }

  /// The same from the file's text.
  init?(status: String) {
    var numbers: [Substring: Substring] = [:]
    for line in status.split(separator: "\n") {
      let words = line.split(whereSeparator: { $0 == "\t" || $0 == " " })
      // The process's name comes first, and is its own choice: it cannot hold a line feed.
      if words.count > 1, numbers[words[0]] == nil { numbers[words[0]] = words[1] }
    }
    guard let parent = numbers["PPid:"].flatMap({ Int32($0) }), let uid = numbers["Uid:"].flatMap({ UInt32($0) }) else {
      return nil
    }
    self.init(parent: parent, uid: uid)
  }
}
