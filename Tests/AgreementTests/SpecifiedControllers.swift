import Autorotation
import Orientation

@testable import Plumb

/// What a controller of a file declares, for a controller of the library to answer.
final class Specification: ContainerControllerDelegate {
  var controller: Controller
  /// While it is set the controller answers NO and prefers this.
  var frozen: InterfaceOrientation?

  init(_ controller: Controller, frozen: InterfaceOrientation?) {
    self.controller = controller
    self.frozen = frozen
  }

  var shouldAutorotate: Bool? { frozen == nil ? controller.statedAutorotation : false }
  var supported: InterfaceOrientationMask? {
    frozen == nil && controller.foreignWords == nil ? controller.answers.supported : nil
  }
  var words: [String]? { frozen == nil ? controller.foreignWords : nil }
  var preferred: InterfaceOrientation? { frozen ?? controller.answers.preferred?.orientation }
  func predicate(_ orientation: InterfaceOrientation) -> Bool? {
    frozen.map { $0 == orientation } ?? controller.legacyMask?.contains(orientation.mask)
  }
  var delegation: OrientationDelegation? {
    guard frozen == nil else { return nil }
    return controller.asks.map { $0 == .visibleChild ? .visibleChild : .visibleViewController }
  }

  func supportedInterfaceOrientations(of container: ViewController) -> InterfaceOrientationMask? {
    frozen == nil ? controller.containerDelegate?.supported : nil
  }
  func preferredInterfaceOrientationForPresentation(of container: ViewController) -> InterfaceOrientation? {
    frozen == nil ? controller.containerDelegate?.preferred?.orientation : nil
  }
}

/// A controller of the library that answers as a file declares.
protocol Specified: ViewController {
  var specification: Specification { get }
}

final class SpecifiedController: ViewController, Specified {
  let specification: Specification
  init(_ specification: Specification) {
    self.specification = specification
    super.init(identifier: specification.controller.id)
  }
  override var shouldAutorotate: Bool? { specification.shouldAutorotate }
  override var supportedInterfaceOrientations: InterfaceOrientationMask? { specification.supported }
  override var supportedOrientationWords: [String]? { specification.words }
  override var preferredInterfaceOrientationForPresentation: InterfaceOrientation? { specification.preferred }
  override var prefersInterfaceOrientationLocked: Bool { specification.controller.locksInterfaceOrientation }
  override var orientationDelegation: OrientationDelegation? { specification.delegation }
  override func shouldAutorotate(toInterfaceOrientation orientation: InterfaceOrientation) -> Bool? {
    specification.predicate(orientation)
  }
}

final class SpecifiedNavigation: NavigationController, Specified {
  let specification: Specification
  init(_ specification: Specification) {
    self.specification = specification
    super.init(identifier: specification.controller.id)
    delegate = specification
  }
  override var shouldAutorotate: Bool? { specification.shouldAutorotate }
  override var supportedInterfaceOrientations: InterfaceOrientationMask? { specification.supported }
  override var supportedOrientationWords: [String]? { specification.words }
  override var preferredInterfaceOrientationForPresentation: InterfaceOrientation? { specification.preferred }
  override var prefersInterfaceOrientationLocked: Bool { specification.controller.locksInterfaceOrientation }
  override var orientationDelegation: OrientationDelegation? { specification.delegation }
  override func shouldAutorotate(toInterfaceOrientation orientation: InterfaceOrientation) -> Bool? {
    specification.predicate(orientation)
  }
}

final class SpecifiedTabBar: TabBarController, Specified {
  let specification: Specification
  init(_ specification: Specification) {
    self.specification = specification
    super.init(identifier: specification.controller.id)
    delegate = specification
  }
  override var shouldAutorotate: Bool? { specification.shouldAutorotate }
  override var supportedInterfaceOrientations: InterfaceOrientationMask? { specification.supported }
  override var supportedOrientationWords: [String]? { specification.words }
  override var preferredInterfaceOrientationForPresentation: InterfaceOrientation? { specification.preferred }
  override var prefersInterfaceOrientationLocked: Bool { specification.controller.locksInterfaceOrientation }
  override var orientationDelegation: OrientationDelegation? { specification.delegation }
  override func shouldAutorotate(toInterfaceOrientation orientation: InterfaceOrientation) -> Bool? {
    specification.predicate(orientation)
  }
}

final class SpecifiedSplit: SplitViewController, Specified {
  let specification: Specification
  init(_ specification: Specification) {
    self.specification = specification
    super.init(identifier: specification.controller.id)
    delegate = specification
  }
  override var shouldAutorotate: Bool? { specification.shouldAutorotate }
  override var supportedInterfaceOrientations: InterfaceOrientationMask? { specification.supported }
  override var preferredInterfaceOrientationForPresentation: InterfaceOrientation? { specification.preferred }
  override var orientationDelegation: OrientationDelegation? { specification.delegation }
}

final class SpecifiedPages: PageViewController, Specified {
  let specification: Specification
  init(_ specification: Specification) {
    self.specification = specification
    super.init(identifier: specification.controller.id)
    delegate = specification
  }
  override var shouldAutorotate: Bool? { specification.shouldAutorotate }
  override var supportedInterfaceOrientations: InterfaceOrientationMask? { specification.supported }
  override var preferredInterfaceOrientationForPresentation: InterfaceOrientation? { specification.preferred }
  override var orientationDelegation: OrientationDelegation? { specification.delegation }
}

extension ViewController {
  /// Builds the library's controllers after a tree of a file.
  /// - Throws: `Inexpressible` for what the library's types leave no room for.
  static func build(_ tree: Controller, frozen: InterfaceOrientation?) throws(Inexpressible) -> ViewController {
    let specification = Specification(tree, frozen: frozen)
    try check(tree)
    let made: ViewController
    switch tree.kind {
    case .controller: made = SpecifiedController(specification)
    case .navigation: made = SpecifiedNavigation(specification)
    case .tabBar: made = SpecifiedTabBar(specification)
    case .split: made = SpecifiedSplit(specification)
    case .page: made = SpecifiedPages(specification)
    case .alert: made = AlertController(identifier: tree.id)
    }
    for child in tree.children { made.addChild(try build(child, frozen: frozen)) }
    if let tabs = made as? TabBarController, let selected = tree.selected { tabs.selectedIndex = selected }
    made.adoptStyle(of: tree)
    if let presented = tree.presented { made.present(try build(presented, frozen: frozen)) }
    return made
  }

  private static func check(_ tree: Controller) throws(Inexpressible) {
    let preferred = [tree.answers.preferred, tree.containerDelegate?.preferred].compactMap(\.self)
    if preferred.contains(where: { $0.orientation == nil }) {
      throw Inexpressible("what is preferred is an orientation: other numbers do not compile")
    }
    if tree.kind == .page, tree.children.count > 1 { throw Inexpressible("a page controller has one visible page") }
    if tree.kind == .alert, !tree.children.isEmpty { throw Inexpressible("an alert answers nothing and holds nobody") }
  }

  func adoptStyle(of tree: Controller) {
    presenterStays = tree.presenterStayed
    modalPresentationStyle =
      switch tree.style {
      case .fullScreen: .fullScreen
      case .overFullScreen: .overFullScreen
      case .pageSheet: .pageSheet
      case .formSheet: .formSheet
      case .popover: .popover
      case .currentContext: .currentContext
      case .overCurrentContext: .overCurrentContext
      case .custom: .custom
      }
  }
}
