/// The service's side of one connection, over any byte stream.
///
/// It does no I/O. The transport feeds what it reads to `receive`, writes what `withOutput` lends, and after each of
/// these, and in `onOutput`, looks at `wants`, `hasOutput` and `isClosing`.
///
/// A peer that sends many calls at once is served in turns, between which the transport serves other peers.
///
/// A message that is no call is answered with `InvalidParameter`, and the next one is looked at: the NULs still say
/// where it begins. One that is too long for a message is answered too, but ends the connection.
///
/// Calls are answered in order: while one is open, the following ones wait in a buffer of one message's size. They are
/// handled from within `receive` and `takeTurn` alone: whoever replies to an open call finds nothing else changed when
/// the reply returns.
public final class ServerConnection {
  private let service: Service
  private let limits: Limits
  private let handle: (Call) -> Void

  var input = MessageBuffer()
  var output = OutputBuffer()
  /// The call that is being answered, where one is.
  public internal(set) var openCall: Call?
  private(set) var isConnected = true
  private var isDispatching = false

  /// Why the connection has to end, or nil while it does not.
  public private(set) var closeReason: CloseReason?

  /// Called when there is something to write where there was nothing, and when the connection has to end.
  ///
  /// It runs in the middle of a reply: the place to watch for writability, not to disconnect.
  public var onOutput: (() -> Void)?

  /// A connection to a new peer.
  ///
  /// - Parameters:
  ///   - service: What is offered; it answers `org.varlink.service` by itself.
  ///   - limits: What the peer may cost.
  ///   - handle: Gets each call whose method exists and whose parameters are valid. It answers at once or keeps the
  ///     call and answers later.
  public init(service: Service, limits: Limits = Limits(), handle: @escaping (Call) -> Void) {
    self.service = service
    self.limits = limits
    self.handle = handle
  }

  // MARK: Input

  /// Takes bytes of the peer and handles the calls that they complete, in order, as many as fit in a turn.
  public func receive(_ bytes: some Sequence<UInt8>) {
    guard isConnected, !isClosing else { return }
    input.append(bytes)
    takeTurn()
  }

  /// What the transport is to do for a connection.
  public struct Wants: Hashable, Sendable {
    /// Whether calls wait for the next turn: the transport then calls `takeTurn` after having served others.
    public let turn: Bool
    /// Whether the transport should read.
    ///
    /// False while replies pile up unread, while calls wait for their turn, while a call is open and the buffer for the
    /// next ones is full, and at the end.
    public let input: Bool
    /// Whether the peer owes the rest of a message; the transport gives it a while for that.
    ///
    /// False while the transport should not read, for then the rest is not the peer's fault.
    public let restOfMessage: Bool
  }

  /// What the transport is to do next, beside writing.
  public var wants: Wants {
    let takesCalls = takesCalls
    let turn = takesCalls && openCall == nil && !isDispatching && input.hasNext(limit: limits.messageBytes)
    let more = takesCalls && !turn && (openCall == nil || input.count < limits.messageBytes)
    return Wants(turn: turn, input: more, restOfMessage: more && input.endsWithinMessage)
  }

  /// Handles calls that were received before, as many as fit in a turn.
  public func takeTurn() {
    guard !isDispatching, isIdle else { return }
    isDispatching = true
    defer { isDispatching = false }
    var callsLeft = limits.callsPerTurn
    let turnEnd = output.end + limits.outputBytesPerTurn
    while isIdle, callsLeft > 0, output.end < turnEnd, dispatchNext() { callsLeft -= 1 }
    input.compact()
  }

  /// Whether the next call may be handled.
  private var isIdle: Bool { openCall == nil && takesCalls }

  /// Whether the peer may have calls handled that are not behind another.
  private var takesCalls: Bool { isConnected && !isClosing && output.count <= limits.queuedOutputBytes }

  /// How many whole messages were handled.
  ///
  /// A partial message that is still there when this has changed is another one.
  public private(set) var handledMessages = 0

  /// Handles the next message; false if there is none.
  private func dispatchNext() -> Bool {
    do {
      guard let message = try nextMessage() else { return false }
      handledMessages &+= 1
      open(message)
    } catch {
      refuse(error)
    }
    return true
  }

