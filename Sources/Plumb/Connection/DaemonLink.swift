/// A connection that comes back: it connects, and when the daemon is gone tries again with growing pauses.
nonisolated package final class DaemonLink {
  /// Where the socket is.
  package let path: String
  /// The connection there is, nil while there is none.
  package private(set) var connection: DaemonConnection?
  /// Why the last attempt failed or the last connection ended; nil once the daemon has answered.
  package private(set) var problem: DaemonError?

  /// Called with each new connection, to say what is to be said first.
  package var onConnect: ((DaemonConnection) -> Void)?
  /// Called when a connection that had been confirmed has ended.
  package var onDisconnect: ((DaemonError) -> Void)?

  private let reactor: Reactor
  private var backoff = Backoff()
  private var isConfirmed = false

  /// A link that does nothing before `start()`; it takes the reactor's timer for itself.
  package init(path: String, reactor: Reactor) {
    self.path = path
    self.reactor = reactor
    reactor.onTimer = { [weak self] in self?.start() }
  }

  /// Connects, unless connected.
  package func start() {
    guard connection == nil else { return }
    reactor.disarm()
    do {
      let connection = try DaemonConnection(path: path)
      try reactor.watch(connection) { [weak self] in self?.ready() }
      self.connection = connection
      onConnect?(connection)
    } catch {
      retry(.connection(error))
    }
  }

  /// Says that the daemon has answered: the next pause is a short one again.
  package func confirm() {
    isConfirmed = true
    problem = nil
    backoff.reset()
  }

  /// Ends the connection, and tries again after a pause.
  package func drop(_ reason: DaemonError) {
    guard let connection else { return }
    release(connection)
    let wasConfirmed = isConfirmed
    isConfirmed = false
    retry(reason)
    if wasConfirmed { onDisconnect?(reason) }
  }

  /// Ends the connection for good.
  package func stop() {
    reactor.disarm()
    if let connection { release(connection) }
    isConfirmed = false
  }

  private func release(_ connection: DaemonConnection) {
    self.connection = nil
    reactor.forget(connection.descriptor)
    connection.close()
  }

  private func retry(_ reason: DaemonError) {
    problem = reason
    reactor.arm(after: backoff.next())
  }

  private func ready() {
    do { try connection?.dispatch() } catch { drop(.connection(error)) }
  }
}
