import CLinux
import Glibc
public import JSON
public import Varlink

/// One connection to the daemon: a Varlink client on a Unix socket.
///
///     let connection = try DaemonConnection()
///     let reply = try connection.call("org.plumbd.Rotation.Monitor", returning: Rotation.MonitorReply.self)
///
/// A program with a loop of its own watches `descriptor` for reading, and for writing while `wantsToWrite`, and calls
/// `dispatch()`. A tool without one uses the calls that wait. It belongs to one thread at a time.
nonisolated public final class DaemonConnection {
  /// Where the socket is.
  public let path: String
  /// The socket, to be watched only: it stays the connection's own, and open until that is let go.
  public let descriptor: Int32

  /// Why the connection has ended, nil while it has not.
  public private(set) var failure: ConnectionError?
  /// Called when bytes remain to be written that the socket did not take.
  public var onWantsToWrite: (() -> Void)?

  private let wire = ClientConnection()
  private var subscriptions = 0
  private var isWritable = true
  private var isDispatching = false

  /// Connects to the daemon.
  ///
  /// - Parameter given: The socket; `DaemonSocket.path()` where nil.
  /// - Throws: `ConnectionError`, which says whether there is no socket, nobody behind it, or no permission.
  public init(path given: String? = nil) throws(ConnectionError) {
    path = DaemonSocket.path(given)
    let limit = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1
    guard (1...limit).contains(path.utf8.count) else { throw .impossiblePath(path: path, limit: limit) }
    let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    descriptor = socket(AF_UNIX, type, 0)
    guard descriptor >= 0 else { throw .system(what: "cannot make a socket", code: errno) }
    // A failed initialiser runs deinit too, which closes the socket.
    guard plumb_unix_connect(descriptor, path) == 0 else { throw ConnectionError(connecting: path, code: errno) }
    wire.onOutput = { [weak self] in self?.flush() }
  }

  deinit { Glibc.close(descriptor) }

  // MARK: Calls

  /// Calls a method, and delivers its reply from a later `dispatch()`.
  ///
  /// - Parameters:
  ///   - method: The qualified name.
  ///   - parameters: A value that encodes to a JSON object.
  ///   - onReply: Called once.
  /// - Throws: `DaemonError` where nothing was sent; `onReply` is not called then.
  public func send(
    _ method: String, _ parameters: some Encodable = JSONValue.object([:]),
    onReply: @escaping (Result<Reply, DaemonError>) -> Void
  ) throws(DaemonError) {
    try post(method, parameters, more: false) { [weak self] result in
      onReply(result.mapError { self?.meaning(of: $0) ?? DaemonError($0) })
    }
  }

  /// Calls a method that goes on replying, such as `Monitor`.
  ///
  /// It holds the connection: calls made after it are answered when it has ended, which subscriptions do not.
  ///
  /// - Parameters:
  ///   - method: The qualified name.
  ///   - parameters: A value that encodes to a JSON object.
  ///   - onReply: Called for each reply, from `dispatch()`. An error is the last.
  /// - Throws: `DaemonError` where nothing was sent.
  public func subscribe(
    _ method: String, _ parameters: some Encodable = JSONValue.object([:]),
    onReply: @escaping (Result<Reply, DaemonError>) -> Void
  ) throws(DaemonError) {
    try post(method, parameters, more: true) { [weak self] result in
      if (try? result.get().continues) != true { self?.subscriptions -= 1 }
      onReply(result.mapError { self?.meaning(of: $0) ?? DaemonError($0) })
    }
    subscriptions += 1
  }

  /// Calls a method and waits for its reply.
  ///
  /// - Parameters:
  ///   - method: The qualified name.
  ///   - parameters: A value that encodes to a JSON object.
  ///   - timeout: Seconds to wait at most; nil for as long as it takes.
  /// - Throws: `DaemonError`: no connection, the daemon's refusal, `ConnectionError.timedOut`, or
  ///   `ConnectionError.held` during a subscription and from within a callback.
  @discardableResult
  public func call(
    _ method: String, _ parameters: some Encodable = JSONValue.object([:]), timeout: Double? = nil
  ) throws(DaemonError) -> Reply {
    guard subscriptions == 0, !isDispatching else { throw .connection(.held) }
    var result: Result<Reply, DaemonError>?
    try send(method, parameters) { result = $0 }
    let deadline = timeout.map { Clock.now + $0 }
    while true {
      if let result { return try result.get() }
      let left = deadline.map { max(0, $0 - Clock.now) }
      if left == 0 { throw .connection(.timedOut) }
      do { try wait(timeout: left) } catch {
        // The reply may have come together with the end.
        if result == nil { throw .connection(error) }
      }
    }
  }

  /// Calls a method, waits for its reply, and decodes it.
  ///
  /// - Parameters:
  ///   - method: The qualified name.
  ///   - parameters: A value that encodes to a JSON object.
  ///   - type: The form of the reply.
  ///   - timeout: Seconds to wait at most; nil for as long as it takes.
  /// - Throws: `DaemonError`, also where the reply has another form.
  public func call<Result: Decodable>(
    _ method: String, _ parameters: some Encodable = JSONValue.object([:]), returning type: Result.Type,
    timeout: Double? = nil
  ) throws(DaemonError) -> Result {
    try call(method, parameters, timeout: timeout).decoded(type, of: method)
  }

  /// What an error reply means; where it is the connection's end, why.
  private func meaning(of error: VarlinkError) -> DaemonError {
    guard error == .connectionLost else { return DaemonError(error) }
    return .connection(failure ?? wire.violation.map(ConnectionError.violation) ?? .lost)
  }

  private func post(
    _ method: String, _ parameters: some Encodable, more: Bool,
    onReply: @escaping (Result<Reply, VarlinkError>) -> Void
  ) throws(DaemonError) {
    do {
      try wire.call(method, parameters, more: more, onReply: onReply)
    } catch {
      switch error {
      case .disconnected: throw .connection(failure ?? .lost)
      case .unencodable: throw .unencodable(method: method)
      }
    }
  }

  // MARK: The loop's side

  /// Whether the descriptor is to be watched for writing too.
  public var wantsToWrite: Bool { wire.hasOutput && isWritable }

  /// Reads what there is and delivers the replies in it, and writes what the socket takes; never blocks.
  ///
  /// - Throws: `ConnectionError` when the connection has ended; all calls that waited have been told. The descriptor
  ///   is then of no use and should no longer be watched.
  public func dispatch() throws(ConnectionError) {
    if failure == nil { flush() }
    let isOutermost = !isDispatching
    isDispatching = true
    defer { if isOutermost { isDispatching = false } }
    withUnsafeTemporaryAllocation(byteCount: 65536, alignment: 16) { buffer in
      // A bounded number of reads, so that a talkative daemon does not starve the caller's loop.
      for _ in 0..<16 where failure == nil {
        guard readOnce(into: buffer) else { return }
      }
    }
    if let failure { throw failure }
  }

  /// Reads and delivers; false when there is nothing more for now.
  private func readOnce(into buffer: UnsafeMutableRawBufferPointer) -> Bool {
    let count = read(descriptor, buffer.baseAddress, buffer.count)
    if count > 0 {
      do { try wire.receive(UnsafeRawBufferPointer(rebasing: buffer[..<count])) } catch { end(.violation(error)) }
    } else if count == 0 || errno == ECONNRESET {
      end(.lost)
    } else if errno == EAGAIN {
      return false
    } else if errno != EINTR {
      end(.system(what: "cannot read from \(path)", code: errno))
    }
    return true
  }

  /// Waits until there is something to do, does it, and returns; for tools without a loop.
  ///
  /// - Parameter timeout: Seconds to wait at most; nil for as long as it takes. A signal ends the wait early.
  /// - Throws: `ConnectionError` when the connection has ended.
  public func wait(timeout: Double? = nil) throws(ConnectionError) {
    if let failure { throw failure }
    var request = pollfd(fd: descriptor, events: Int16(POLLIN | (wantsToWrite ? POLLOUT : 0)), revents: 0)
    let milliseconds = timeout.map { Int32(min(max(0, $0 * 1000).rounded(.up), 1e9)) } ?? -1
    if poll(&request, 1, milliseconds) > 0 { try dispatch() }
  }

  /// Ends the connection; calls that wait for a reply are told, and the daemon forgets what lived by it.
  public func close() { end(.lost) }

  private func end(_ reason: ConnectionError) {
    guard failure == nil else { return }
    failure = reason
    // The descriptor itself is closed with the object: a loop that still watches it must not meet a stranger's.
    shutdown(descriptor, Int32(SHUT_RDWR))
    wire.disconnect()
  }

  private func flush() {
    while wire.hasOutput && isWritable {
      var isFull = false
      wire.withOutput { bytes in
        let count = bytes.withUnsafeBytes { send($0) }
        if count >= 0 { return count }
        if errno == EINTR { return 0 }
        isFull = errno == EAGAIN
        // The daemon is gone, but what it said before may still be there to read; the reading finds the end.
        isWritable = isFull
        return 0
      }
      if isFull {
        onWantsToWrite?()
        return
      }
    }
  }

  private func send(_ bytes: UnsafeRawBufferPointer) -> Int {
    Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
  }
}

nonisolated extension Reply {
  /// The parameters as a value, or the error that says what is wrong with them.
  func decoded<Value: Decodable>(_ type: Value.Type, of method: String) throws(DaemonError) -> Value {
    do { return try decode(type) } catch { throw .unexpectedReply(method: method, problem: "\(error)") }
  }
}
