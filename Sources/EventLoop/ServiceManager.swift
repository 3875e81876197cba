import CLibSystemd
import CLinux
import Glibc

/// systemd's side of the process: readiness, status, and descriptors handed over at the start and kept for the next.
///
/// All are no-ops outside a unit. Nothing waits for a manager that does not read, but for as long as it is told to:
/// this is why messages do not go through sd_notify(3), which does.
public enum ServiceManager {
  /// Whether a manager listens to what the process says.
  public static var isThere: Bool { address != nil }

  private static let address: String? = getenv("NOTIFY_SOCKET").map { String(cString: $0) }.flatMap {
    $0.hasPrefix("/") || $0.hasPrefix("@") ? $0 : nil
  }

  /// Tells the service manager states such as `READY=1` or `STATUS=…`; true where it was told.
  ///
  /// - Parameter patience: Seconds to wait for a manager whose queue is full; after that the message is lost.
  @discardableResult
  public static func notify(_ lines: String..., patience: Double = 0) -> Bool {
    (try? send(lines.joined(separator: "\n"), until: EventLoop.now + patience)) ?? false
  }

  // MARK: Descriptors

  /// A descriptor that the manager has handed over.
  public struct PassedDescriptor: Sendable, Hashable {
    /// The descriptor, closed at the next exec and the taker's own.
    public let descriptor: Int32
    /// What its unit, or who stored it, calls it; `unknown` where nobody said.
    public let name: String
  }

  /// The sockets of socket activation in the unit's order, then what an earlier process of the unit has stored.
  ///
  /// The environment that names them is cleared, so a second call returns none and children inherit nothing.
  /// - Throws: `SystemError` where the environment is malformed.
  public static func takeDescriptors() throws(SystemError) -> [PassedDescriptor] {
    var names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    let count = try SystemError.check(sd_listen_fds_with_names(1, &names), "cannot take the activated sockets")
    defer {
      for index in 0..<Int(count) { free(names?[index]) }
      free(names)
    }
    return (0..<count).map { index in
      PassedDescriptor(
        descriptor: SD_LISTEN_FDS_START + index,
        name: names?[Int(index)].map { String(cString: $0) } ?? "unknown")
    }
  }

  /// Gives descriptors to the manager, which hands them to the unit's next process under this name.
  ///
  /// It keeps as many as the unit's FileDescriptorStoreMax= allows, closes the others, and says nothing about it.
  /// - Parameter patience: Seconds that it may take in all.
  /// - Throws: `SystemError` where the manager cannot be reached or does not read in time; the first ones may be stored.
  public static func store(_ descriptors: [Int32], named name: String, patience: Double) throws(SystemError) {
    let end = EventLoop.now + patience
    var rest = descriptors[...]
    while !rest.isEmpty {
      let batch = Array(rest.prefix(plumb_descriptors_per_message))
      guard try send("FDSTORE=1\nFDNAME=\(name)", with: batch, until: end) else {
        throw SystemError("cannot store descriptors", code: ENOTCONN)
      }
      rest = rest.dropFirst(batch.count)
    }
  }

  /// Lets the manager forget what it has stored under a name.
  public static func removeStored(named name: String, patience: Double) {
    _ = try? send("FDSTOREREMOVE=1\nFDNAME=\(name)", until: EventLoop.now + patience)
  }

  /// Sends one message; false where there is no manager.
  private static func send(
    _ text: String, with descriptors: [Int32] = [], until end: Double
  ) throws(SystemError) -> Bool {
    guard let address else { return false }
    let socket = try checked(plumb_notify_socket(address), "cannot reach the service manager")
    defer { close(socket) }
    let bytes = Array(text.utf8)
    while plumb_send_descriptors(socket, bytes, bytes.count, descriptors, descriptors.count) < 0 {
      let code = errno
      let left = end - EventLoop.now
      // The kernel bounds how many descriptors are on their way, as well as how many messages.
      guard code == EINTR || (left > 0 && (code == EAGAIN || code == ETOOMANYREFS)) else {
        throw SystemError("cannot tell the service manager", code: code)
      }
      var watched = pollfd(fd: socket, events: Int16(POLLOUT), revents: 0)
      if code == EAGAIN { poll(&watched, 1, Int32(min(left * 1000, 100))) } else { usleep(1000) }
    }
    return true
  }

  private static func checked(_ result: Int32, _ operation: String) throws(SystemError) -> Int32 {
    guard result >= 0 else { throw SystemError(operation, code: errno) }
    return result
  }
}
