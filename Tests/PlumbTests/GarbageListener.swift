import Glibc

/// A socket behind which somebody speaks something else.
final class GarbageListener {
  let path = "/tmp/plumb-test-garbage-\(getpid())-\(UInt64.random(in: 0...UInt64.max))"
  private let descriptor: Int32
  private let words: String

  init(_ words: String) throws {
    self.words = words
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0, listen(descriptor, 4) == 0 else { throw SocketFailure(code: errno) }
  }

  struct SocketFailure: Error {
    let code: Int32
  }

  /// Says its words to who has connected, and leaves the connection open until the test has ended.
  func answer() {
    client = accept(descriptor, nil, nil)
    let bytes = Array(words.utf8)
    _ = write(client, bytes, bytes.count)
  }

  private var client: Int32 = -1

  isolated deinit {
    close(client)
    close(descriptor)
    unlink(path)
  }
}
