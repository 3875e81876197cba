import Orientation

/// What became of a window's interface when something happened, and every fact that led there.
public struct Decision: Sendable, Hashable {
  /// What happened.
  public let trigger: Trigger
  /// How the device is held.
  public let device: DeviceOrientation
  /// The user's lock, where it is on.
  public let lock: InterfaceOrientation?
  /// The interface orientation before.
  public let previous: InterfaceOrientation
  /// The interface orientation after.
  public internal(set) var interface: InterfaceOrientation
  /// Why a wish was not granted; nil where nothing was refused.
  public internal(set) var refusal: Refusal?
  /// Whether the target's supported mask was asked for.
  public internal(set) var polled = false
  /// The application's mask.
  public let applicationMask: InterfaceOrientationMask
  /// Where the application's mask came from.
  public let applicationMaskSource: MaskSource
  /// What the application's number really means, where that may not be what was meant.
  let applicationMaskSlip: MaskSlip?
  /// What the device supports.
  public let deviceMask: InterfaceOrientationMask
  /// What all allow together; nil where that was not evaluated.
  public internal(set) var effectiveMask: InterfaceOrientationMask?
  /// The id of the topmost controller that fills the window; nil without a root.
  public let target: String?
  /// Whether that controller is the root.
  let targetIsRoot: Bool

  /// What a requested number really means, where that may not be what was meant.
  var requestSlip: MaskSlip?
  /// Whom the decision asked.
  var inquiry = Inquiry.notAsked(.noTrigger)
  /// How it chose.
  public internal(set) var choice = Choice.nothingAsked
  /// The orientation in which the launch began.
  var launchOrientation: InterfaceOrientation?
  /// Where a transition led before the device was followed.
  var beforeSettling: InterfaceOrientation?
  /// Whether the lock preference narrowed the mask to the current orientation.
  var lockPreferenceHolds = false

  /// Whether the device was followed once the transition was over, and that is where the interface is now.
  public var hasSettled: Bool { beforeSettling.map { $0 != interface } ?? false }

  /// Whether the interface turned.
  public var changed: Bool { interface != previous }

  /// The controller that wants to be asked itself in this decision.
  var dynamicController: String? {
    switch inquiry {
    case .controller(let answers, _): answers.isDynamic ? answers.answeredBy : nil
    case .predicate(let predicate): predicate.dynamicController
    case .notAsked, .noRoot, .bypass: nil
    }
  }

  /// Why nobody was asked.
  public enum NotAsked: Sendable, Hashable {
    /// Such an event never asks.
    case noTrigger
    /// The topmost controller that fills the window is the same as before.
    case sameTarget
    /// The presenter of what was dismissed never left the window.
    case presenterStayed
    /// Nothing is presented, or there is nothing to present over.
    case nothingToDo
    /// The device is flat, or nothing is known of it.
    case deviceHasNoOrientation
    /// The user's lock is on.
    case userLock
    /// The user's lock went on, and the controller does not heed it.
    case lockIgnored
    /// The profile does not have this trigger.
    case unknownToProfile
    /// The window does not fill the screen.
    case windowed
    /// The interface is where it is wanted.
    case alreadyThere
    /// The system alone orients the window.
    case bypass
  }

  /// Whom a decision asks.
  enum Inquiry: Sendable, Hashable {
    case notAsked(NotAsked)
    case noRoot
    case bypass
    case predicate(LegacyPredicate)
    case controller(Answers, maskAsked: Bool)
  }

  /// By which rule the interface orientation was chosen.
  public enum Choice: Sendable, Hashable {
    /// Kept: nobody was asked.
    case nothingAsked
    /// Kept: the controller answers NO to shouldAutorotate.
    case autorotationOff
    /// Kept: the device's orientation is not allowed.
    case deviceNotAllowed
    /// Kept: the current orientation is allowed.
    case currentAllowed
    /// Kept: nothing is allowed, and nobody is to blame for it.
    case nothingAllowed
    /// Kept: what the controller prefers is not an orientation.
    case preferredInvalid
    /// Kept: the wish was refused.
    case refused
    /// Kept: the status bar is not the application's to set.
    case statusBarIgnored
    /// Kept: the lock's orientation is not allowed.
    case lockNotAllowed
    /// The device's.
    case device
    /// The controller's preferred one.
    case preferred
    /// The controller's preferred one, unchecked since it answers NO to shouldAutorotate.
    case preferredUnchecked
    /// The first allowed one of the fallback order.
    case fallback
    /// The one in which the application starts.
    case launchRule
    /// The lock's.
    case lock
    /// The one that was asked for.
    case requested
  }
}
