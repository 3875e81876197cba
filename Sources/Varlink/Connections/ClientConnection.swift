import JSON

/// The client's side of one connection, over any byte stream.
///
/// It does no I/O: the owner writes what `withOutput` lends and feeds what it reads to `receive`. Calls may be made
/// before the replies to earlier ones came; replies come in the order of the calls.
public final class ClientConnection {
  private struct PendingCall {
    let more: Bool
    let onReply: (Result<Reply, VarlinkError>) -> Void
  }

  private let limits: Limits
  private var input = MessageBuffer()
  private var output = OutputBuffer()
  private var pending: [PendingCall] = []
  /// How many of `pending` are done; they are removed together, so that many calls cost linear time.
  private var done = 0
  private var isConnected = true
  private var isDispatching = false

  /// What the service did wrong, nil while it has done nothing; known before the calls that wait are told.
  public private(set) var violation: ProtocolViolation?

  /// Called when there is something to write where there was nothing.
  public var onOutput: (() -> Void)?

  /// A connection to a service.
  public init(limits: Limits = .client) { self.limits = limits }

  /// Calls a method.
  ///
  /// - Parameters:
  ///   - method: The qualified name, such as `org.plumbd.Rotation.Monitor`.
  ///   - parameters: A value that encodes to a JSON object.
  ///   - more: Whether to ask for more than one reply.
  ///   - oneway: Whether to ask for no reply; `more` then means nothing, and `onReply` is never called.
  ///   - onReply: Called for each reply, the last of which does not continue, or once with the error. If the connection
  ///     ends before, it is called with `VarlinkError.connectionLost`.
  /// - Throws: `CallError`; nothing was sent then, and `onReply` is not called.
  public func call<Parameters: Encodable>(
    _ method: String, _ parameters: Parameters = JSONValue.object([:]), more: Bool = false, oneway: Bool = false,
    onReply: @escaping (Result<Reply, VarlinkError>) -> Void
  ) throws(CallError) {
    guard isConnected else { throw .disconnected }
    let body: [UInt8]
    var head = [UInt8]("{\"method\":".utf8)
    do {
      body = try EncodedParameters(parameters).bytes
      head += try EncodedParameters.encode(method)
    } catch { throw .unencodable(error) }
    if oneway {
      head += ",\"oneway\":true".utf8
    } else {
      if more { head += ",\"more\":true".utf8 }
      pending.append(PendingCall(more: more, onReply: onReply))
    }
    head += ",\"parameters\":".utf8
    let wasEmpty = !hasOutput
    output.append(head: head, parameters: body)
    if wasEmpty { onOutput?() }
  }

  /// Takes bytes of the service and delivers the replies that they complete, in order.
  ///
  /// - Throws: `ProtocolViolation` if the service does not speak Varlink; the connection has then ended as by
  ///   `disconnect`.
  public func receive(_ bytes: some Sequence<UInt8>) throws(ProtocolViolation) {
    guard isConnected else { return }
    input.append(bytes)
    guard !isDispatching else { return }
    isDispatching = true
    defer { isDispatching = false }
    do {
      while isConnected, let message = try nextMessage() { try deliver(message) }
    } catch {
      violation = error
      disconnect()
      throw error
    }
    input.compact()
  }

  private func nextMessage() throws(ProtocolViolation) -> ReplyMessage? {
    guard let bytes = try input.next(limit: limits.messageBytes) else { return nil }
    return try ReplyMessage(bytes, nesting: limits.nesting)
  }

  private func deliver(_ message: ReplyMessage) throws(ProtocolViolation) {
    guard done < pending.count else { throw .unexpectedReply }
    let call = pending[done]
    if message.continues {
      guard call.more else { throw .unexpectedContinuation }
    } else {
      done += 1
      if done > pending.count / 2 {
        pending.removeFirst(done)
        done = 0
      }
    }
    call.onReply(message.result)
  }

  /// Whether there is something to write.
  public var hasOutput: Bool { output.count > 0 }

  /// Lends the owner the bytes to be written.
  ///
  /// - Parameter body: Writes some of the bytes and returns how many.
  public func withOutput(_ body: (Span<UInt8>) -> Int) {
    guard hasOutput else { return }
    let written = lend(body)
    guard isConnected else { return }
    output.consume(min(written, output.count))
  }

  /// The copy ends with this function, so that the original stays the only owner of its memory.
  private func lend(_ body: (Span<UInt8>) -> Int) -> Int {
    let output = output
    return output.lend(body)
  }

  /// Tells the connection that the service is gone.
  ///
  /// Each call that waits for a reply gets `VarlinkError.connectionLost`, once and in order.
  public func disconnect() {
    guard isConnected else { return }
    isConnected = false
    onOutput = nil
    input.removeAll()
    output.removeAll()
    let lost = pending[done...]
    pending = []
    done = 0
    for call in lost { call.onReply(.failure(.connectionLost)) }
  }
}
