import Autorotation
import Orientation
import PlumbInterface

/// Decisions, what waits for an application's answer, and who is told of them.
extension RotationService {
  var windows: [Window] { applications.values.flatMap { $0.windows.values } }

  /// The orientation of what is in front.
  var interface: InterfaceOrientation { front?.state.interface ?? defaultWindow.interface }

  /// What words of other systems depend on.
  var foreignContext: ForeignOrientation.Context {
    ForeignOrientation.Context(panel: options.panel, interface: interface)
  }

  func publish(_ reason: RotationState.Reason) {
    publisher.publish(
      RotationState(
        serial: 0, sensor: sensor, device: device, interface: interface, panel: options.panel, reason: reason,
        locked: lock, foreground: front?.windowName))
    onChange?()
  }

  /// Decides about a window, after its dynamic controller has answered where it has one that is watched.
  func decide(
    _ window: Window, _ event: WindowEvent, reason: RotationState.Reason,
    completion: @escaping (Decision?) -> Void = { _ in }
  ) {
    settleQuery(of: window, before: event)
    guard let question = window.state.question(for: event), isWatched(window) else {
      return conclude(window, window.state.handle(event), reason: reason, completion: completion)
    }
    let query = PendingQuery(number: nextQuery, event: event, reason: reason, completion: completion)
    nextQuery += 1
    window.query = query
    query.timeout = surroundings.schedule(Self.answerTime) { [weak self, weak window] in
      guard let self, let window, window.query === query else { return }
      answer(window, nil)
    }
    var message = WindowEventMessage(kind: .query, window: window.name, reason: reason)
    message.query = query.number
    message.controller = question.controller
    window.application.tell(message)
  }

  /// How long a dynamic controller may take, s.
  static let answerTime = 0.2

  /// The answer to the pending query, nil for the declared values.
  func answer(_ window: Window, _ answers: ControllerAnswers?) {
    guard let query = window.query else { return }
    window.query = nil
    conclude(
      window, window.state.handle(query.event, answers: answers), reason: query.reason, completion: query.completion)
  }

  /// A newer event ends the wait for an older one: a turn is overtaken by the next turn, all else is decided first.
  private func settleQuery(of window: Window, before event: WindowEvent) {
    guard let query = window.query else { return }
    switch (query.event, event) {
    case (.turned, .turned): window.query = nil
    // The application's mask is part of what is evaluated when the answer comes.
    case (_, .applicationMask): break
    default: answer(window, nil)
    }
  }

  /// What was asked is of no interest any more; whoever waits for the decision learns that there is none.
  func abandonQuery(of window: Window) {
    guard let query = window.query else { return }
    window.query = nil
    query.timeout = nil
    query.completion(nil)
  }

  private func isWatched(_ window: Window) -> Bool {
    window.application.watchers.values.contains { $0.watches(window.name) }
  }

  private func conclude(
    _ window: Window, _ decision: Decision, reason: RotationState.Reason, completion: (Decision?) -> Void
  ) {
    window.explanation.decision = decision
    let reason = decision.hasSettled ? .settled : decision.trigger.reason ?? reason
    if decision.changed {
      window.reason = reason
      tellOrientation(of: window)
    }
    completion(decision)
    // What a controller is being asked about is published together with what comes of it.
    if window === front, window.query == nil { publish(reason) }
  }

  /// Decides about what is in front; a refusal that the device's turning causes goes to the window's watchers.
  func decideInFront(
    _ event: WindowEvent, reason: RotationState.Reason, completion: ((Decision?) -> Void)? = nil
  ) {
    guard let front else {
      let decision = defaultWindow.handle(event)
      defaultExplanation.decision = decision
      completion?(decision)
      return publish(reason)
    }
    decide(front, event, reason: reason) { [weak self, weak front] decision in
      if let completion {
        completion(decision)
      } else if let decision, let front {
        self?.reportRefusal(decision, to: front, reason: reason)
      }
    }
  }

  func tellOrientation(of window: Window) {
    window.application.tell(
      WindowEventMessage(
        kind: .orientation, window: window.name, interface: window.state.interface, reason: window.reason))
  }

  func reportRefusal(_ decision: Decision, to window: Window, reason: RotationState.Reason) {
    guard let error = decision.refusal.map({ RotationError($0, window: window.name) }) else { return }
    var message = WindowEventMessage(
      kind: .refusal, window: window.name, interface: decision.interface, reason: reason)
    message.error = error.varlinkError.name
    message.message = error.message
    window.application.tell(message)
  }
}
