import PlumbInterface

extension ViewController {
  /// The tree from here on, as the daemon is told of it: everything is asked now.
  func describe() -> ControllerDescription {
    var description = ControllerDescription(id: identifier)
    description.kind = kind
    description.shouldAutorotate = shouldAutorotate
    let supported = supportedInterfaceOrientations
    description.supported = supported == nil ? supportedOrientationWords : supported?.wireWords
    description.supportedRaw = supported?.wireRaw
    description.preferred = preferredInterfaceOrientationForPresentation?.word
    let legacy = legacyMask
    description.legacyMask = legacy?.wireWords
    description.legacyMaskRaw = legacy?.wireRaw
    description.asks = orientationDelegation?.description
    description.containerDelegate = containerAnswers?.description
    description.style = modalPresentationStyle.description
    description.presenterStayed = presenterStays ? true : nil
    description.locksInterfaceOrientation = prefersInterfaceOrientationLocked ? true : nil
    description.dynamic = answersDynamically ? true : nil
    description.children = children.isEmpty ? nil : children.map { $0.describe() }
    description.selected = selection
    description.presented = presentedViewController?.describe()
    return description
  }

  /// Fills in the answers to a query; iOS 5 knows no other question than its predicate.
  func answer(_ parameters: inout Rotation.AnswerParameters, profile: ProfileName) {
    if profile == .ios5 {
      parameters.supported = legacyMask?.words
      return
    }
    parameters.shouldAutorotate = shouldAutorotate
    let supported = supportedInterfaceOrientations
    parameters.supported = supported == nil ? supportedOrientationWords : supported?.wireWords
    parameters.supportedRaw = supported?.wireRaw
    parameters.preferred = preferredInterfaceOrientationForPresentation?.word
  }

  /// The orientations for which the iOS 5 predicate says yes, nil where it is not overridden.
  private var legacyMask: InterfaceOrientationMask? {
    var mask: InterfaceOrientationMask?
    for orientation in [InterfaceOrientation.portrait, .landscapeLeft, .landscapeRight, .portraitUpsideDown] {
      guard let answer = shouldAutorotate(toInterfaceOrientation: orientation) else { continue }
      mask = (mask ?? []).union(answer ? orientation.mask : [])
    }
    return mask
  }
}

/// What an iOS 7 container delegate answers in place of its container; nil for no answer.
struct ContainerAnswers {
  var supported: InterfaceOrientationMask?
  var preferred: InterfaceOrientation?

  fileprivate var description: ControllerDescription.ContainerDelegate {
    var description = ControllerDescription.ContainerDelegate()
    description.supported = supported?.wireWords
    description.supportedRaw = supported?.wireRaw
    description.preferred = preferred?.word
    return description
  }
}

extension OrientationDelegation {
  fileprivate var description: ControllerDescription.Delegation {
    switch self {
    case .visibleChild: .visibleChild
    case .visibleViewController: .visibleViewController
    }
  }
}

extension ModalPresentationStyle {
  fileprivate var description: ControllerDescription.Style {
    switch self {
    case .fullScreen: .fullScreen
    case .overFullScreen: .overFullScreen
    case .pageSheet: .pageSheet
    case .formSheet: .formSheet
    case .popover: .popover
    case .currentContext: .currentContext
    case .overCurrentContext: .overCurrentContext
    case .custom: .custom
    }
  }
}
