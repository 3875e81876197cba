import Plumb

/// A screen that says which orientations it supports, in the way of iOS 6.
final class Screen: ViewController {
  private let mask: InterfaceOrientationMask
  private let turns: Bool?

  init(_ identifier: String, _ mask: InterfaceOrientationMask, turns: Bool? = nil) {
    self.mask = mask
    self.turns = turns
    super.init(identifier: identifier)
  }

  override var shouldAutorotate: Bool? { turns }
  override var supportedInterfaceOrientations: InterfaceOrientationMask? { mask }
}

/// A screen that only knows the question of iOS 5.
final class OldScreen: ViewController {
  private let mask: InterfaceOrientationMask

  init(_ identifier: String, _ mask: InterfaceOrientationMask) {
    self.mask = mask
    super.init(identifier: identifier)
  }

  override func shouldAutorotate(toInterfaceOrientation orientation: InterfaceOrientation) -> Bool? {
    mask.contains(orientation.mask)
  }
}

/// A navigation controller that lets its top answer.
final class DelegatingNavigationController: NavigationController {
  override var orientationDelegation: OrientationDelegation? { .visibleChild }
}

/// How an application gets its navigation controllers to ask their tops.
enum Strategy: String, CaseIterable {
  case stock = "Stock: a navigation controller answers for itself"
  case category = "A category: every navigation controller asks its top"
  case subclass = "A subclass: this navigation controller asks its top"
  case bridge = "Swizzling: all new answers come from the old question"

  /// A navigation controller of the application's own.
  func navigation(_ top: ViewController?) -> NavigationController {
    self == .subclass
      ? DelegatingNavigationController(rootViewController: top, identifier: "Nav")
      : NavigationController(rootViewController: top, identifier: "Nav")
  }

  /// A screen in the style that the strategy is for.
  func screen(_ identifier: String, _ mask: InterfaceOrientationMask) -> ViewController {
    self == .bridge ? OldScreen(identifier, mask) : Screen(identifier, mask)
  }

  /// An application that lives under the strategy.
  func application(_ mask: InterfaceOrientationMask, profile: ProfileName = .ios6) throws -> Application {
    NavigationController.delegationOfAll = self == .category ? .visibleChild : nil
    var declaration = ApplicationDescription(id: "org.example.navigation", supported: mask.words)
    declaration.profile = profile
    declaration.idiom = .phone
    declaration.legacyShim = self == .bridge
    return try Application(declaration)
  }
}
