import Autorotation
import Orientation
import PlumbInterface

/// An application that a connection has registered, with its windows; it lives as long as that connection.
final class RegisteredApplication {
  let token: String
  let id: String
  let name: String
  /// Grows with each application registered, so that the newest is known.
  let order: Int
  let owner: Peer
  /// The connection that registered it.
  weak var client: ClientSession?
  var masks: ApplicationMasks {
    didSet { statusMayHaveChanged() }
  }
  var windows: [String: Window] = [:] {
    didSet { statusMayHaveChanged() }
  }
  var watchers: [ObjectIdentifier: WindowWatcher] = [:]
  var hasLaunched = false
  /// The list that shows it, while it is registered.
  weak var list: ApplicationList?
  /// Whether the list shows it as it is.
  var isStatusCurrent = false

  init(token: String, id: String, name: String?, order: Int, client: ClientSession, masks: ApplicationMasks) {
    self.token = token
    self.id = id
    self.name = name ?? id
    self.order = order
    owner = client.peer
    self.client = client
    self.masks = masks
  }

  /// The window of a name that may come from anybody.
  func window(named name: String) -> Window? { RotationCalls.isPossible(name: name) ? windows[name] : nil }

  /// Something that the list of applications shows may be another now.
  func statusMayHaveChanged() {
    guard isStatusCurrent else { return }
    isStatusCurrent = false
    list?.statusMayHaveChanged()
  }

  func tell(_ event: WindowEventMessage) {
    for watcher in watchers.values { watcher.tell(event) }
  }
}

/// One window: its own interface orientation, and what was last decided about it.
final class Window {
  let name: String
  /// A circle until the window is closed, or the application forgotten with all of its windows.
  let application: RegisteredApplication
  /// Grows with each window made, so that the newest is known.
  let order: Int
  var state: WindowState {
    didSet { application.statusMayHaveChanged() }
  }
  let explanation = Explanation()
  var reason: RotationState.Reason = .launch
  var query: PendingQuery?

  init(name: String, application: RegisteredApplication, order: Int, state: WindowState) {
    self.name = name
    self.application = application
    self.order = order
    self.state = state
  }

  var windowName: WindowName { WindowName(application: application.id, window: name) }
}

/// What there is to say about the last decision: the decision itself, or what an earlier process reported of it.
final class Explanation {
  var decision: Decision?
  var kept: DecisionReport?

  func report(window: WindowName?) -> DecisionReport? { decision.map { DecisionReport($0, window: window) } ?? kept }
}

/// A decision that waits for what a dynamic controller answers.
final class PendingQuery {
  let number: Int
  let event: WindowEvent
  let reason: RotationState.Reason
  /// Gets nil where the window, or its being in front, has ended before it was decided.
  let completion: (Decision?) -> Void
  /// Dropping it stops the clock.
  var timeout: AnyObject?

  init(
    number: Int, event: WindowEvent, reason: RotationState.Reason, completion: @escaping (Decision?) -> Void
  ) {
    self.number = number
    self.event = event
    self.reason = reason
    self.completion = completion
  }

  /// Whether it matters only as long as the window is in front.
  var isAboutBeingInFront: Bool {
    switch event {
    case .turned, .cameToFront, .lock, .unlock, .rotateOnce: true
    default: false
    }
  }
}
