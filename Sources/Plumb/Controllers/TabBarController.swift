import PlumbInterface

/// Several controllers side by side, of which the selected one is visible.
///
/// As in UIKit it answers for itself, and selecting asks nobody.
open class TabBarController: ViewController {
  /// Answers in its place; not kept alive by it.
  public weak var delegate: (any ContainerControllerDelegate)?

  /// Makes a tab bar with its tabs.
  public init(viewControllers: [ViewController] = [], identifier: String? = nil) {
    super.init(identifier: identifier)
    setChildren(viewControllers)
  }

  /// The tabs.
  public var viewControllers: [ViewController] {
    get { children }
    set { setChildren(newValue) }
  }

  /// The index of the selected tab; one beyond the tabs counts as the last.
  public var selectedIndex: Int {
    get { max(0, min(wanted, children.count - 1)) }
    set {
      guard newValue != wanted else { return }
      wanted = newValue
      window?.sendTree()
    }
  }
  private var wanted = 0

  /// The selected tab, nil where there are none.
  ///
  /// Setting one that is no tab does nothing.
  public var selectedViewController: ViewController? {
    get { children.isEmpty ? nil : children[selectedIndex] }
    set { if let index = children.firstIndex(where: { $0 === newValue }) { selectedIndex = index } }
  }

  override var kind: ControllerDescription.Kind { .tabBar }
  override var selection: Int? { children.isEmpty ? nil : selectedIndex }
  override var containerAnswers: ContainerAnswers? { delegate?.answers(for: self) }
  override var isStock: Bool { type(of: self) == TabBarController.self }
}
