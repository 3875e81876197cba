import CLinux
import EventLoop
import Glibc
import JSON

/// A client's connection to sway's IPC, which never waits.
final class SwayConnection {
  /// What came of a request.
  typealias Reply = (Result<JSONValue, DisplayFailure>) -> Void

  /// More questions than are ever open; a sway that answers none is not asked more.
  private static let mostQuestions = 32

  private var descriptor: Int32
  private var source: DescriptorSource?
  private var incoming: ArraySlice<UInt8> = []
  private var outgoing: ArraySlice<UInt8> = []
  private var questions: [(kind: UInt32, reply: Reply)] = []
  private let onEvent: (UInt32, JSONValue) -> Void
  private let onLoss: (DisplayFailure) -> Void

  /// Connects; nothing is said yet.
  ///
  /// - Parameters:
  ///   - onEvent: Given the events that were subscribed to.
  ///   - onLoss: Told once, from the loop, when the connection is of no more use; open questions fail before.
  init(
    loop: EventLoop, socket path: String, onEvent: @escaping (UInt32, JSONValue) -> Void,
    onLoss: @escaping (DisplayFailure) -> Void
  ) throws(DisplayFailure) {
    self.onEvent = onEvent
    self.onLoss = onLoss
    descriptor = plumb_unix_socket()
    guard descriptor >= 0 else { throw DisplayFailure("cannot make a socket: \(String(cString: strerror(errno)))") }
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    guard plumb_unix_connect(descriptor, path) == 0 else {
      throw DisplayFailure("cannot connect to sway's IPC at \(path): \(String(cString: strerror(errno)))")
    }
    do {
      source = try loop.addDescriptor(descriptor) { [weak self] in self?.handle($0) }
    } catch { throw DisplayFailure("cannot watch sway's IPC: \(error)") }
  }

  isolated deinit { close() }

  /// Ends the connection; no reply comes any more.
  func close() {
    source = nil
    questions = []
    if descriptor >= 0 { Glibc.close(descriptor) }
    descriptor = -1
  }

  /// Asks; the reply comes from the loop.
  func ask(_ kind: UInt32, _ payload: String = "", reply: @escaping Reply) {
    guard source != nil else { return reply(.failure(DisplayFailure("the connection to sway's IPC is gone"))) }
    guard questions.count < Self.mostQuestions else {
      return reply(.failure(DisplayFailure("sway's IPC does not answer")))
    }
    questions.append((kind, reply))
    outgoing += SwayMessage(kind: kind, payload: Array(payload.utf8)).bytes
    send()
  }

  private func handle(_ readiness: Readiness) {
    if readiness.contains(.writable) { send() }
    guard readiness != .writable, source != nil else { return }
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(descriptor, &chunk, chunk.count, 0)
    if count < 0 && (errno == EAGAIN || errno == EINTR) { return }
    guard count > 0 else { return lose(DisplayFailure("sway closed the connection to its IPC")) }
    incoming += chunk.prefix(count)
    do {
      while let message = try SwayMessage.take(from: &incoming) {
        try take(message)
        if source == nil { return }
      }
    } catch { lose(error) }
    // A slice keeps all that was ever before it.
    if incoming.isEmpty { incoming = [] }
  }

  private func take(_ message: SwayMessage) throws(DisplayFailure) {
    let value: JSONValue
    do { value = try JSONValue(parsing: message.payload) } catch {
      throw DisplayFailure("sway's IPC sent what is no JSON: \(error)")
    }
    if message.kind & SwayMessage.Kind.workspaceEvent != 0 { return onEvent(message.kind, value) }
    guard let question = questions.first, question.kind == message.kind else {
      throw DisplayFailure("sway's IPC answers what it was not asked")
    }
    questions.removeFirst()
    question.reply(.success(value))
  }

  private func send() {
    while !outgoing.isEmpty {
      let count = outgoing.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
      }
      // What else is wrong with it is seen when it is read.
      guard count > 0 else { break }
      outgoing = outgoing.dropFirst(count)
    }
    if outgoing.isEmpty { outgoing = [] }
    source?.interest = outgoing.isEmpty ? .readable : [.readable, .writable]
  }

  private func lose(_ failure: DisplayFailure) {
    let open = questions
    close()
    for question in open { question.reply(.failure(failure)) }
    onLoss(failure)
  }
}
