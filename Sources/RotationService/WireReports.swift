import Autorotation
import Orientation
import PlumbInterface

extension RotationError {
  /// A refusal as the socket tells it.
  init(_ refusal: Refusal, window: String) {
    let message = refusal.message
    switch refusal {
    case .noCommonOrientation(let target, let application, let controller, let device):
      self = .noCommonOrientation(
        window: window, target: target, applicationMask: application.words, controllerMask: controller.words,
        deviceMask: device.words, message: message)
    case .unsupportedPreferredOrientation(let target, let preferred, let supported):
      self = .unsupportedPreferredOrientation(
        window: window, target: target, preferred: preferred.rawValue, supported: supported.words, message: message)
    case .geometryRequestRefused(_, let requested, let supported):
      self = .geometryRequestRefused(
        window: window, requested: requested.words, supported: (supported ?? []).words, message: message)
    case .recursiveQuery(let target):
      self = .recursiveQuery(window: window, target: target, message: message)
    }
  }
}

extension DecisionReport {
  /// A decision step by step; without a window it is the default application's, whose mask is the configuration's.
  init(_ decision: Decision, window: WindowName?) {
    let source = window == nil ? "[default] supported of the configuration" : decision.applicationMaskSource.words
    self.init(
      window: window, trigger: decision.trigger.word, device: decision.device,
      applicationMaskSource: source, applicationMask: decision.applicationMask.words,
      target: decision.target, polled: decision.polled, effectiveMask: decision.effectiveMask?.words,
      refusal: decision.refusal.map { RotationError($0, window: window?.window ?? "").varlinkError.name },
      interface: decision.interface,
      steps: decision.steps.map { step in
        if window == nil, case .applicationMask(let mask, _) = step {
          let allowed = mask.words.joined(separator: ", ")
          return Step(
            step: step.wireWord, words: "nobody is in front, so the configuration decides: it allows \(allowed)")
        }
        return Step(step: step.wireWord, words: step.words)
      })
  }
}

extension RegisteredApplication {
  func report(isFront: (Window) -> Bool) -> ApplicationStatus {
    ApplicationStatus(
      id: id, name: name, uid: Int(owner.uid), pid: Int(owner.pid),
      profile: ProfileName(masks.profile), idiom: IdiomName(masks.idiom), mask: masks.mask.words,
      maskSource: masks.source.words,
      windows: windows.values.sorted { $0.order < $1.order }.map { window in
        let target = window.state.target
        return WindowStatus(
          window: window.name, interface: window.state.interface, foreground: isFront(window), target: target?.id,
          controllerMask: target?.mask.words)
      })
  }
}

extension Trigger {
  /// The reason that a published state gives; nil where the cause is better known to the caller.
  var reason: RotationState.Reason? {
    switch self {
    case .launch: .launch
    case .presented: .presented
    case .dismissed: .dismissed
    case .rootChanged: .rootChanged
    case .geometry, .statusBar: .geometry
    case .updated: .updated
    case .turned, .childChanged, .applicationMaskChanged, .attempted, .locked, .unlocked, .resized, .foreground: nil
    }
  }
}

extension DecisionStep {
  /// The kind of step, as programs may rely on it.
  fileprivate var wireWord: String {
    switch self {
    case .happened: "trigger"
    case .device: "device"
    case .applicationMask: "applicationMask"
    case .launched: "launchOrientation"
    case .notAsked: "notAsked"
    case .noRoot: "noRoot"
    case .bypass: "bypass"
    case .asked: "target"
    case .answeredBy: "answeredBy"
    case .shouldAutorotate: "shouldAutorotate"
    case .supported: "supported"
    case .predicate: "predicate"
    case .preferred: "preferred"
    case .slip: "slip"
    case .intersection: "intersection"
    case .lockPreference: "lockPreference"
    case .chose: "choice"
    case .settled: "settled"
    case .refused: "refusal"
    }
  }
}
