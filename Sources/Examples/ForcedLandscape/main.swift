// A portrait application that wants one screen in landscape, by the recipe of iOS 6's days: a switch that changes the
// masks, the status bar set by hand, an empty controller presented and dismissed so that somebody is asked, and a push.
//
// It is played step by step against a daemon with a mock sensor, as its author meant it and as such recipes are written.
import Plumb
import Rehearsal

let rehearsal = try Rehearsal()

/// There and back again; the screens in between are shown in a navigation controller.
func play(_ title: String, _ masks: Masks, tabBar: Bool, delegate: AnsweringDelegate? = nil) throws {
  let toggle = Switch(masks)
  let navigation = NavigationController(rootViewController: ContentController(toggle), identifier: "Nav")
  let root = tabBar ? SwitchedTabBar(toggle, navigation) : navigation
  let application = try SwitchedApplication(toggle)
  application.delegate = delegate
  let window = try rehearsal.scene(title, application, root: root)

  try rehearsal.step("the switch is turned on") { toggle.isLandscapePreferred = true }
  try rehearsal.step("the status bar is set to LL") { window.setStatusBarOrientation(.landscapeLeft) }
  let anybody = ViewController(identifier: "Empty")
  try rehearsal.step("an empty controller is presented") { navigation.present(anybody) }
  try rehearsal.step("and dismissed") { anybody.dismiss() }
  try rehearsal.step("attemptRotationToDeviceOrientation") { application.attemptRotationToDeviceOrientation() }
  try rehearsal.step("the landscape screen is pushed") {
    navigation.pushViewController(LandscapeController(mask: masks.landscapeScreen))
  }
  try rehearsal.turn("the user turns the device left", to: .landscapeLeft)
  try rehearsal.turn("and right", to: .landscapeRight)
  try rehearsal.turn("and upside down", to: .portraitUpsideDown)
  try rehearsal.turn("and upright again", to: .portrait)

  try rehearsal.step("the switch is turned off") { toggle.isLandscapePreferred = false }
  try rehearsal.step("the status bar is set to P") { window.setStatusBarOrientation(.portrait) }
  let somebody = ViewController(identifier: "Empty2")
  try rehearsal.step("an empty controller is presented") { navigation.present(somebody) }
  try rehearsal.step("and dismissed") { somebody.dismiss() }
  try rehearsal.step("the landscape screen is popped") { navigation.popViewController() }
  try rehearsal.turn("the user turns the device upside down", to: .portraitUpsideDown)
}

/// The first recipe: the landscape screen is presented instead of pushed.
func present(_ title: String, _ screen: LandscapeController, over mask: InterfaceOrientationMask? = nil) throws {
  let toggle = Switch(Masks(landscape: mask ?? .all, portrait: .all, landscapeScreen: .all))
  toggle.isLandscapePreferred = mask != nil
  let root = ContentController(Switch(.asWritten))
  _ = try rehearsal.scene(title, try SwitchedApplication(toggle), root: root)
  try rehearsal.step("the landscape screen is presented") { root.present(screen) }
}

try play("With a tab bar, as it was meant", .asMeant, tabBar: true)

slips(
  "\"LL | LL\" is 16, one landscape: the device turned to the other is ignored",
  "the landscape screen's \"LR | LL\" combines orientations, 3 | 4 = 7, and would mean P and PUD",
  "it prefers LL, which is not in its own mask",
  "it answers NO, and so does all content: none of that is ever read, for the tab bar fills the window",
  "its mask is declared as a signed number where an unsigned one is asked for: the same bits, by luck",
  "what is logged after \"return\" is never logged, and the class names do not match: neither changes a decision",
  "\"P | PUD\" lets a phone be shown upside down")
try play("With a tab bar, as it is written", .asWritten, tabBar: true)

slips("content answers NO here, too, and is not asked here either: the navigation controller fills the window")
try play("Without a tab bar, as it is written", .asWritten, tabBar: false)

slips("the application's own mask counts only where its delegate has none: the switch is not looked at")
let delegate = AnsweringDelegate()
try play("With a delegate that answers, as it is written", .asWritten, tabBar: true, delegate: delegate)

print("\nPresented instead of pushed")
try present("NO, 7, prefers LL: nothing is checked", LandscapeController(mask: Masks.asWritten.landscapeScreen))
try present(
  "YES, 7, prefers LL: LL is not among P and PUD",
  LandscapeController(turns: true, mask: Masks.asWritten.landscapeScreen))
try present(
  "YES, 7, over a window of 16: nothing in common",
  LandscapeController(turns: true, mask: Masks.asWritten.landscapeScreen), over: .landscapeLeft)
try present("YES, 24, prefers LL", LandscapeController(turns: true, mask: .landscape))
try present("YES, 24, prefers nothing", LandscapeController(turns: true, mask: .landscape, preferred: nil))
try present("NO, 24, prefers nothing: nothing forces it", LandscapeController(mask: .landscape, preferred: nil))
