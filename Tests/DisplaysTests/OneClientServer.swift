import CLinux
import EventLoop
import Glibc
import TestSupport

/// A socket in the test's own loop with one client, for servers that are made of bytes.
final class OneClientServer {
  /// Called with all that the client has sent and nobody has taken yet; takes away what it understands.
  var onBytes: ((inout [UInt8]) -> Void)?
  /// Where it listens.
  let socket: String

  private let folder: TemporaryFolder
  private let loop: EventLoop
  private let listener: Int32
  private var client: Int32 = -1
  private var listening: DescriptorSource?
  private var reading: DescriptorSource?
  private var incoming: [UInt8] = []

  init(loop: EventLoop) throws {
    self.loop = loop
    folder = try TemporaryFolder()
    socket = folder.file("socket")
    listener = plumb_unix_socket()
    guard plumb_unix_bind(listener, socket) == 0, listen(listener, 1) == 0 else { throw Missing("a socket") }
    listening = try loop.addDescriptor(listener) { [weak self] _ in self?.accept() }
  }

  isolated deinit {
    listening = nil
    reading = nil
    close(listener)
    if client >= 0 { close(client) }
  }

  /// Sends bytes as they are.
  func send(_ bytes: [UInt8]) {
    _ = bytes.withUnsafeBytes { Glibc.send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
  }

  private func accept() {
    reading = nil
    if client >= 0 { close(client) }
    client = plumb_accept(listener)
    incoming = []
    reading = try? loop.addDescriptor(client) { [weak self] _ in self?.read() }
  }

  private func read() {
    var chunk = [UInt8](repeating: 0, count: 65536)
    let count = recv(client, &chunk, chunk.count, 0)
    guard count > 0 else {
      reading = nil
      return
    }
    incoming += chunk.prefix(count)
    onBytes?(&incoming)
  }
}
