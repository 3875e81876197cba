import Plumb

/// What a recipe writes where it means "landscape" and "portrait".
struct Masks {
  /// The mask of window, tab bar and content while the switch is on.
  let landscape: InterfaceOrientationMask
  /// The same while it is off.
  let portrait: InterfaceOrientationMask
  /// What the landscape screen itself answers.
  let landscapeScreen: InterfaceOrientationMask

  /// Both landscapes, and both portraits.
  static let asMeant = Masks(
    landscape: .landscape, portrait: [.portrait, .portraitUpsideDown], landscapeScreen: .landscape)

  /// One of the two named twice, and the numbers of orientations combined as if they were masks.
  static let asWritten = Masks(
    landscape: [.landscapeLeft, .landscapeLeft], portrait: [.portrait, .portraitUpsideDown],
    landscapeScreen: InterfaceOrientationMask(
      rawValue: InterfaceOrientation.landscapeRight.rawValue | InterfaceOrientation.landscapeLeft.rawValue))
}

/// The switch that window, tab bar and content look at.
final class Switch {
  var isLandscapePreferred = false
  let masks: Masks

  init(_ masks: Masks) { self.masks = masks }

  var mask: InterfaceOrientationMask { isLandscapePreferred ? masks.landscape : masks.portrait }
}

/// The application's subclass: its windows' mask follows the switch.
final class SwitchedApplication: Application {
  private let toggle: Switch

  init(_ toggle: Switch) throws(ConnectionError) {
    self.toggle = toggle
    var declaration = ApplicationDescription(id: "org.example.forced-landscape")
    declaration.profile = .ios6
    declaration.idiom = .phone
    try super.init(declaration)
  }

  override func supportedInterfaceOrientations(for window: Window?) -> InterfaceOrientationMask? { toggle.mask }
}

/// A delegate that answers for the application, whose own answer is then not asked for.
final class AnsweringDelegate: ApplicationDelegate {
  func application(_ application: Application, supportedInterfaceOrientationsFor window: Window?)
    -> InterfaceOrientationMask?
  { .allButUpsideDown }
}

/// The tab bar at the root: it turns, and its mask follows the switch.
final class SwitchedTabBar: TabBarController {
  private let toggle: Switch

  init(_ toggle: Switch, _ content: ViewController) {
    self.toggle = toggle
    super.init(viewControllers: [content], identifier: "MyTab")
  }

  override var shouldAutorotate: Bool? { true }
  override var supportedInterfaceOrientations: InterfaceOrientationMask? { toggle.mask }
}

/// Any screen of content: it does not turn, and its mask follows the switch.
final class ContentController: ViewController {
  private let toggle: Switch

  init(_ toggle: Switch) {
    self.toggle = toggle
    super.init(identifier: "Content")
  }

  override var shouldAutorotate: Bool? { false }
  override var supportedInterfaceOrientations: InterfaceOrientationMask? { toggle.mask }
}

/// The screen that is to be seen in landscape.
final class LandscapeController: ViewController {
  private let turns: Bool
  private let mask: InterfaceOrientationMask
  private let preferred: InterfaceOrientation?

  init(turns: Bool = false, mask: InterfaceOrientationMask, preferred: InterfaceOrientation? = .landscapeLeft) {
    self.turns = turns
    self.mask = mask
    self.preferred = preferred
    super.init(identifier: "Landscape")
  }

  override var shouldAutorotate: Bool? { turns }
  override var supportedInterfaceOrientations: InterfaceOrientationMask? { mask }
  override var preferredInterfaceOrientationForPresentation: InterfaceOrientation? { preferred }
}
