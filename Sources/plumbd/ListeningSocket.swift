import CLibSystemd
import CLinux
import EventLoop
import Glibc

/// The Unix socket that clients connect to: handed over by systemd, or made at a path.
final class ListeningSocket {
  let descriptor: Int32
  private let ownedPath: String?

  /// Why there is no socket.
  struct Failure: Error, CustomStringConvertible {
    let description: String
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
    ownedPath = nil
    Self.setFlags(descriptor)
  }

  /// Makes a socket at a path, in place of one that a dead daemon has left, never in place of anything else.
  init(path: String) throws(Failure) {
    guard var address = unixAddress(path) else {
      throw Failure(
        description: path.isEmpty
          ? "the socket's path is empty"
          : "the socket's path has \(path.utf8.count) bytes and a Unix socket's may have "
            + "\(Self.maximumPathBytes): choose a shorter one: \(path)")
    }
    try Self.clearLeftover(path, &address)

    let descriptor = plumb_unix_socket()
    guard descriptor >= 0 else { throw Failure(description: "cannot make a socket: \(systemMessage())") }
    // The socket is for everybody: who may do what is decided call by call.
    let mask = umask(0)
    let bound = withSocketAddress(&address) { bind(descriptor, $0, $1) }
    umask(mask)
    guard bound == 0, chmod(path, 0o666) == 0, listen(descriptor, SOMAXCONN) == 0 else {
      let message = systemMessage()
      close(descriptor)
      throw Failure(description: "cannot listen on \(path): \(message)")
    }
    self.descriptor = descriptor
    ownedPath = path
    Self.setFlags(descriptor)
  }

  isolated deinit {
    close(descriptor)
    if let ownedPath { unlink(ownedPath) }
  }

  private static func setFlags(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  private static func clearLeftover(_ path: String, _ address: inout sockaddr_un) throws(Failure) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else {
      throw Failure(description: "\(path) exists and is not a socket: move it away, or choose another path")
    }
    let probe = plumb_unix_socket()
    guard probe >= 0 else { throw Failure(description: "cannot make a socket: \(systemMessage())") }
    defer { close(probe) }
    let connected = withSocketAddress(&address) { connect(probe, $0, $1) } == 0
    if connected || errno == EAGAIN {
      throw Failure(
        description: "another daemon answers on \(path): stop it (systemctl stop plumbd.socket plumbd.service), "
          + "or give this one a socket of its own with --socket")
    }
    guard errno == ECONNREFUSED, unlink(path) == 0 else {
      throw Failure(description: "cannot take over \(path): \(systemMessage())")
    }
    Log.info("took over \(path), which a daemon that is gone had left")
  }
}

/// An address for a path, nil where it is empty or too long.
private func unixAddress(_ path: String) -> sockaddr_un? {
  var address = sockaddr_un()
  let bytes = Array(path.utf8)
  guard !bytes.isEmpty, bytes.count <= ListeningSocket.maximumPathBytes, !bytes.contains(0) else { return nil }
  address.sun_family = sa_family_t(AF_UNIX)
  withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
  return address
}

private func withSocketAddress<Result>(
  _ address: inout sockaddr_un, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
) -> Result {
  withUnsafePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
  }
}

func systemMessage(_ code: Int32 = errno) -> String { String(cString: strerror(code)) }
