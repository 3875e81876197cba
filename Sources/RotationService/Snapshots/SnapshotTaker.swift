import Autorotation
import PlumbInterface
public import Varlink

/// Takes down what the service and its clients have in hand, for a process that goes on with it.
///
/// Whatever waits for an application's answer is decided by the declared values first, so that only readers, and
/// questions that can be asked again, have open calls.
public struct SnapshotTaker {
  /// What the service knows beside its clients.
  public let service: ServiceSnapshot
  private let activations: [ObjectIdentifier: Int]

  /// Settles what is pending, and looks at the service; nothing may happen to it until the last client was taken down.
  public init(_ service: RotationService) {
    service.settleQueries()
    activations = service.foreground.activations
    self.service = ServiceSnapshot(
      pose: service.pose, lock: service.lock, state: service.state, defaultInterface: service.defaultWindow.interface,
      defaultDecision: service.defaultExplanation.report(window: nil),
      front: service.front.map { .init(token: $0.application.token, window: $0.name) }, nextQuery: service.nextQuery,
      nextOrder: service.nextOrder)
  }

  /// One client and its open call; nil where nothing is known that would let another process answer the call.
  public func snapshot(of session: ClientSession, openCall: Call?) -> SessionSnapshot? {
    var call: CallSnapshot?
    if let openCall {
      guard let known = session.snapshot(of: openCall) else { return nil }
      call = known
    }
    return SessionSnapshot(
      applications: session.registered.map(snapshot),
      agent: session.service.foreground.word(of: session).map {
        .init(rank: $0.rank, application: $0.application?.token)
      }, panel: session.service.panelWatch.word(of: session).map { .init(rank: $0.rank, isOn: $0.isOn) }, call: call)
  }

  private func snapshot(_ application: RegisteredApplication) -> ApplicationSnapshot {
    ApplicationSnapshot(
      token: application.token, id: application.id, name: application.name, order: application.order,
      hasLaunched: application.hasLaunched, masks: MasksSnapshot(application.masks),
      windows: application.windows.values.map { window in
        WindowSnapshot(
          name: window.name, order: window.order, interface: window.state.interface, windowed: window.state.windowed,
          root: window.state.root.map(ControllerSnapshot.init), reason: window.reason,
          decision: window.explanation.report(window: window.windowName),
          activation: activations[ObjectIdentifier(window)])
      })
  }
}

extension RotationService {
  /// Decides what waits for an application's answer by the values that it has declared.
  fileprivate func settleQueries() {
    // A decision can let another begin to wait: as often as there are windows, at most.
    for _ in 0...windows.count {
      let waiting = windows.filter { $0.query != nil }
      if waiting.isEmpty { return }
      for window in waiting { answer(window, nil) }
    }
  }
}

extension ClientSession {
  /// What the caller was told, and what it waits for; nil where the call is no reader's and no question.
  fileprivate func snapshot(of call: Call) -> CallSnapshot? {
    service.publisher.snapshot(of: call) ?? service.sampleFeed.snapshot(of: call) ?? watcherSnapshot(of: call)
      ?? service.applicationsFollowers.snapshot(of: call)
      ?? (service.demand.isWaiting(call) ? CallSnapshot(kind: .question) : nil)
  }

  private func watcherSnapshot(of call: Call) -> CallSnapshot? {
    guard let token = try? call.decode(Rotation.MaybeWindowParameters.self).token,
      let watcher = service.applications[token]?.watchers.values.first(where: { $0.call === call })
    else { return nil }
    var snapshot = CallSnapshot(kind: .window)
    if !watcher.waiting.isEmpty { snapshot.events = watcher.waiting }
    return snapshot
  }
}
