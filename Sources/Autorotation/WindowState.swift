import Orientation

/// One window: its application's masks, its controllers, the device, and the orientation it is shown in.
///
/// Every event is answered by a decision at once; equal states and events give equal decisions.
///
///     var window = WindowState(application: masks, device: .portrait, root: Controller(id: "root"))
///     let decision = window.handle(.turned(.landscapeLeft))
public struct WindowState: Sendable, Hashable {
  /// What the application says, and the rules it lives under.
  public private(set) var application: ApplicationMasks
  /// What the device supports.
  public let deviceMask: InterfaceOrientationMask
  /// Which orientation comes first where nothing else decides.
  public var fallbackOrder: [InterfaceOrientation]
  /// How the window is shown.
  public internal(set) var interface: InterfaceOrientation
  /// How the device is held; setting it decides nothing (a window that is not in front).
  public var device: DeviceOrientation
  /// The user's lock; while it is on, the device has no say.
  ///
  /// Setting it decides nothing.
  public var lock: InterfaceOrientation?
  /// Whether the window does not fill the screen.
  public private(set) var windowed: Bool
  var chain: PresentationChain

  /// The order in which orientations are tried where nothing else decides: portrait, landscapeRight, landscapeLeft,
  /// portraitUpsideDown.
  public static let standardFallbackOrder: [InterfaceOrientation] = [
    .portrait, .landscapeRight, .landscapeLeft, .portraitUpsideDown,
  ]

  /// Makes a window; nothing is asked.
  ///
  /// Without an interface orientation it starts by the launch rule. The tree has to be valid (`Controller.validate`).
  public init(
    application: ApplicationMasks, deviceMask: InterfaceOrientationMask = .all,
    fallbackOrder: [InterfaceOrientation] = standardFallbackOrder, interface: InterfaceOrientation? = nil,
    device: DeviceOrientation, lock: InterfaceOrientation? = nil, windowed: Bool = false, root: Controller? = nil
  ) {
    self.application = application
    self.deviceMask = deviceMask.validBits
    self.fallbackOrder = fallbackOrder
    self.device = device
    self.lock = lock
    self.windowed = windowed
    self.interface =
      interface ?? application.launchOrientation(device: lock == nil ? device.interfaceOrientation : nil)
    chain = PresentationChain(root: root, profile: application.profile, idiom: application.idiom)
  }

  /// The root controller with everything in and over it.
  public var root: Controller? { chain.root }

  /// The topmost controller that fills the window, for reports.
  public struct Target: Sendable, Hashable {
    /// The controller's id.
    public let id: String
    /// The mask that its declared values come to.
    public let mask: InterfaceOrientationMask

    /// Pairs a controller with its mask.
    public init(id: String, mask: InterfaceOrientationMask) {
      self.id = id
      self.mask = mask
    }
  }

  /// The controller that would be asked now, and its mask; nil without a root.
  public var target: Target? {
    guard let index = chain.targetIndex else { return nil }
    let link = chain.links[index]
    let mask =
      application.profile == .ios5
      ? LegacyPredicate(of: link, live: nil).mask : rules(live: nil).answers(of: index, in: chain).supported.validBits
    return Target(id: link.id, mask: mask)
  }

  /// The interface orientation that the device asks for; nil while flat, unknown or locked.
  var deviceInterface: InterfaceOrientation? {
    lock == nil || ignoresUserLock ? device.interfaceOrientation : nil
  }

  /// Whether the controller that answers follows the device under the user's lock, too.
  ///
  /// Where no controller is asked for a mask (no root, iOS 5, multitasking), none says so.
  var ignoresUserLock: Bool {
    guard let target = chain.targetIndex, application.profile != .ios5, !application.bypassesControllers else {
      return false
    }
    return rules(live: nil).answers(of: target, in: chain).ignoresUserLock
  }

  func rules(live: ControllerAnswers?) -> AnswerRules {
    AnswerRules(
      profile: application.profile, idiom: application.idiom, legacyShim: application.legacyShim, live: live)
  }

  /// The controller that wants to be asked itself before an event is handled; nil where none does.
  public func question(for event: WindowEvent) -> ControllerQuestion? {
    var trial = self
    return trial.handle(event).dynamicController.map(ControllerQuestion.init(controller:))
  }

  /// Handles an event; `answers` are those to `question(for:)`.
  public mutating func handle(_ event: WindowEvent, answers: ControllerAnswers? = nil) -> Decision {
    switch event {
    case .turned(let device):
      self.device = device
      return follow(.turned, answers)
    case .attemptRotation: return follow(.attempted, answers)
    case .launch(let root):
      replaceRoot(root)
      return launch(answers)
    case .setRoot(let root):
      replaceRoot(root)
      return transition(.rootChanged, answers)
    case .tree(let root): return compare(with: root, answers)
    case .present(let controller): return present(controller, answers)
    case .dismiss: return dismiss(answers)
    case .push(let child, on: let id): return edit(id) { $0.children.append(child) }
    case .pop(on: let id): return edit(id) { _ = $0.children.popLast() }
    case .select(let index, on: let id): return edit(id) { $0.selected = index }
    case .applicationMask(let mask):
      application.replaceMaskInForce(mask)
      return unasked(.applicationMaskChanged, .noTrigger)
    case .windowed(let windowed):
      self.windowed = windowed
      return unasked(.resized, .noTrigger)
    case .setNeedsUpdate: return update(answers)
    case .requestGeometry(let mask): return requestGeometry(mask, answers)
    case .setStatusBar(let orientation): return setStatusBar(orientation, answers)
    case .lock(let orientation): return turnLock(on: orientation, answers)
    case .unlock:
      let wasLocked = lock != nil
      lock = nil
      return wasLocked ? follow(.unlocked, answers) : unasked(.unlocked, .nothingToDo)
    case .cameToFront: return comeToFront(answers)
    case .rotateOnce(let orientation): return rotateOnce(orientation, answers)
    }
  }

  mutating func replaceRoot(_ root: Controller?) {
    chain = PresentationChain(root: root, profile: application.profile, idiom: application.idiom)
  }

  private mutating func edit(_ id: String, _ change: (inout Controller) -> Void) -> Decision {
    let found = chain.update(id, change)
    return unasked(.childChanged, found ? .noTrigger : .nothingToDo)
  }
}
