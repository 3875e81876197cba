import Orientation

// The chain of reasons in words, for people who need not know UIKit.
extension Decision {
  /// The decision in one sentence, with the slips that played a part.
  public var because: String {
    let slips = steps.compactMap { step in
      if case .slip(let slip) = step { "; note: \(slip.message)" } else { nil }
    }
    return (refusal.map(\.message) ?? reason) + settling + slips.joined()
  }

  /// The chain of reasons, a sentence each, in the order in which they counted.
  public var explanation: [String] { steps.map(\.words) }

  private var settling: String { beforeSettling == nil ? "" : "; then the device was followed to \(interface.word)" }

  private var reason: String {
    switch inquiry {
    case .notAsked(let reason): "\(reason.words); \(interface.word) is kept"
    case .noRoot, .bypass, .predicate, .controller:
      choice.words(for: beforeSettling ?? interface, allowed: allowed, target: target)
    }
  }

  private var allowed: InterfaceOrientationMask? {
    if case .predicate(let predicate) = inquiry { return predicate.mask }
    return effectiveMask
  }
}

extension Decision.Choice {
  /// The choice as a sentence.
  func words(for orientation: InterfaceOrientation, allowed: InterfaceOrientationMask?, target: String?) -> String {
    let word = orientation.word
    let list = allowed.map { " (allowed: \($0.list))" } ?? ""
    let controller = target.map { "\"\($0)\"" } ?? "it"
    switch self {
    case .nothingAsked: return "nobody was asked; \(word) is kept"
    case .autorotationOff: return "\(controller) answers NO to shouldAutorotate; \(word) is kept"
    case .deviceNotAllowed: return "the device's orientation is not allowed\(list); \(word) is kept"
    case .currentAllowed: return "\(word) is allowed, so it is kept\(list)"
    case .nothingAllowed: return "no orientation is allowed; \(word) is kept"
    case .preferredInvalid:
      return "\(controller) answers NO to shouldAutorotate and prefers nothing valid; \(word) is kept"
    case .refused: return "the wish was refused; \(word) is kept"
    case .statusBarIgnored:
      return "\(controller) answers YES to shouldAutorotate and supports something, so setting the status bar is "
        + "ignored; \(word) is kept"
    case .lockNotAllowed: return "the lock's orientation is not allowed\(list); \(word) is kept"
    case .device: return "\(word) is the device's, and allowed\(list)"
    case .preferred: return "\(controller) prefers \(word) for its presentation\(list)"
    case .preferredUnchecked:
      return "\(controller) prefers \(word), and nothing checks it, since it answers NO to shouldAutorotate"
    case .fallback: return "\(word) is the first allowed one of the fallback order\(list)"
    case .launchRule: return "\(word) is where the application starts\(list)"
    case .lock: return "\(word) is the user's lock, and allowed\(list)"
    case .requested: return "\(word) was asked for\(list)"
    }
  }
}

extension Decision.NotAsked {
  /// The reason as the beginning of a sentence.
  public var words: String {
    switch self {
    case .noTrigger: "such a change asks nobody"
    case .sameTarget: "the controller that fills the window is the same as before, so nobody is asked"
    case .presenterStayed: "the presenter's view never left the window, so nobody is asked"
    case .nothingToDo: "there is nothing to do"
    case .deviceHasNoOrientation: "the device is flat or its orientation unknown"
    case .userLock: "the user's rotation lock is on"
    case .lockIgnored: "the controller does not heed the user's rotation lock"
    case .unknownToProfile: "the application's profile does not have this"
    case .windowed: "the window does not fill the screen"
    case .alreadyThere: "the interface is already there"
    case .bypass: "the system alone orients a window that may share the screen"
    }
  }
}

extension Trigger {
  /// The event for people.
  public var words: String {
    switch self {
    case .launch: "the application started"
    case .turned: "the device reported how it is held"
    case .presented: "a controller was presented"
    case .dismissed: "a controller was dismissed"
    case .rootChanged: "the window has another root controller"
    case .childChanged: "children or declared values of a controller changed"
    case .applicationMaskChanged: "the application changed its mask"
    case .attempted: "the application tried to rotate to the device's orientation"
    case .updated: "the application said that what it supports has changed"
    case .geometry: "an orientation was requested"
    case .statusBar: "the application set the status bar's orientation"
    case .locked: "the user's rotation lock went on"
    case .unlocked: "the user's rotation lock went off"
    case .resized: "the window was resized"
    case .foreground: "the window came to the front"
    }
  }
}

extension DecisionStep {
  /// The step as a sentence.
  public var words: String {
    switch self {
    case .happened(let trigger): return trigger.words
    case .device(let device, let lock):
      let held = "the device is held \(device.word)"
      return lock.map { "\(held), but the user locked the orientation at \($0.word)" } ?? held
    case .applicationMask(let mask, let source): return "the application supports \(mask.list), by \(source.words)"
    case .launched(let orientation): return "the application starts in \(orientation.word)"
    case .notAsked(let reason): return reason.words
    case .noRoot: return "no controller is there to be asked: the masks of application and device decide alone"
    case .bypass: return "the application supports all four on a pad, so controllers are not asked"
    case .asked(let id, let isRoot):
      let why =
        isRoot
        ? "the root, and nothing presented over it fills the window"
        : "the topmost presented controller that fills the window"
      return "\"\(id)\" was asked: it is \(why)"
    case .answeredBy(let id): return "\"\(id)\" answered in its place"
    case .shouldAutorotate(let value, let source): return "shouldAutorotate: \(value ? "YES" : "NO") (\(source.words))"
    case .supported(let mask, let source): return "it supports \(mask.list) (\(source.words))"
    case .predicate(let mask): return "its iOS 5 predicate agrees to \(mask.list)"
    case .preferred(let preferred): return "it prefers \(preferred.words) for its presentation"
    case .slip(let slip): return slip.message
    case .intersection(let mask, let device):
      let limit = device == .all ? "" : " (the device supports \(device.list))"
      return "all together allow \(mask.list)\(limit)"
    case .lockPreference(let orientation): return "it prefers to stay locked at \(orientation.word)"
    case .chose(let orientation, let choice):
      return choice.words(for: orientation, allowed: nil, target: nil)
    case .settled(let orientation): return "then the device was followed to \(orientation.word)"
    case .refused(let refusal): return refusal.message
    }
  }
}
