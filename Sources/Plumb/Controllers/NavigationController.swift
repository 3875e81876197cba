import PlumbInterface

/// A stack of controllers, of which the top one is visible.
///
/// As in UIKit it answers for itself and does not ask its children, and pushing and popping ask nobody: call
/// `setNeedsUpdateOfSupportedInterfaceOrientations()` afterwards where that is wanted. A subclass that lets its top
/// controller answer overrides `orientationDelegation` with `.visibleChild`.
open class NavigationController: ViewController {
  /// Answers in its place; not kept alive by it.
  public weak var delegate: (any ContainerControllerDelegate)?

  /// Makes a stack with a controller at its bottom.
  public init(rootViewController: ViewController? = nil, identifier: String? = nil) {
    super.init(identifier: identifier)
    if let rootViewController { setChildren([rootViewController]) }
  }

  /// The stack, bottom first.
  public var viewControllers: [ViewController] {
    get { children }
    set { setChildren(newValue) }
  }

  /// The visible one, nil while the stack is empty.
  public var topViewController: ViewController? { children.last }

  /// Puts a controller on top.
  public func pushViewController(_ controller: ViewController) { setChildren(children + [controller]) }

  /// Takes the top controller away and returns it, nil where only one is left.
  @discardableResult
  public func popViewController() -> ViewController? {
    guard children.count > 1, let top = children.last else { return nil }
    setChildren(children.dropLast())
    return top
  }

  /// Takes all but the bottom controller away and returns them.
  @discardableResult
  public func popToRootViewController() -> [ViewController] {
    let popped = Array(children.dropFirst())
    if !popped.isEmpty { setChildren(Array(children.prefix(1))) }
    return popped
  }

  /// Whom all navigation controllers let answer in their place that do not override `orientationDelegation`; nil, the
  /// default, for nobody.
  ///
  /// It does what a category of `UINavigationController` does: it reaches every one in the program, also those that
  /// other people's code makes. A subclass changes its own instances alone.
  public static var delegationOfAll: OrientationDelegation?

  override open var orientationDelegation: OrientationDelegation? { Self.delegationOfAll }

  override var kind: ControllerDescription.Kind { .navigation }
  override var containerAnswers: ContainerAnswers? { delegate?.answers(for: self) }
  override var isStock: Bool { type(of: self) == NavigationController.self }
}
