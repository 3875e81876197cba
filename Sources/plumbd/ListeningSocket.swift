import CLibSystemd
import CLinux
import EventLoop
import Glibc

/// The Unix socket that clients connect to: handed over by systemd, or made at a path.
final class ListeningSocket {
  let descriptor: Int32
  private let own: Own?

  /// A socket that this daemon has made: what it removes in the end, and the right to have made it.
  private struct Own {
    let path: String
    let identity: FileIdentity?
    let lock: SocketLock
  }

  /// Why there is no socket.
  struct Failure: Error, CustomStringConvertible {
    let description: String

    /// Somebody else serves the path.
    static func occupied(_ path: String) -> Self {
      Self(
        description: "another daemon answers on \(path): stop it (systemctl stop plumbd.socket plumbd.service), "
          + "or give this one a socket of its own with --socket")
    }
  }

  /// The longest path that fits a socket address.
  static let maximumPathBytes = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

  /// Takes a socket that systemd listens on already.
  init(activated descriptor: Int32) throws(Failure) {
    guard sd_is_socket_unix(descriptor, Int32(SOCK_STREAM.rawValue), 1, nil, 0) > 0 else {
      throw Failure(
        description: "the socket that systemd handed over is no listening Unix stream socket; see plumbd.socket")
    }
    self.descriptor = descriptor
    own = nil
    Self.setFlags(descriptor)
  }

  /// Makes a socket at a path, in place of one that a dead daemon has left, never in place of anything else.
  init(path: String) throws(Failure) {
    try Self.check(path)
    let lock = try SocketLock(for: path)
    try Self.clearLeftover(path)

    let descriptor = plumb_unix_socket()
    guard descriptor >= 0 else { throw Failure(description: "cannot make a socket: \(systemMessage())") }
    // The socket is for everybody: who may do what is decided call by call.
    let mask = umask(0)
    let bound = plumb_unix_bind(descriptor, path)
    umask(mask)
    guard bound == 0, chmod(path, 0o666) == 0, listen(descriptor, SOMAXCONN) == 0 else {
      let message = systemMessage()
      close(descriptor)
      if bound == 0 { unlink(path) }
      throw Failure(description: "cannot listen on \(path): \(message)")
    }
    self.descriptor = descriptor
    own = Own(path: path, identity: FileIdentity(at: path), lock: lock)
    Self.setFlags(descriptor)
  }

  isolated deinit {
    close(descriptor)
    // What has the path by now may be another's.
    if let own, let identity = own.identity, identity == FileIdentity(at: own.path) { unlink(own.path) }
  }

  private static func setFlags(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  private static func check(_ path: String) throws(Failure) {
    guard !path.isEmpty else { throw Failure(description: "the socket's path is empty") }
    guard path.utf8.count <= maximumPathBytes else {
      throw Failure(
        description: "the socket's path has \(path.utf8.count) bytes and a Unix socket's may have "
          + "\(maximumPathBytes): choose a shorter one: \(path)")
    }
    guard !path.utf8.contains(0) else { throw Failure(description: "the socket's path has a NUL in it") }
  }

  private static func clearLeftover(_ path: String) throws(Failure) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else {
      throw Failure(description: "\(path) exists and is not a socket: move it away, or choose another path")
    }
    // Whoever holds no lock, such as systemd itself, is known by its answer.
    let probe = plumb_unix_socket()
    guard probe >= 0 else { throw Failure(description: "cannot make a socket: \(systemMessage())") }
    defer { close(probe) }
    _ = fcntl(probe, F_SETFL, O_NONBLOCK)
    if plumb_unix_connect(probe, path) == 0 || errno == EAGAIN { throw .occupied(path) }
    guard errno == ECONNREFUSED, unlink(path) == 0 else {
      throw Failure(description: "cannot take over \(path): \(systemMessage())")
    }
    Log.info("took over \(path), which a daemon that is gone had left")
  }
}

func systemMessage(_ code: Int32 = errno) -> String { String(cString: strerror(code)) }
