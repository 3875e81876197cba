import Autorotation
import Orientation
import PlumbInterface

/// An application that a connection has registered, with its windows; it lives as long as that connection.
final class RegisteredApplication {
  let token: String
  let description: ApplicationDescription
  let owner: Peer
  /// The connection that registered it.
  weak var client: ClientSession?
  var masks: ApplicationMasks
  var windows: [String: Window] = [:]
  var watchers: [ObjectIdentifier: WindowWatcher] = [:]
  var hasLaunched = false

  init(token: String, description: ApplicationDescription, client: ClientSession, masks: ApplicationMasks) {
    self.token = token
    self.description = description
    owner = client.peer
    self.client = client
    self.masks = masks
  }

  func tell(_ event: WindowEventMessage) {
    for watcher in watchers.values { watcher.tell(event) }
  }
}

/// One window: its own interface orientation, and what was last decided about it.
final class Window {
  let name: String
  unowned let application: RegisteredApplication
  /// Grows with each window made, so that the newest is known.
  let order: Int
  var state: WindowState
  var decision: Decision?
  var reason: RotationState.Reason = .launch
  var query: PendingQuery?

  init(name: String, application: RegisteredApplication, order: Int, state: WindowState) {
    self.name = name
    self.application = application
    self.order = order
    self.state = state
  }

  var windowName: WindowName { WindowName(application: application.description.id, window: name) }
}

/// A decision that waits for what a dynamic controller answers.
final class PendingQuery {
  let number: Int
  let event: WindowEvent
  let reason: RotationState.Reason
  let completion: (Decision) -> Void
  /// Dropping it stops the clock.
  var timeout: AnyObject?

  init(
    number: Int, event: WindowEvent, reason: RotationState.Reason, completion: @escaping (Decision) -> Void
  ) {
    self.number = number
    self.event = event
    self.reason = reason
    self.completion = completion
  }
}
