import CLinux
import EventLoop
import Glibc
import TestSupport

/// Sway's IPC made of bytes, in the test's own loop.
final class FakeSway {
  /// The commands that it was told.
  private(set) var commands: [String] = []
  /// What it answers to a message of a type; others get an empty object.
  var answers: [UInt32: [UInt8]] = [:]
  /// Where it listens.
  let socket: String

  private let folder: TemporaryFolder
  private let listener: Int32
  private var client: Int32 = -1
  private let loop: EventLoop
  private var sources: [DescriptorSource] = []
  private var incoming: [UInt8] = []

  init(loop: EventLoop) throws {
    self.loop = loop
    folder = try TemporaryFolder()
    socket = folder.file("ipc")
    listener = plumb_unix_socket()
    guard plumb_unix_bind(listener, socket) == 0, listen(listener, 1) == 0 else { throw Missing("a socket") }
    sources.append(try loop.addDescriptor(listener) { [weak self] _ in self?.accept() })
  }

  isolated deinit {
    sources = []
    close(listener)
    if client >= 0 { close(client) }
  }

  /// A message.
  nonisolated static func message(_ kind: UInt32, _ text: String, length: UInt32? = nil) -> [UInt8] {
    let numbers = [length ?? UInt32(text.utf8.count), kind].flatMap { withUnsafeBytes(of: $0, Array.init) }
    return Array("i3-ipc".utf8) + numbers + Array(text.utf8)
  }

  /// Sends bytes as they are.
  func send(_ bytes: [UInt8]) {
    _ = bytes.withUnsafeBytes { Glibc.send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
  }

  private func accept() {
    client = plumb_accept(listener)
    if let source = try? loop.addDescriptor(client, handler: { [weak self] _ in self?.read() }) {
      sources.append(source)
    }
  }

  private func read() {
    var chunk = [UInt8](repeating: 0, count: 65536)
    let count = recv(client, &chunk, chunk.count, 0)
    guard count > 0 else {
      sources.removeLast()
      return
    }
    incoming += chunk.prefix(count)
    while incoming.count >= 14 {
      func number(_ offset: Int) -> UInt32 {
        incoming.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
      }
      let (length, kind) = (Int(number(6)), number(10))
      guard incoming.count >= 14 + length else { return }
      if kind == 0 { commands.append(String(decoding: incoming[14..<14 + length], as: UTF8.self)) }
      incoming.removeFirst(14 + length)
      if let answer = answers[kind] { send(answer) } else { send(Self.message(kind, #"[{"success":true}]"#)) }
    }
  }
}
