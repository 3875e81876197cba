import Autorotation
import Orientation
import PlumbInterface
public import Varlink

/// Lets a service that has begun go on where another process has left off: `restore` for each client that is still there,
/// then `resume` for each open call, then `finish`.
public final class SnapshotRestorer {
  private let service: RotationService
  private let snapshot: ServiceSnapshot
  private var activated: [(rank: Int, window: Window)] = []
  private var agents: [(rank: Int, session: ClientSession, application: String?)] = []
  private var panelWords: [(rank: Int, session: ClientSession, isOn: Bool)] = []

  /// Takes up what is not any client's.
  /// - Throws: `SnapshotError` where numbers are out of bounds; the service is as before then.
  public init(_ service: RotationService, _ snapshot: ServiceSnapshot) throws(SnapshotError) {
    for number in [snapshot.nextQuery, snapshot.nextOrder, snapshot.state.serial] { try Self.checkCount(number) }
    self.service = service
    self.snapshot = snapshot
    service.pose = snapshot.pose
    service.sensor = snapshot.state.sensor
    service.lock = snapshot.lock
    service.nextQuery = snapshot.nextQuery
    service.nextOrder = snapshot.nextOrder
    service.publisher.resume(snapshot.state)
    var window = RotationService.makeDefaultWindow(
      service.options, interface: snapshot.defaultInterface, device: service.device)
    window.lock = snapshot.lock
    service.defaultWindow = window
    service.defaultExplanation.kept = snapshot.defaultDecision
  }

  /// Gives a client back what it has registered.
  /// - Throws: `SnapshotError` where the present limits do not allow it, or it is impossible; nothing is registered then.
  public func restore(
    _ snapshot: SessionSnapshot, of session: ClientSession, hasOpenCall: Bool
  ) throws(SnapshotError) {
    try SnapshotError.check(hasOpenCall == (snapshot.call != nil), "nothing is known of its open call")
    let limit = service.options.windowsPerClient
    try SnapshotError.check(
      max(snapshot.applications.count, snapshot.applications.reduce(0) { $0 + $1.windows.count }) <= limit,
      "it has more than windows-per-client = \(limit) applications or windows")
    var applications: [RegisteredApplication] = []
    var windows: [(rank: Int, window: Window)] = []
    var tokens: Set<String> = []
    for kept in snapshot.applications {
      let isNew = tokens.insert(kept.token).inserted && service.applications[kept.token] == nil
      try SnapshotError.check(isNew, "its token is another's, too")
      let application = try application(kept, of: session)
      for window in kept.windows {
        application.windows[window.name] = try self.window(window, of: application)
        if let rank = window.activation, let made = application.windows[window.name] { windows.append((rank, made)) }
      }
      applications.append(application)
    }
    for application in applications { session.add(application) }
    activated += windows
    if let agent = snapshot.agent { agents.append((agent.rank, session, agent.application)) }
    if let word = snapshot.panel { panelWords.append((word.rank, session, word.isOn)) }
  }

  private func application(
    _ kept: ApplicationSnapshot, of session: ClientSession
  ) throws(SnapshotError) -> RegisteredApplication {
    try SnapshotError.check(
      [kept.token, kept.id, kept.name].allSatisfy(RotationCalls.isPossible), "a name is empty or has over 255 bytes")
    try take(order: kept.order)
    let application = RegisteredApplication(
      token: kept.token, id: kept.id, name: kept.name, order: kept.order, client: session,
      masks: try kept.masks.masks())
    application.hasLaunched = kept.hasLaunched
    return application
  }

  private func window(_ kept: WindowSnapshot, of application: RegisteredApplication) throws(SnapshotError) -> Window {
    try SnapshotError.check(
      RotationCalls.isPossible(name: kept.name) && application.windows[kept.name] == nil,
      "a window's name is impossible, or another's, too")
    try take(order: kept.order)
    let limits = TreeLimits(depth: service.options.treeDepth, controllers: service.options.controllers)
    let state = WindowState(
      application: application.masks, fallbackOrder: service.options.fallbackOrder, interface: kept.interface,
      device: service.device, lock: service.lock, windowed: kept.windowed,
      root: try kept.root.map { root throws(SnapshotError) in try root.controller(limits: limits) })
    let window = Window(name: kept.name, application: application, order: kept.order, state: state)
    window.reason = kept.reason
    window.explanation.kept = kept.decision
    return window
  }

  private func take(order: Int) throws(SnapshotError) {
    try Self.checkCount(order)
    service.nextOrder = max(service.nextOrder, order)
  }

  /// What counts up from one never comes near the end of 64 bits.
  private static func checkCount(_ number: Int) throws(SnapshotError) {
    try SnapshotError.check((0...1 << 53).contains(number), "\(number) is no number that was counted up to")
  }

  /// Goes on answering a client's open call.
  public func resume(_ call: Call, _ snapshot: SessionSnapshot, of session: ClientSession) {
    guard let kept = snapshot.call else { return }
    switch kept.kind {
    case .states:
      service.publisher.resume(call, kept) { [session] in session.role.isAtTheMachine }
    case .samples:
      service.sampleFeed.resume(call, kept) { [session] in session.role.isAtTheMachine }
    case .window:
      let parameters = try? call.decode(Rotation.MaybeWindowParameters.self)
      guard let application = parameters?.token.flatMap({ service.applications[$0] }),
        application.owner.uid == session.peer.uid
      else {
        return call.fail(RotationError.noSuchApplication.varlinkError)
      }
      let watcher = WindowWatcher(call: call, window: parameters?.window, waiting: kept.events ?? [])
      service.add(watcher, of: application)
      watcher.flush()
    case .applications:
      service.applicationsFollowers.resume(call, told: kept.applications) { [session] in session.visibleApplications }
    case .question: session.handle(call)
    }
  }

  /// Everybody who comes back is there: who is in front is what it was, and what is new since is decided and published.
  public func finish() {
    var order = ForegroundOrder()
    for entry in activated.sorted(by: { $0.rank < $1.rank }) { order.activate(entry.window) }
    for agent in agents.sorted(by: { $0.rank < $1.rank }) {
      order.choose(agent.application.flatMap { service.applications[$0] }, by: agent.session)
    }
    service.foreground = order
    for word in panelWords.sorted(by: { $0.rank < $1.rank }) { service.panelWatch.set(word.isOn, by: word.session) }
    service.front = snapshot.front.flatMap { service.applications[$0.token]?.windows[$0.window] }
    let lost = snapshot.front != nil && service.front == nil
    // Roles may be others by now.
    service.rolesChanged()
    let interface = service.defaultWindow.interface
    let isOutOfUse = service.front == nil && !service.options.defaultMask.contains(interface)
    if lost && service.front == nil {
      service.decideInFront(.cameToFront, reason: .foreground)
    } else if isOutOfUse || service.device != snapshot.state.device {
      service.decideInFront(.turned(service.device), reason: .updated)
    } else {
      service.publish(.updated)
    }
    service.countReaders()
  }
}
