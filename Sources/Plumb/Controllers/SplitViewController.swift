import PlumbInterface

/// A primary and a secondary controller beside each other; it answers for itself.
open class SplitViewController: ViewController {
  /// Answers in its place; not kept alive by it.
  public weak var delegate: (any ContainerControllerDelegate)?

  /// Makes a split with its controllers, the primary one first.
  public init(viewControllers: [ViewController] = [], identifier: String? = nil) {
    super.init(identifier: identifier)
    setChildren(viewControllers)
  }

  /// The controllers, the primary one first.
  public var viewControllers: [ViewController] {
    get { children }
    set { setChildren(newValue) }
  }

  override var kind: ControllerDescription.Kind { .split }
  override var containerAnswers: ContainerAnswers? { delegate?.answers(for: self) }
  override var isStock: Bool { type(of: self) == SplitViewController.self }
}
