import CLinux
import Glibc

/// The service manager's end of sd_notify: what a program says of itself, as systemd would hear it.
@MainActor public final class NotifySocket {
  /// What NOTIFY_SOCKET is to be.
  public let path: String
  private let descriptor: Int32

  /// Listens at a path.
  public init(_ path: String) throws {
    self.path = path
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    try require(plumb_unix_bind(descriptor, path) == 0, "cannot bind \(path)")
  }

  isolated deinit { close(descriptor) }

  /// Waits for a line such as `READY=1`; an ended program is a failure.
  public func wait(for line: String, of program: Program) throws {
    let deadline = Deadline()
    while true {
      try require(!deadline.isOver, "\(line) was not said")
      try require(!program.hasEnded, "the program ended without \(line): \(program.standardError)")
      var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&watched, 1, 50) > 0 else { continue }
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = recv(descriptor, &bytes, bytes.count, 0)
      let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
      if text.split(separator: "\n").contains(where: { $0 == line }) { return }
    }
  }
}
