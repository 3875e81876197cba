import CLinux
import Glibc

/// The service manager's end of sd_notify: what a program says of itself, as systemd would hear it.
@MainActor public final class NotifySocket {
  /// One datagram.
  public struct Message {
    /// Its lines.
    public let lines: [String]
    /// What came with it, the receiver's own.
    public let descriptors: [Int32]

    /// The value of a line `key=value`.
    public func value(of key: String) -> String? {
      lines.first { $0.hasPrefix(key + "=") }.map { String($0.dropFirst(key.count + 1)) }
    }
  }

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

  /// The next message, nil where none comes for a moment.
  public func next() -> Message? {
    var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&watched, 1, 50) > 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: 4096)
    var passed = [Int32](repeating: -1, count: Int(plumb_descriptors_per_message))
    var passedCount = 0
    let count = plumb_receive_descriptors(descriptor, &bytes, bytes.count, &passed, &passedCount)
    let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    return Message(lines: text.split(separator: "\n").map(String.init), descriptors: Array(passed.prefix(passedCount)))
  }

  /// Leaves no room for another message until one is read.
  public func fill() throws {
    // Each sender has a limit of its own; where not even a new one gets a word in, the queue is full.
    while true {
      let sender = plumb_notify_socket(path)
      try require(sender >= 0, "cannot reach \(path)")
      defer { close(sender) }
      guard send(sender, "x", 1, 0) == 1 else { return }
      while send(sender, "x", 1, 0) == 1 {}
    }
  }

  /// Waits for a line such as `READY=1`; an ended program is a failure.
  public func wait(for line: String, of program: Program) throws {
    let deadline = Deadline()
    while true {
      try require(!deadline.isOver, "\(line) was not said")
      try require(!program.hasEnded, "the program ended without \(line): \(program.standardError)")
      guard let message = next() else { continue }
      for descriptor in message.descriptors { close(descriptor) }
      if message.lines.contains(line) { return }
    }
  }
}
