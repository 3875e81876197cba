import Glibc

/// A descriptor that text is written to wholly, however little of it the system takes at a time.
///
/// A reader that is slow is waited for, also where somebody else has made the descriptor a non-blocking one: a terminal's
/// flags are shared by all who have it.
public struct TextOutput: Sendable {
  /// Why the rest could not be written.
  public struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
    /// The system's reason, an `errno`; EPIPE where nobody reads any more.
    public let code: Int32
    /// What failed, and why in the system's words.
    public var description: String { "cannot write: \(reason)" }
    /// The reason in the system's words.
    public var reason: String { String(cString: strerror(code)) }
  }

  /// The process's standard output.
  public static let standardOutput = Self(STDOUT_FILENO)
  /// The process's standard error.
  public static let standardError = Self(STDERR_FILENO)

  private let descriptor: Int32

  /// Writes to a descriptor, which stays the caller's.
  public init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Writes text.
  /// - Throws: `Failure` where the rest of it could not be written.
  public func write(_ text: String) throws(Failure) { try write(text.utf8) }

  /// Writes bytes.
  /// - Throws: `Failure` where the rest of them could not be written.
  public func write(_ bytes: some Sequence<UInt8>) throws(Failure) {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
        continue
      }
      switch errno {
      case EINTR: continue
      case EAGAIN: waitForRoom()
      case let code: throw Failure(code: code)
      }
    }
  }

  private func waitForRoom() {
    var watched = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    poll(&watched, 1, -1)
  }
}
