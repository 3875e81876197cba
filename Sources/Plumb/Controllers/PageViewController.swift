import PlumbInterface

/// Pages, of which one is visible; it answers for itself.
open class PageViewController: ViewController {
  /// Answers in its place; not kept alive by it.
  public weak var delegate: (any ContainerControllerDelegate)?

  /// Makes a page controller that shows a page.
  public init(page: ViewController? = nil, identifier: String? = nil) {
    super.init(identifier: identifier)
    if let page { setChildren([page]) }
  }

  /// The visible page; turning it asks nobody.
  public var page: ViewController? {
    get { children.first }
    set { setChildren(newValue.map { [$0] } ?? []) }
  }

  override var kind: ControllerDescription.Kind { .page }
  override var containerAnswers: ContainerAnswers? { delegate?.answers(for: self) }
  override var isStock: Bool { type(of: self) == PageViewController.self }
}
