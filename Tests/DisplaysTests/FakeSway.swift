import EventLoop

/// Sway's IPC made of bytes, in the test's own loop.
final class FakeSway {
  /// The commands that it was told.
  private(set) var commands: [String] = []
  /// What it answers to a message of a type; others get an empty object.
  var answers: [UInt32: [UInt8]] = [:]
  /// Where it listens.
  var socket: String { server.socket }

  private let server: OneClientServer

  init(loop: EventLoop) throws {
    server = try OneClientServer(loop: loop)
    server.onBytes = { [weak self] in self?.take(&$0) }
  }

  /// A message.
  nonisolated static func message(_ kind: UInt32, _ text: String, length: UInt32? = nil) -> [UInt8] {
    let numbers = [length ?? UInt32(text.utf8.count), kind].flatMap { withUnsafeBytes(of: $0, Array.init) }
    return Array("i3-ipc".utf8) + numbers + Array(text.utf8)
  }

  /// Sends bytes as they are.
  func send(_ bytes: [UInt8]) { server.send(bytes) }

  private func take(_ incoming: inout [UInt8]) {
    while incoming.count >= 14 {
      let (length, kind) = incoming.withUnsafeBytes { bytes in
        (
          Int(bytes.loadUnaligned(fromByteOffset: 6, as: UInt32.self)),
          bytes.loadUnaligned(fromByteOffset: 10, as: UInt32.self)
        )
      }
      guard incoming.count >= 14 + length else { return }
      if kind == 0 { commands.append(String(decoding: incoming[14..<14 + length], as: UTF8.self)) }
      incoming.removeFirst(14 + length)
      if let answer = answers[kind] { send(answer) } else { send(Self.message(kind, #"[{"success":true}]"#)) }
    }
  }
}
