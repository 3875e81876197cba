import PlumbInterface

/// Rules over one screen of an application: whether it turns, and which ways up it can be shown.
///
///     final class PictureViewController: ViewController {
///       override var supportedInterfaceOrientations: InterfaceOrientationMask { .landscape }
///     }
///
/// The names are those of UIKit's `UIViewController`. Only the controller that fills the window is asked. The answers
/// here are nil, which means "not overridden": the defaults of the application's idiom hold then. An override may
/// leave the question mark out, as above.
///
/// Overridden answers are asked for at the moment of a rotation, from `Application.dispatch()`; a program that does not
/// come round to it within 200 ms is taken by its last known answers.
open class ViewController {
  /// Unique within the window's tree; the same identifier is the same controller for the daemon.
  public let identifier: String

  /// Makes a controller.
  ///
  /// - Parameter identifier: Unique within the window's tree; nil for the type's name and a number.
  public init(identifier: String? = nil) {
    Self.count += 1
    self.identifier = identifier ?? "\(Self.self)-\(Self.count)"
  }

  private static var count = 0

  // MARK: What subclasses answer

  /// Whether the interface turns with the device; asked first.
  ///
  /// Nil, the default, means yes.
  open var shouldAutorotate: Bool? { nil }

  /// The orientations in which the controller can be shown.
  ///
  /// Nil, the default, leaves it to the idiom.
  open var supportedInterfaceOrientations: InterfaceOrientationMask? { nil }

  /// The supported orientations in the daemon's words, where other systems' words are wanted:
  /// `android:sensorLandscape`, `w3c:landscape-primary`.
  ///
  /// Counts where `supportedInterfaceOrientations` is nil.
  open var supportedOrientationWords: [String]? { nil }

  /// The orientation in which the controller wants to be presented; it must be a supported one.
  ///
  /// Nil, the default, means the present one.
  open var preferredInterfaceOrientationForPresentation: InterfaceOrientation? { nil }

  /// Whether the present orientation is to be held where it is a supported one.
  open var prefersInterfaceOrientationLocked: Bool { false }

  /// iOS 5's question: whether the interface may turn to this orientation.
  ///
  /// Nil, the default, means "not overridden".
  open func shouldAutorotate(toInterfaceOrientation orientation: InterfaceOrientation) -> Bool? { nil }

  /// Whom the controller lets answer in its place; nil, the default, for nobody.
  open var orientationDelegation: OrientationDelegation? { nil }

  /// Whether the answers may change without notice, so that they are asked for at the moment of a rotation.
  ///
  /// True by default for subclasses outside of this library.
  open var answersDynamically: Bool { !isStock }

  /// Tells that the window is about to be shown in another orientation; `window?.interfaceOrientation` is still the
  /// old one, nil before the first.
  open func viewWillTransition(to orientation: InterfaceOrientation) {}

  // MARK: The tree

  /// The window, nil while the controller is in none.
  public internal(set) weak var window: Window? {
    get { parent?.window ?? presentingViewController?.window ?? ownWindow }
    set { ownWindow = newValue }
  }
  private weak var ownWindow: Window?

  /// The container, nil where there is none.
  public internal(set) weak var parent: ViewController?
  /// The controllers inside, bottom first.
  public internal(set) var children: [ViewController] = []
  /// The controller that is presented on top of this one.
  public internal(set) var presentedViewController: ViewController?
  /// The controller on top of which this one is presented.
  public internal(set) weak var presentingViewController: ViewController?
  /// How this controller is presented.
  public var modalPresentationStyle = ModalPresentationStyle.fullScreen
  /// For the style `custom`: whether the presenter's view stays in place, so that a dismissal asks nobody.
  public var presenterStays = false

  /// What the daemon is told that it is.
  var kind: ControllerDescription.Kind { .controller }
  /// The index of the child that is selected, for containers with a choice.
  var selection: Int? { nil }
  /// What an iOS 7 container delegate answers.
  var containerAnswers: ContainerAnswers? { nil }
  /// Whether the class is one of this library's own, which answers nothing.
  var isStock: Bool { type(of: self) == ViewController.self }

  func leaveWindow() { ownWindow = nil }

  /// Visits this controller, what is inside it, and what is presented on top of it.
  func forEachController(_ body: (ViewController) -> Void) {
    body(self)
    for child in children { child.forEachController(body) }
    presentedViewController?.forEachController(body)
  }

  /// Whether the controller is this one or inside or on top of it.
  func holds(_ controller: ViewController) -> Bool {
    var isHeld = false
    forEachController { if $0 === controller { isHeld = true } }
    return isHeld
  }
}

/// Whom a controller lets answer in its place.
public enum OrientationDelegation: Sendable, Hashable {
  /// The child that is visible: a navigation controller's top, a tab bar's selected one. None there: no rotation.
  case visibleChild
  /// The controller that is visible, presented ones first.
  case visibleViewController
}

/// How a controller is presented, as UIKit's `UIModalPresentationStyle`; it decides whether it fills the window.
public enum ModalPresentationStyle: Sendable, Hashable, CaseIterable {
  /// Fills the window.
  case fullScreen
  /// Fills the window, what is beneath stays.
  case overFullScreen
  /// A card, which on a phone fills the window under old rules.
  case pageSheet
  /// A smaller card.
  case formSheet
  /// A bubble.
  case popover
  /// Fills what its presenter fills.
  case currentContext
  /// Fills what its presenter fills, which stays beneath.
  case overCurrentContext
  /// Fills the window, unless the presenter stays.
  case custom
}
