import CLinux
import Glibc

/// The sole right to serve a path, for as long as the object lives: an flock(2) on a file beside the socket.
///
/// The file is removed by its holder, while it holds it. Whoever gets the lock of a file that has lost its name
/// meanwhile starts again, so that two never hold "the" lock on two files.
final class SocketLock {
  private let file: String
  private let descriptor: Int32

  /// Takes the right to serve `path`.
  /// - Throws: `ListeningSocket.Failure` where another daemon has it, or the file cannot be made.
  init(for path: String) throws(ListeningSocket.Failure) {
    file = path + ".lock"
    descriptor = try Self.take(file, for: path)
  }

  isolated deinit {
    if FileIdentity(of: descriptor) == FileIdentity(at: file) { unlink(file) }
    close(descriptor)
  }

  private static func take(_ file: String, for path: String) throws(ListeningSocket.Failure) -> Int32 {
    while true {
      let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
      let descriptor = plumb_open(file, flags, 0o600)
      guard descriptor >= 0 else { throw .init(description: "cannot listen on \(path): \(systemMessage()): \(file)") }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        let code = errno
        close(descriptor)
        if code == EINTR { continue }
        guard code == EWOULDBLOCK else { throw .init(description: "cannot lock \(file): \(systemMessage(code))") }
        throw .occupied(path)
      }
      if FileIdentity(of: descriptor) == FileIdentity(at: file) { return descriptor }
      // Removed between the opening and the locking, by a daemon that ended.
      close(descriptor)
    }
  }
}

/// Which file it is, whatever it is called; nil where there is none.
struct FileIdentity: Equatable {
  private let device: dev_t
  private let inode: ino_t

  /// The file that has the path, links not followed.
  init?(at path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// The file that is open.
  init?(of descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  private init(_ status: stat) {
    device = status.st_dev
    inode = status.st_ino
  }
}