  private func refuse(_ failure: CallMessage.Failure) {
    switch failure {
    case .invalidField(let field, let oneway):
      handledMessages &+= 1
      if !oneway { append(.failure(.invalidParameter(field))) }
    case .violation(let violation):
      append(.failure(.invalidParameter("message")))
      close(.violation(violation))
    }
  }

  /// Parses the next message; its bytes are let go on return, so that the buffer is not copied when it grows.
  private func nextMessage() throws(CallMessage.Failure) -> CallMessage? {
    let bytes: ArraySlice<UInt8>?
    do { bytes = try input.next(limit: limits.messageBytes) } catch { throw .violation(error) }
    guard let bytes else { return nil }
    return try CallMessage(bytes, nesting: limits.nesting)
  }

  private func open(_ message: CallMessage) {
    let call = Call(message: message, streamStart: output.end, connection: self)
    if !message.oneway { openCall = call }
    do {
      try check(call)
    } catch {
      return call.fail(error)
    }
    // An upgraded connection would speak another protocol; none of ours has one.
    guard !message.upgrade else { return call.fail(.methodNotImplemented(message.method)) }
    if call.interface == Interface.service.name { service.answer(call) } else { handle(call) }
  }

  /// Whether the service has the call's method, and the parameters are valid.
  func check(_ call: Call) throws(VarlinkError) {
    guard !call.interface.isEmpty, !call.member.isEmpty else { throw .invalidParameter("method") }
    guard let interface = service.interface(named: call.interface) else { throw .interfaceNotFound(call.interface) }
    guard interface.hasMethod(call.member) else { throw .methodNotFound(call.method) }
    do {
      try interface.validateParameters(call.parameters, of: call.member)
    } catch {
      throw .invalidParameter(error.path)
    }
  }

  // MARK: Output

  /// Whether a call is being answered: a peer that sends nothing more may still wait for its replies.
  public var hasOpenCall: Bool { openCall != nil }

  /// Whether there is something to write.
  public var hasOutput: Bool { output.count > 0 }

  /// Lends the transport the bytes to be written.
  ///
  /// - Parameter body: Writes some of the bytes and returns how many.
  public func withOutput(_ body: (Span<UInt8>) -> Int) {
    guard hasOutput else { return }
    let written = lend(body)
    // The borrower may have found the peer gone.
    guard isConnected else { return }
    output.consume(min(written, output.count))
    openCall?.written(until: output.front)
  }

  /// The copy ends with this function, so that the original stays the only owner of its memory.
  private func lend(_ body: (Span<UInt8>) -> Int) -> Int {
    let output = output
    return output.lend(body)
  }

  /// How far the stream to the peer has been written.
  var outputFront: Int { output.front }

  func send(_ reply: OutgoingReply, of call: Call, isFinal: Bool) {
    guard !call.oneway, isConnected, !isClosing else { return }
    // What earlier calls left unread is not this one's fault, and no other reply follows a final one.
    let unread = output.end - max(output.front, call.streamStart)
    guard isFinal || unread <= limits.queuedOutputBytes else {
      output.removeAll()
      return close(.outputOverflow(method: call.method))
    }
    if isFinal { openCall = nil }
    append(reply, of: call)
  }

  private func append(_ reply: OutgoingReply, of call: Call? = nil) {
    let wasEmpty = !hasOutput
    output.append(head: reply.head, parameters: reply.parameters)
    call?.queued(until: output.end)
    if wasEmpty { onOutput?() }
  }

  // MARK: The end

  /// Whether the transport should write what is there to write and then close.
  public var isClosing: Bool { closeReason != nil }

  /// Ends the connection because of something that happened to a call.
  func close(_ reason: CloseReason, ending call: Call) {
    if openCall === call { openCall = nil }
    close(reason)
  }

  private func close(_ reason: CloseReason) {
    guard isConnected, !isClosing else { return }
    closeReason = reason
    input.removeAll()
    onOutput?()
  }

  /// Tells the connection that the peer is gone.
  ///
  /// The open call learns of it by `onCancel`; calls that waited behind it are forgotten.
  public func disconnect() {
    guard isConnected else { return }
    isConnected = false
    onOutput = nil
    input.removeAll()
    output.removeAll()
    let call = openCall
    openCall = nil
    call?.cancel()
  }
}
