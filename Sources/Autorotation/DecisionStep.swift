import Orientation

/// One link of the chain of reasons behind a decision.
public enum DecisionStep: Sendable, Hashable {
  /// What happened.
  case happened(Trigger)
  /// How the device is held; `lock` is the user's, while which the device has no say.
  case device(DeviceOrientation, lock: InterfaceOrientation?)
  /// The application's mask.
  case applicationMask(InterfaceOrientationMask, MaskSource)
  /// The orientation in which the application started.
  case launched(InterfaceOrientation)
  /// Nobody was asked, and why.
  case notAsked(Decision.NotAsked)
  /// There is no root controller, so the masks of application and device decide alone.
  case noRoot
  /// The system alone orients this window: controllers are not asked.
  case bypass
  /// Who was asked: the topmost controller that fills the window.
  case asked(String, isRoot: Bool)
  /// Somebody else answered for the one that was asked.
  case answeredBy(String)
  /// The answer to shouldAutorotate.
  case shouldAutorotate(Bool, AnswerSource)
  /// The answer to supportedInterfaceOrientations, foreign bits included.
  case supported(InterfaceOrientationMask, AnswerSource)
  /// What the iOS 5 predicate agrees to.
  case predicate(InterfaceOrientationMask)
  /// The answer to preferredInterfaceOrientationForPresentation.
  case preferred(PreferredOrientation)
  /// A number that does not mean what its author meant.
  case slip(MaskSlip)
  /// What application, controller and device (this only where it is not all) allow together.
  case intersection(InterfaceOrientationMask, device: InterfaceOrientationMask)
  /// The controller prefers to stay locked, and may.
  case lockPreference(InterfaceOrientation)
  /// What was chosen, and by which rule.
  case chose(InterfaceOrientation, Decision.Choice)
  /// The device was followed once the transition was over.
  case settled(InterfaceOrientation)
  /// What was refused.
  case refused(Refusal)
}

extension Decision {
  /// The chain of reasons, in the order in which they counted.
  public var steps: [DecisionStep] {
    var steps: [DecisionStep] = [.happened(trigger), .device(device, lock: lock)]
    if let launchOrientation { steps.append(.launched(launchOrientation)) }
    steps.append(.applicationMask(applicationMask, applicationMaskSource))
    for slip in [applicationMaskSlip, requestSlip].compactMap(\.self) { steps.append(.slip(slip)) }
    appendInquiry(to: &steps)
    if let effectiveMask {
      if lockPreferenceHolds { steps.append(.lockPreference(launchOrientation ?? previous)) }
      steps.append(.intersection(effectiveMask, device: deviceMask))
    }
    if let refusal { steps.append(.refused(refusal)) }
    if choice != .nothingAsked, choice != .refused { steps.append(.chose(beforeSettling ?? interface, choice)) }
    if beforeSettling != nil { steps.append(.settled(interface)) }
    return steps
  }

  private func appendInquiry(to steps: inout [DecisionStep]) {
    if case .notAsked(let reason) = inquiry {
      steps.append(.notAsked(reason))
      return
    }
    if case .bypass = inquiry {
      steps.append(.bypass)
      return
    }
    guard let target else {
      steps.append(.noRoot)
      return
    }
    steps.append(.asked(target, isRoot: targetIsRoot))
    switch inquiry {
    case .predicate(let predicate): steps.append(.predicate(predicate.mask))
    case .controller(let answers, let maskAsked): append(answers, maskAsked: maskAsked, to: &steps)
    case .notAsked, .noRoot, .bypass: break
    }
  }

  private func append(_ answers: Answers, maskAsked: Bool, to steps: inout [DecisionStep]) {
    if let other = answers.answeredBy, other != target { steps.append(.answeredBy(other)) }
    steps.append(.shouldAutorotate(answers.shouldAutorotate, answers.shouldAutorotateSource))
    if maskAsked {
      steps.append(.supported(answers.supported, answers.supportedSource))
      if let slip = MaskSlip(answers.supported) { steps.append(.slip(slip)) }
    }
    if let preferred = answers.preferred, trigger.asksPreferred {
      steps.append(.preferred(preferred))
      if let slip = MaskSlip(preferred) { steps.append(.slip(slip)) }
    }
  }
}

extension Trigger {
  /// Whether the preferred orientation counts: in transitions only.
  var asksPreferred: Bool {
    switch self {
    case .launch, .presented, .dismissed, .rootChanged: true
    case .turned, .childChanged, .applicationMaskChanged, .attempted, .updated, .geometry, .statusBar, .locked,
      .unlocked, .resized, .foreground:
      false
    }
  }
}
