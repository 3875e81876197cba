import CLinux
import Glibc
import TestSupport

/// A client's end of a connection that never blocks: messages go out as the daemon takes them, and come in whole.
@MainActor public final class Connection {
  /// Its socket.
  public let descriptor: Int32
  /// Whether neither side has ended it.
  public private(set) var isOpen = true
  /// Gets each message without its NUL.
  public var onMessage: (ArraySlice<UInt8>) -> Void = { _ in }
  /// Called when the daemon has ended the connection.
  public var onEnd: () -> Void = {}
  /// Whether it takes what comes; a client that never reads does not.
  public var reads = true {
    didSet { if isOpen { watch() } }
  }

  private let poller: Poller
  private var outgoing: ArraySlice<UInt8> = []
  private var incoming: [UInt8] = []

  /// Connects to a socket.
  public init(_ path: String, _ poller: Poller) throws {
    self.poller = poller
    descriptor = plumb_unix_socket()
    guard descriptor >= 0, plumb_unix_connect(descriptor, path) == 0 else {
      let reason = String(cString: strerror(errno))
      if descriptor >= 0 { Glibc.close(descriptor) }
      throw Failure("cannot connect to \(path): \(reason)")
    }
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    poller.add(self)
  }

  isolated deinit { close() }

  /// Ends it from this side.
  public func close() {
    guard isOpen else { return }
    isOpen = false
    poller.remove(self)
    Glibc.close(descriptor)
  }

  /// How many bytes the daemon has yet to take.
  public var unsentBytes: Int { outgoing.count }

  /// Sends bytes as they are.
  public func send(_ bytes: some Sequence<UInt8>) {
    guard isOpen else { return }
    outgoing.append(contentsOf: bytes)
    flush()
  }

  /// Sends a call; parameters are JSON text.
  public func call(_ method: String, _ parameters: String = "{}", more: Bool = false) {
    send(Self.message(method, parameters, more: more))
  }

  /// The bytes of a call, with its NUL.
  public static func message(_ method: String, _ parameters: String = "{}", more: Bool = false) -> [UInt8] {
    Array(#"{"method":"\#(method)","parameters":\#(parameters)\#(more ? #","more":true"# : "")}"#.utf8) + [0]
  }

  func ready(_ events: UInt32) {
    if events & EPOLLOUT.rawValue != 0 { flush() }
    if events & EPOLLIN.rawValue != 0, reads { read() }
    // What never reads learns of the end by this alone.
    if isOpen, events & (EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0, events & EPOLLIN.rawValue == 0 || !reads { end() }
  }

  private func flush() {
    let couldNot = !outgoing.isEmpty
    while isOpen, !outgoing.isEmpty {
      let count = outgoing.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0 {
        if errno == EAGAIN || errno == EINTR { break }
        // The daemon may have said why before it closed.
        outgoing = []
        break
      }
      outgoing = outgoing.dropFirst(count)
    }
    if outgoing.isEmpty { outgoing = [] }
    if isOpen, couldNot { watch() }
  }

  private func watch() { poller.watch(self, reading: reads, writing: !outgoing.isEmpty) }

  private func read() {
    let count = Self.buffer.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
    if count < 0, errno == EAGAIN || errno == EINTR { return }
    guard count > 0 else { return end() }
    incoming += Self.buffer[..<count]
    guard Self.buffer[..<count].contains(0) else { return }
    var rest = incoming[...]
    incoming = []
    while isOpen, let nul = rest.firstIndex(of: 0) {
      onMessage(rest[..<nul])
      rest = rest[(nul + 1)...]
    }
    incoming = Array(rest)
  }

  private func end() {
    close()
    onEnd()
  }

  // One for all: what is read is handed on before the next one reads.
  private static var buffer = [UInt8](repeating: 0, count: 65536)
}

extension ArraySlice<UInt8> {
  /// The integer that follows the first occurrence of a text, such as `"serial":`.
  public func integer(after text: StaticString) -> Int? {
    withUnsafeBytes { bytes in
      let word = UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
      guard let first = word.first, word.count <= bytes.count else { return nil }
      for start in 0...(bytes.count - word.count) where bytes[start] == first {
        guard bytes[start..<(start + word.count)].elementsEqual(word) else { continue }
        let digits = bytes[(start + word.count)...].prefix { (0x30...0x39).contains($0) }.prefix(18)
        return digits.isEmpty ? nil : digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
      }
      return nil
    }
  }
}
