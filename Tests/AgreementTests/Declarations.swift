import Autorotation
import JSON
import Orientation
import PlumbInterface
import Varlink

extension ApplicationDescription {
  /// What an application with these masks registers; masks travel as the numbers that they are.
  init(_ masks: ApplicationMasks) {
    self.init(id: "scenario")
    profile = ProfileName(rawValue: masks.profile.rawValue)
    idiom = IdiomName(rawValue: masks.idiom.rawValue)
    legacyShim = masks.legacyShim
    delegateMaskRaw = masks.delegateMask?.rawValue
    subclassMaskRaw = masks.subclassMask?.rawValue
    infoPlist = masks.infoPlist?.json
  }
}

extension InfoPlist {
  fileprivate var json: JSONValue {
    var keys: [String: JSONValue] = [:]
    for suffix in Suffix.allCases {
      keys[Self.supportedKey + suffix.rawValue] = supported[suffix].map { .array($0.map { .string($0) }) }
      keys[Self.launchKey + suffix.rawValue] = launchOrientation[suffix].map { .string($0) }
      keys[Self.fullScreenKey + suffix.rawValue] = requiresFullScreen[suffix].map { .bool($0) }
    }
    return .object(keys)
  }
}

extension ControllerDescription {
  /// What is said of a tree on the socket.
  init(_ controller: Controller) {
    self.init(id: controller.id)
    kind = Kind(rawValue: controller.kind.rawValue)
    shouldAutorotate = controller.answers.shouldAutorotate
    supported = controller.foreignWords
    supportedRaw = supported == nil ? controller.answers.supported?.rawValue : nil
    preferredRaw = controller.answers.preferred?.rawValue
    legacyMaskRaw = controller.legacyMask?.rawValue
    asks = controller.asks.flatMap { Delegation(rawValue: $0.rawValue) }
    if let delegate = controller.containerDelegate {
      var answers = ContainerDelegate()
      answers.supportedRaw = delegate.supported?.rawValue
      answers.preferredRaw = delegate.preferred?.rawValue
      containerDelegate = answers
    }
    style = Style(rawValue: controller.style.rawValue)
    presenterStayed = controller.presenterStayed
    locksInterfaceOrientation = controller.locksInterfaceOrientation
    dynamic = controller.dynamic
    children = controller.children.map(Self.init)
    selected = controller.selected
    presented = controller.presented.map(Self.init)
  }
}

extension Controller {
  /// What it says to shouldAutorotate, in so many words or by Android's; nil where it overrides nothing.
  var statedAutorotation: Bool? { answers.shouldAutorotate ?? (declinesAutorotation ? false : nil) }

  /// The same tree with every NO of Android's words said outright, as on the socket.
  var outright: Self {
    var copy = self
    copy.answers.shouldAutorotate = statedAutorotation
    copy.declinesAutorotation = false
    copy.children = children.map(\.outright)
    copy.presented = presented?.outright
    return copy
  }

  /// The word of Android that says what numbers cannot; nil where nothing of the kind is declared.
  var foreignWords: [String]? {
    if answersFromBeneath { return ["android:behind"] }
    guard ignoresUserLock else { return nil }
    let words = ["sensor", "sensorLandscape", "sensorPortrait", "fullSensor", "nosensor"].map { "android:" + $0 }
    return words.first { ForeignOrientation(word: $0)?.mask == answers.supported }.map { [$0] }
  }
}
