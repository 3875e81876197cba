import Orientation

/// Whose word an answer is.
public enum AnswerSource: Sendable, Hashable {
  /// The controller overrides the question.
  case own
  /// The controller was asked at this moment.
  case live
  /// The container's delegate.
  case containerDelegate
  /// Synthesised from the iOS 5 predicate.
  case legacyPredicate
  /// The bridge, from the iOS 5 predicate, the controller's own or the base class's.
  case bridge
  /// The bridge, from the top of a navigation controller.
  case bridgedTop
  /// UIKit's default.
  case defaultValue
  /// There is no controller to ask: NO, 0, unknown.
  case nobody
  /// Two controllers ask each other; the application's mask stands in.
  case recursion

  /// The source for people.
  public var words: String {
    switch self {
    case .own: "its own answer"
    case .live: "asked just now"
    case .containerDelegate: "its delegate's answer"
    case .legacyPredicate: "from its old predicate"
    case .bridge: "the bridge, from the old predicate"
    case .bridgedTop: "the bridge, from the top controller"
    case .defaultValue: "the default"
    case .nobody: "nobody is visible to be asked"
    case .recursion: "the question goes round in a circle"
    }
  }
}

/// What the target answers to the three questions, whoever answers for it.
struct Answers: Sendable, Hashable {
  var shouldAutorotate = true
  var shouldAutorotateSource = AnswerSource.defaultValue
  /// As answered, foreign bits included.
  var supported: InterfaceOrientationMask
  var supportedSource = AnswerSource.defaultValue
  var preferred: PreferredOrientation?
  /// The controller that answered; nil where nobody did.
  var answeredBy: String?
  /// Whether that controller wants to be asked at the moment.
  var isDynamic = false
  /// Whether that controller follows the device under the user's lock, too.
  var ignoresUserLock = false

  static func nobody() -> Self {
    Answers(
      shouldAutorotate: false, shouldAutorotateSource: .nobody, supported: [], supportedSource: .nobody,
      preferred: .unknown)
  }

  static func recursion(among all: InterfaceOrientationMask) -> Self {
    Answers(shouldAutorotateSource: .recursion, supported: all, supportedSource: .recursion)
  }
}

/// Asks controllers by the rules of one application: `asks` first, then a controller's own keys, then its container
/// delegate (modern), then its old predicate, then the defaults.
struct AnswerRules {
  let profile: Profile
  let idiom: Idiom
  let legacyShim: Bool
  /// The answers of the dynamic controller that was asked at this moment.
  let live: ControllerAnswers?

  /// The answers of a chain's target.
  func answers(of target: Int, in chain: PresentationChain) -> Answers {
    let controller = chain.links[target]
    guard controller.asks != nil, !controller.isTransparent else { return own(controller) }
    return forwarded(from: controller, at: target, in: chain)
  }

  private func forwarded(from target: Controller, at place: Int, in chain: PresentationChain) -> Answers {
    var controller = target
    var link: Int? = place
    while let asks = controller.asks, !controller.isTransparent {
      if asks == .visibleViewController, let index = link, chain.links.indices.contains(index + 1) {
        controller = chain.links[index + 1]
        link = index + 1
        // What is transparent takes the answers of its presenter, which is asking it.
        if controller.isTransparent { return .recursion(among: .all) }
      } else if let child = controller.visibleChildIndex {
        controller = controller.children[child]
        link = nil
      } else {
        return .nobody()
      }
    }
    return own(controller)
  }

  private func own(_ controller: Controller) -> Answers {
    let speaks = !controller.isTransparent
    var answers = Answers(
      supported: idiom.defaultMask, answeredBy: controller.id, isDynamic: speaks && controller.dynamic,
      ignoresUserLock: speaks && controller.ignoresUserLock)
    var declared = speaks ? controller.answers : ControllerAnswers()
    if speaks, controller.declinesAutorotation, declared.shouldAutorotate == nil { declared.shouldAutorotate = false }
    let live = answers.isDynamic ? self.live : nil
    let overridesNothing =
      declared == ControllerAnswers() && (live == nil || live == ControllerAnswers())
    if overridesNothing {
      if let predicate = speaks ? controller.legacyMask : nil {
        let source: AnswerSource = legacyShim ? .bridge : .legacyPredicate
        synthesize(&answers, from: predicate, source)
      } else if legacyShim {
        synthesize(&answers, from: .portrait, .bridge)
      }
      if legacyShim, controller.kind == .navigation {
        answers.supported = bridgedMask(of: controller)
        answers.supportedSource = .bridgedTop
      }
    }
    if let delegate = containerDelegate(of: controller) {
      if let mask = delegate.supported {
        answers.supported = mask
        answers.supportedSource = .containerDelegate
      }
      answers.preferred = delegate.preferred
    }
    answers.take(declared, .own)
    if let live { answers.take(live, .live) }
    return answers
  }

  private func containerDelegate(of controller: Controller) -> Controller.ContainerDelegate? {
    profile == .modern && controller.kind.isContainer && !controller.isTransparent
      ? controller.containerDelegate : nil
  }

  private func synthesize(
    _ answers: inout Answers, from predicate: InterfaceOrientationMask, _ source: AnswerSource
  ) {
    answers.shouldAutorotate = !predicate.validBits.isEmpty
    answers.shouldAutorotateSource = source
    answers.supported = predicate
    answers.supportedSource = source
  }

  /// The mask that the bridge fetches from a navigation controller's top: 0 where there is none.
  private func bridgedMask(of navigation: Controller) -> InterfaceOrientationMask {
    var controller = navigation
    // Through navigation controllers that are bridged themselves, and through whoever asks a visible child.
    while let top = controller.visibleChildIndex {
      controller = controller.children[top]
      let isBridged = controller.kind == .navigation && controller.answers == ControllerAnswers()
      let forwards = controller.asks != nil && !controller.isTransparent
      guard forwards || (isBridged && containerDelegate(of: controller)?.supported == nil) else {
        return own(controller).supported
      }
    }
    return []
  }
}

extension Answers {
  mutating fileprivate func take(_ answers: ControllerAnswers, _ source: AnswerSource) {
    if let value = answers.shouldAutorotate {
      shouldAutorotate = value
      shouldAutorotateSource = source
    }
    if let mask = answers.supported {
      supported = mask
      supportedSource = source
    }
    if let value = answers.preferred { preferred = value }
  }
}
