import CLinux
import Glibc
public import JSON

/// A client that knows nothing but bytes and NULs: what it sends need not be Varlink.
@MainActor public final class RawClient {
  private let descriptor: Int32
  private var received: [UInt8] = []
  /// Whether it has closed its end.
  public private(set) var isClosed = false

  /// Connects to a socket.
  ///
  /// - Parameter user: Whom the daemon is to take it for, by user and group; for tests that root runs. The socket must be
  ///   within that user's reach.
  public init(_ path: String, as user: (uid: uid_t, gid: gid_t)? = nil) throws {
    descriptor = plumb_unix_socket()
    if let user {
      try require(plumb_thread_user(user.uid, user.gid) == 0, "cannot become user \(user.uid)")
    }
    let result = plumb_unix_connect(descriptor, path)
    let code = errno
    if user != nil { try require(plumb_thread_user(0, 0) == 0, "cannot become root again") }
    try require(result == 0, "cannot connect to \(path): \(String(cString: strerror(code)))")
  }

  isolated deinit { if !isClosed { Glibc.close(descriptor) } }

  /// Closes its end, as a client that dies does.
  public func close() {
    guard !isClosed else { return }
    Glibc.close(descriptor)
    isClosed = true
  }

  /// Sends bytes as they are.
  public func send(_ bytes: some Collection<UInt8>) {
    var rest = ArraySlice(Array(bytes))
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Sends a text and its NUL.
  public func send(_ text: String) { send(Array(text.utf8) + [0]) }

  /// Sends a call; parameters are JSON text.
  public func call(_ method: String, _ parameters: String = "{}", more: Bool = false) {
    send(#"{"method":"\#(method)","parameters":\#(parameters)\#(more ? #","more":true"# : "")}"#)
  }

  /// The next message, nil at the end of the connection.
  public func next(within seconds: Double = 60) throws -> JSONValue? {
    let deadline = Deadline(after: seconds)
    while true {
      if let end = received.firstIndex(of: 0) {
        let message = received[..<end]
        received.removeFirst(end + 1)
        return try JSONValue(parsing: message)
      }
      try require(!deadline.isOver, "no message came")
      var watched = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
      guard poll(&watched, 1, 100) > 0 else { continue }
      var chunk = [UInt8](repeating: 0, count: 65536)
      let count = read(descriptor, &chunk, chunk.count)
      guard count > 0 else { return nil }
      received += chunk.prefix(count)
    }
  }

  /// The parameters of the next reply, which must not be an error.
  public func reply() throws -> JSONValue {
    let message = try require(try next(), "the connection has ended")
    try require(message["error"] == nil, "\(message)")
    return try require(message["parameters"], "\(message)")
  }

  /// The name of the next error.
  public func error() throws -> String? {
    try require(try next(), "the connection has ended")["error"]?.text
  }
}

extension JSONValue {
  /// The string, where it is one.
  public var text: String? { if case .string(let text) = self { text } else { nil } }
  /// The integer, where it is one.
  public var number: Int64? { if case .integer(let number) = self { number } else { nil } }
  /// The truth value, where it is one.
  public var truth: Bool? { if case .bool(let truth) = self { truth } else { nil } }
}
