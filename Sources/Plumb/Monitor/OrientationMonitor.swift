public import PlumbInterface
import Varlink

/// Follows the orientation that the daemon publishes, through restarts of the daemon.
///
///     let monitor = try OrientationMonitor { state in show(state.interface) }
///     while true { monitor.wait() }
///
/// A program with a loop of its own (GTK, Qt, sd-event) watches `descriptor` for reading and calls `dispatch()`; the
/// descriptor is the same for as long as the monitor lives. Swift concurrency has `OrientationMonitor.states()`.
/// It belongs to one thread at a time.
nonisolated public final class OrientationMonitor {
  /// The last known state, nil before the first; while the daemon is away it is the last one from before.
  public private(set) var state: RotationState?
  /// Called with the first state and with each one that says something else, from `dispatch()` and `wait()`.
  public var onChange: ((RotationState) -> Void)?
  /// Called when the daemon is gone, with the reason; the monitor goes on trying.
  public var onDisconnect: ((DaemonError) -> Void)? {
    get { link.onDisconnect }
    set { link.onDisconnect = newValue }
  }

  private let reactor: Reactor
  private let link: DaemonLink
  private static let method = Rotation.method("Monitor")

  /// Starts to follow the daemon, which need not be there yet.
  ///
  /// - Parameters:
  ///   - socket: Where the daemon's socket is; `DaemonSocket.path()` where nil.
  ///   - onChange: See the property.
  /// - Throws: `ConnectionError.system` where the process has no descriptors left.
  public init(socket: String? = nil, onChange: ((RotationState) -> Void)? = nil) throws(ConnectionError) {
    self.onChange = onChange
    reactor = try Reactor()
    link = DaemonLink(path: DaemonSocket.path(socket), reactor: reactor)
    link.onConnect = { [weak self] in self?.subscribe($0) }
    link.start()
  }

  /// To be watched for reading.
  public var descriptor: Int32 { reactor.descriptor }

  /// Whether the daemon is connected.
  public var isConnected: Bool { link.connection != nil && link.problem == nil }

  /// Why there is no connection, nil where there is one.
  public var problem: DaemonError? { link.problem }

  /// Handles what has come, and never blocks.
  public func dispatch() { reactor.dispatch() }

  /// Waits for something to come and handles it; for programs without a loop.
  ///
  /// - Parameter timeout: Seconds to wait at most; nil for as long as it takes.
  public func wait(timeout: Double? = nil) { reactor.wait(timeout: timeout) }

  /// The states as an asynchronous sequence, which begins with the present one and never ends by itself.
  ///
  ///     for await state in OrientationMonitor.states() { print(state.interface.word) }
  ///
  /// - Parameter socket: Where the daemon's socket is; `DaemonSocket.path()` where nil.
  public static func states(socket: String? = nil) -> OrientationStates { OrientationStates(socket: socket) }

  /// Lets another descriptor end a `wait()`.
  func watch(_ descriptor: Int32, _ handler: @escaping () -> Void) throws(ConnectionError) {
    try reactor.watch(descriptor, handler)
  }

  private func subscribe(_ connection: DaemonConnection) {
    do {
      try connection.subscribe(Self.method) { [weak self] in self?.received($0) }
    } catch { link.drop(error) }
  }

  private func received(_ result: Result<Reply, DaemonError>) {
    do {
      let state = try result.get().decoded(Rotation.MonitorReply.self, of: Self.method).state
      link.confirm()
      let isNews = self.state?.saysTheSame(as: state) != true
      self.state = state
      if isNews { onChange?(state) }
    } catch {
      // The end of the connection is noticed by who reads from it.
      if case .connection = error { return }
      link.drop(error)
    }
  }
}
