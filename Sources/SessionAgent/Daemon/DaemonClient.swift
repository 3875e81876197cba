import EventLoop
import Plumb
import PlumbInterface
import Varlink

/// The daemon as the agent meets it: its state, who is registered with it, and what it is told; through its restarts.
final class DaemonClient {
  /// Called with the first state and with each that says something else.
  var onState: ((RotationState) -> Void)?
  /// Called when the daemon is gone, or cannot be followed.
  var onProblem: ((DaemonError) -> Void)?
  /// Called with all who are registered, at first and whenever somebody registers or goes.
  var onApplications: (([ApplicationStatus]) -> Void)?
  /// Called when calls can be made, anew after each loss of the connection.
  var onConnect: (() -> Void)?
  /// Called when the connection of the calls has ended.
  var onDisconnect: (() -> Void)?

  private let monitor: OrientationMonitor
  private let steering: DaemonLink
  private let listing: DaemonLink
  private var sources: [DescriptorSource] = []

  /// Begins to follow the daemon, which need not be there yet.
  /// - Throws: where the process has no descriptors left.
  init(socket: String?, loop: EventLoop) throws {
    monitor = try OrientationMonitor(socket: socket)
    let reactors = try (0..<2).map { _ throws(ConnectionError) in try Reactor() }
    let path = DaemonSocket.path(socket)
    steering = DaemonLink(path: path, reactor: reactors[0])
    listing = DaemonLink(path: path, reactor: reactors[1])
    monitor.onChange = { [weak self] state in self?.onState?(state) }
    monitor.onDisconnect = { [weak self] error in self?.onProblem?(error) }
    listing.onConnect = { [weak self] in self?.list(over: $0) }
    steering.onConnect = { [weak self] _ in self?.onConnect?() }
    steering.onDisconnect = { [weak self] _ in self?.onDisconnect?() }
    sources = [
      try loop.addDescriptor(monitor.descriptor) { [weak self] _ in self?.monitor.dispatch() },
      try loop.addDescriptor(reactors[0].descriptor) { _ in reactors[0].dispatch() },
      try loop.addDescriptor(reactors[1].descriptor) { _ in reactors[1].dispatch() },
    ]
  }

  isolated deinit {
    sources = []
    steering.stop()
    listing.stop()
  }

  /// Connects for calls and lists; the state is followed from the beginning.
  func start() {
    steering.start()
    listing.start()
  }

  /// Why the daemon is not followed, nil where it is.
  var problem: DaemonError? { monitor.problem }

  /// Ends the connection of the calls, and with it what was said over it, and makes a new one.
  func reconnect() {
    steering.stop()
    onDisconnect?()
    steering.start()
  }

  /// Calls a method of org.plumbd.Rotation whose reply says nothing; without a connection nothing happens.
  ///
  /// - Parameter completion: Gets the error, or nil.
  func call(_ member: String, _ parameters: some Encodable, completion: @escaping (DaemonError?) -> Void = { _ in }) {
    guard let connection = steering.connection else { return }
    do {
      try connection.send(Rotation.method(member), parameters) { [weak self] result in
        switch result {
        case .success:
          self?.steering.confirm()
          completion(nil)
        case .failure(let error):
          if case .connection = error {} else { self?.steering.confirm() }
          completion(error)
        }
      }
    } catch { completion(error) }
  }

  private func list(over connection: DaemonConnection) {
    do {
      try connection.subscribe(Rotation.method("ListApplications")) { [weak self] result in
        do {
          let reply = try result.get()
          let list = try reply.decode(Rotation.ListApplicationsReply.self)
          self?.listing.confirm()
          self?.onApplications?(list.applications)
        } catch {
          // The end of the connection is noticed by who reads from it.
          if case .connection? = error as? DaemonError { return }
          self?.listing.drop((error as? DaemonError) ?? .connection(.lost))
        }
      }
    } catch { listing.drop(error) }
  }
}
