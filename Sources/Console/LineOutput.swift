import CLinux
import Glibc

/// Writes lines to a pipe, socket, terminal or file that may have no reader, and never waits for one for long.
///
/// The descriptor's flags are left alone: they are shared with every program that has the same terminal or pipe.
public struct LineOutput {
  /// How long the first line that finds no room is waited for, ms; those after it are not waited for at all.
  private static let patience: Int32 = 100

  private let descriptor: Int32
  private let isSocket: Bool
  private var isClogged = false
  private var endsInMidLine = false

  /// Lines that found no room since the last that did.
  public private(set) var lost = 0

  /// Writes to a descriptor, which stays the caller's.
  public init(_ descriptor: Int32) {
    self.descriptor = descriptor
    var status = stat()
    isSocket = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
  }

  /// Writes a line, without its line feed, or counts it as lost; of those lost the next that finds room tells first.
  public mutating func write(_ line: String, prefix: String) {
    var text = endsInMidLine ? "\n" : ""
    if lost > 0 { text += prefix + "\(lost) \(lost == 1 ? "line" : "lines") before this one found no reader\n" }
    text += prefix + line + "\n"
    var rest = Array(text.utf8)[...]
    let whole = rest.count
    while !rest.isEmpty {
      guard let count = writeSome(rest) else { break }
      rest = rest.dropFirst(count)
    }
    if rest.isEmpty {
      lost = 0
      endsInMidLine = false
    } else {
      lost += 1
      if rest.count < whole { endsInMidLine = true }
    }
  }

  /// Writes as much as there is room for; nil where there is none, or nobody to read it ever.
  private mutating func writeSome(_ bytes: ArraySlice<UInt8>) -> Int? {
    while true {
      let count = bytes.withUnsafeBytes { attempt($0) }
      if count >= 0 {
        isClogged = false
        return count
      }
      if errno == EINTR { continue }
      guard errno == EAGAIN, !isClogged else { return nil }
      isClogged = true
      _ = hasRoom(within: Self.patience)
    }
  }

  /// One write that does not block.
  private func attempt(_ bytes: UnsafeRawBufferPointer) -> Int {
    if isSocket {
      return send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
    }
    guard hasRoom(within: 0) else {
      errno = EAGAIN
      return -1
    }
    // A pipe that says it has room has it for this much, pipe(7).
    return Glibc.write(descriptor, bytes.baseAddress, min(bytes.count, Int(PIPE_BUF)))
  }

  private func hasRoom(within milliseconds: Int32) -> Bool {
    var watched = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&watched, 1, milliseconds) > 0
  }
}
