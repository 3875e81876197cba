import CLinux
import Glibc
public import JSON
public import Orientation
public import PlumbInterface
import Synchronization
public import Varlink

/// A daemon for the tests of its clients: the real interfaces on a real socket, with answers that a test decides.
///
/// It serves on a thread of its own, because clients under test block theirs. Without an answer of the test's it replies
/// as a daemon that agrees with everything and shows everybody upright.
public final class FakeDaemon: Sendable {
  /// A call as it arrived.
  public struct ReceivedCall: Sendable, Hashable {
    /// The method without its interface.
    public let member: String
    /// An object.
    public let parameters: JSONValue

    /// A call as a test expects it.
    public init(member: String, parameters: JSONValue) {
      self.member = member
      self.parameters = parameters
    }
  }

  /// What a test does with a call; runs on the daemon's thread.
  public typealias Answer = @Sendable (Call) -> Void

  /// Where the socket is.
  public let path: String
  let state: Mutex<SharedState>
  let wake: Int32
  private let arrived: Int32

  struct SharedState {
    var answers: [String: Answer]
    var received: [ReceivedCall] = []
    var publications: [(member: String, parameters: JSONValue)] = []
    var isStopping = false
    var hasStopped = false
    var connections = 0
  }

  /// Listens at a path, or at a fresh one.
  public init(path: String? = nil, answers: [String: Answer] = [:]) throws {
    self.path = path ?? Self.freshPath()
    state = Mutex(SharedState(answers: answers))
    wake = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    arrived = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    let listener = try Self.listen(at: self.path)
    var thread = pthread_t()
    let this = Unmanaged.passRetained(ThreadArgument(daemon: self, listener: listener))
    pthread_create(
      &thread, nil,
      {
        guard let argument = $0 else { return nil }
        let start = Unmanaged<ThreadArgument>.fromOpaque(argument).takeRetainedValue()
        FakeDaemonLoop(start.daemon, listener: start.listener).run()
        return nil
      }, this.toOpaque())
    pthread_detach(thread)
  }

  private final class ThreadArgument: Sendable {
    let daemon: FakeDaemon
    let listener: Int32
    init(daemon: FakeDaemon, listener: Int32) {
      self.daemon = daemon
      self.listener = listener
    }
  }

  deinit {
    close(wake)
    close(arrived)
  }

  /// A path at which there is nothing.
  public static func freshPath() -> String { "/tmp/plumb-test-\(getpid())-\(UInt64.random(in: 0...UInt64.max))" }

  private static func listen(at path: String) throws -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard plumb_unix_bind(descriptor, path) == 0, Glibc.listen(descriptor, 64) == 0 else {
      throw FakeDaemonError(errno: errno)
    }
    return descriptor
  }

  // MARK: What a test does

  /// Replaces an answer from now on.
  public func answer(_ member: String, _ answer: @escaping Answer) { state.withLock { $0.answers[member] = answer } }

  /// Sends a further reply to all open calls of a method.
  public func publish(_ member: String, _ parameters: JSONValue) {
    state.withLock { $0.publications.append((member, parameters)) }
    eventfd_write(wake, 1)
  }

  /// Sends a state to all who monitor.
  public func publish(_ state: RotationState) { publish("Monitor", Self.json(Rotation.MonitorReply(state: state))) }

  /// Sends an event to all who watch windows.
  public func publish(_ event: WindowEventMessage) {
    publish("WatchWindow", Self.json(Rotation.WatchWindowReply(event: event)))
  }

  /// Ends all connections and takes the socket away; returns when that is done.
  public func stop() {
    state.withLock { $0.isStopping = true }
    eventfd_write(wake, 1)
    awaitArrival { $0.hasStopped }
  }

  /// The calls so far, in the order of their arrival, `Monitor` and all.
  public var received: [ReceivedCall] { state.withLock { $0.received } }

  /// How many clients are connected.
  public var connections: Int { state.withLock { $0.connections } }

  /// Waits for the calls of a method to be so many, and returns their parameters; fewer after a generous limit.
  @discardableResult
  public func wait(for member: String, count: Int = 1) -> [JSONValue] {
    awaitArrival { $0.received.count { $0.member == member } >= count }
    return received.filter { $0.member == member }.map(\.parameters)
  }

  private func awaitArrival(_ isThere: (borrowing SharedState) -> Bool) {
    for _ in 0..<2000 where !state.withLock({ isThere($0) }) {
      var request = pollfd(fd: arrived, events: Int16(POLLIN), revents: 0)
      poll(&request, 1, 10)
      var value: UInt64 = 0
      eventfd_read(arrived, &value)
    }
  }

  func notify() { eventfd_write(arrived, 1) }

  /// A value as JSON.
  public static func json(_ value: some Encodable) -> JSONValue {
    guard let bytes = try? EncodedParameters(value).bytes, let json = try? JSONValue(parsing: bytes) else { return nil }
    return json
  }

  /// A state of a mock daemon that shows everybody upright, to be changed by the test.
  public static func state(
    serial: Int = 1, device: DeviceOrientation = .portrait, interface: InterfaceOrientation = .portrait,
    reason: RotationState.Reason = .launch, locked: InterfaceOrientation? = nil, foreground: WindowName? = nil
  ) -> RotationState {
    RotationState(
      serial: serial, sensor: SensorStatus(available: true, name: "mock", mode: .mock), device: device,
      interface: interface, panel: Panel(), reason: reason, locked: locked, foreground: foreground)
  }
}

/// Why a fake daemon could not be set up.
public struct FakeDaemonError: Error {
  /// The system's code.
  public let errno: Int32
}
