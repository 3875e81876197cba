import Glibc

/// A message of sway's IPC, which is i3's: a magic word, the payload's length, a type, and JSON or a command.
nonisolated struct SwayMessage: Equatable {
  /// What a message is about; replies have the type of their request.
  enum Kind {
    static let runCommand: UInt32 = 0
    static let subscribe: UInt32 = 2
    static let getTree: UInt32 = 4
    /// The highest bit marks events.
    static let workspaceEvent: UInt32 = 1 << 31
  }

  /// What no honest payload reaches: a tree of a thousand windows has about two million bytes.
  static let longestPayload = 8 << 20

  var kind: UInt32
  var payload: [UInt8]

  private static let magic = Array("i3-ipc".utf8)
  private static let headerLength = magic.count + 8

  /// The bytes on the socket; numbers are in the machine's own order.
  var bytes: [UInt8] {
    let numbers = [UInt32(payload.count), kind].flatMap { withUnsafeBytes(of: $0, Array.init) }
    return Self.magic + numbers + payload
  }

  /// Takes the first message of a stream away from it; nil where it is not whole yet.
  /// - Throws: `DisplayFailure` where the stream is none of this protocol.
  static func take(from stream: inout ArraySlice<UInt8>) throws(DisplayFailure) -> SwayMessage? {
    guard stream.prefix(magic.count).elementsEqual(magic.prefix(stream.count)) else {
      throw DisplayFailure("sway's IPC socket speaks another protocol")
    }
    guard stream.count >= headerLength else { return nil }
    func number(at offset: Int) -> UInt32 {
      stream.dropFirst(offset).prefix(4).withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
    }
    let length = Int(number(at: magic.count))
    guard length <= longestPayload else {
      throw DisplayFailure("sway's IPC announces \(length) bytes, which is more than \(longestPayload)")
    }
    guard stream.count >= headerLength + length else { return nil }
    let message = SwayMessage(
      kind: number(at: magic.count + 4), payload: Array(stream.dropFirst(headerLength).prefix(length)))
    stream = stream.dropFirst(headerLength + length)
    return message
  }
}
