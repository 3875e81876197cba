import CLinux
import EventLoop
import Glibc
import RotationService
import Varlink

/// The socket of one client: moves bytes between the kernel and the client's Varlink connection.
final class ClientChannel {
  let descriptor: Int32
  let peer: Peer
  private let session: ClientSession
  private let connection: ServerConnection
  private let halfMessageTimeout: Double
  private var source: DescriptorSource?
  private var timer: TimerSource?
  private var turn: DeferredSource?
  /// Replies are gathered meanwhile; also before the client is served at all.
  private var isServing = true
  private var inputHasEnded = false
  private var handledMessages = 0
  private let onClose: (ClientChannel) -> Void

  init(
    descriptor: Int32, peer: Peer, loop: EventLoop, service: RotationService, varlink: Service, limits: Limits,
    halfMessageTimeout: Double, onClose: @escaping (ClientChannel) -> Void
  ) throws(SystemError) {
    self.descriptor = descriptor
    self.peer = peer
    self.onClose = onClose
    self.halfMessageTimeout = halfMessageTimeout
    let session = service.openSession(for: peer)
    self.session = session
    connection = ServerConnection(service: varlink, limits: limits) { session.handle($0) }
    source = try loop.addDescriptor(descriptor) { [weak self] in self?.ready($0) }
    timer = try loop.addTimer { [weak self] in
      self?.close("half a message for too long")
    }
    turn = loop.addDeferred { [weak self] in self?.takeTurn() }
    connection.onOutput = { [weak self] in
      // While a call is being handled its replies are gathered, and written once.
      if let self, !isServing { flush() }
    }
  }

  isolated deinit { Glibc.close(descriptor) }

  /// Serves the client from now on.
  func resume() {
    isServing = false
    flush()
  }

  // MARK: Across a restart

  /// A number that the socket keeps whoever holds it; nil where it has none.
  static func cookie(of descriptor: Int32) -> Int64? {
    var cookie: UInt64 = 0
    guard plumb_socket_cookie(descriptor, &cookie) == 0 else { return nil }
    return Int64(exactly: cookie)
  }

  /// What another process needs to go on; nil where the connection is about to end or its call cannot be kept.
  func snapshot(by taker: SnapshotTaker) -> StoredState.Connection? {
    guard let cookie = Self.cookie(of: descriptor), let connection = connection.snapshot,
      let session = taker.snapshot(of: session, openCall: self.connection.openCall)
    else { return nil }
    return StoredState.Connection(cookie: cookie, session: session, snapshot: connection)
  }

  /// Takes up what an earlier process had in hand, before `resumeCall` and `resume`.
  func restore(_ kept: StoredState.Connection, by restorer: SnapshotRestorer) throws {
    try connection.resume(kept.snapshot)
    try restorer.restore(kept.session, of: session, hasOpenCall: connection.openCall != nil)
  }

  /// Goes on answering the open call, where there is one.
  func resumeCall(_ kept: SessionSnapshot, by restorer: SnapshotRestorer) {
    if let call = connection.openCall { restorer.resume(call, kept, of: session) }
  }

  // MARK: Reading and writing

  private func ready(_ readiness: Readiness) {
    if readiness.contains(.writable) { flush() }
    if readiness.contains(.readable) { read() }
    let isGone = !readiness.isDisjoint(with: [.hangUp, .failure])
    if source != nil, isGone, !connection.wants.turn, inputHasEnded || !readiness.contains(.readable) {
      close("hung up")
    }
  }

  private func read() {
    let count = Self.withBuffer { Glibc.read(descriptor, $0.baseAddress, $0.count) }
    if count < 0 {
      if errno != EAGAIN && errno != EINTR { close(systemMessage()) }
      return
    }
    guard count > 0 else { return inputEnded() }
    isServing = true
    Self.withBuffer { connection.receive(UnsafeRawBufferPointer(rebasing: $0.prefix(count))) }
    isServing = false
    flush()
  }

  private func takeTurn() {
    isServing = true
    connection.takeTurn()
    isServing = false
    flush()
  }

  /// The client sends nothing more; what it has asked for is still answered, as `… | socat - UNIX:…` expects.
  private func inputEnded() {
    guard connection.hasOpenCall || connection.hasOutput || connection.wants.turn else { return close("hung up") }
    inputHasEnded = true
    timer?.disarm()
    flush()
  }

  /// Writes what there is, and watches for what is wanted next.
  private func flush() {
    guard let source else { return }
    while connection.hasOutput {
      var failure: Int32?
      connection.withOutput { bytes in
        let count = bytes.withUnsafeBufferPointer {
          send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        if count < 0 { failure = errno }
        return count
      }
      if failure == EAGAIN || failure == EINTR { break }
      if let failure { return close(systemMessage(failure)) }
    }
    if connection.isClosing && !connection.hasOutput {
      return close(connection.closeReason.map { "\($0)" } ?? "protocol error")
    }
    let wants = connection.wants
    let hasOutput = connection.hasOutput
    var interest: Readiness = []
    if inputHasEnded {
      if !connection.hasOpenCall && !hasOutput && !wants.turn { return close("hung up") }
    } else if wants.input {
      interest.insert(.readable)
    }
    if hasOutput { interest.insert(.writable) }
    source.interest = interest
    // That a client has hung up counts when the calls that it had sent have had their turn.
    source.isEnabled = !wants.turn || !interest.isEmpty
    if wants.turn {
      do { try turn?.schedule() } catch { return close("\(error)") }
    }
    if !inputHasEnded { watch(restOfMessage: wants.restOfMessage) }
  }

  /// A message may take its time only once: each that was completed starts the clock anew.
  private func watch(restOfMessage isOwed: Bool) {
    guard isOwed else { return timer?.disarm() ?? () }
    if timer?.isArmed == false || handledMessages != connection.handledMessages {
      handledMessages = connection.handledMessages
      timer?.arm(after: halfMessageTimeout)
    }
  }

  func close(_ reason: String) {
    guard source != nil else { return }
    source = nil
    timer = nil
    turn = nil
    Log.debug("client \(peer.pid) of user \(peer.uid) is gone: \(reason)")
    connection.disconnect()
    session.close()
    onClose(self)
  }

  // One buffer for all clients: a read is handed on before the next one begins.
  private static let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65536, alignment: 16)

  private static func withBuffer<Result>(_ body: (UnsafeMutableRawBufferPointer) -> Result) -> Result { body(buffer) }
}
