// A navigation controller with three screens: A in portrait, B in all orientations, C in landscape. From iOS 6 on the
// screens are not asked, so applications made their navigation controllers ask them, in one of three ways.
//
// Each is played step by step against a daemon with a mock sensor; then what each does besides, and what is easily
// overlooked.
import Plumb
import Rehearsal

let rehearsal = try Rehearsal()

for strategy in Strategy.allCases {
  let navigation = strategy.navigation(strategy.screen("A", .portrait))
  let application = try strategy.application(.all)
  _ = try rehearsal.scene(strategy.rawValue, application, root: navigation)
  try rehearsal.turn("the device is turned left", to: .landscapeLeft)
  try rehearsal.step("B is pushed") { navigation.pushViewController(strategy.screen("B", .all)) }
  try rehearsal.layDownAndTakeUp("it is laid down and taken up again", to: .landscapeLeft)
  try rehearsal.step("B is popped") { navigation.popViewController() }
  try rehearsal.turn("the device is turned upright", to: .portrait)
  try rehearsal.step("C is pushed") { navigation.pushViewController(strategy.screen("C", .landscape)) }
  try rehearsal.turn("the device is turned right", to: .landscapeRight)
  try rehearsal.turn("and upright", to: .portrait)
}

// MARK: What each does besides

slips("a category reaches navigation controllers that are not the application's, a subclass does not")
for strategy in [Strategy.category, .subclass] {
  let root = Screen("Film", .landscape)
  let application = try strategy.application(.landscape)
  _ = try rehearsal.scene("\(strategy.rawValue), and mail is written", application, root: root)
  try rehearsal.step("the system's mail window is presented") {
    root.present(NavigationController(rootViewController: Screen("Letter", .portrait), identifier: "Mail"))
  }
}

slips("an empty stack has no top to ask: NO, 0 and unknown with a category, YES and 0 with the bridge")
for strategy in [Strategy.category, .bridge] {
  let application = try strategy.application(.all)
  _ = try rehearsal.scene("\(strategy.rawValue), and the stack is empty", application, root: strategy.navigation(nil))
  try rehearsal.turn("the device is turned left", to: .landscapeLeft)
}

slips(
  "the bridge gives portrait to whoever overrides nothing, the system's controllers included",
  "it takes only the mask from the top, not the NO of a top that agrees to nothing",
  "it does not look into tab bars",
  "whoever overrides the new questions escapes it")
do {
  let bridge = Strategy.bridge
  let root = OldScreen("Film", .landscape)
  _ = try rehearsal.scene("The bridge's own", try bridge.application(.landscape), root: root)
  try rehearsal.step("a picker of the system's is presented") { root.present(ViewController(identifier: "Picker")) }

  let frozen = bridge.navigation(OldScreen("Still", []))
  _ = try rehearsal.scene("The bridge's own: a top that agrees to nothing", try bridge.application(.all), root: frozen)
  try rehearsal.turn("the device is turned left", to: .landscapeLeft)

  let tabs = TabBarController(viewControllers: [OldScreen("Film", .landscape)], identifier: "Tabs")
  _ = try rehearsal.scene("The bridge's own: a tab bar", try bridge.application(.all), root: tabs)
  try rehearsal.turn("the device is turned left", to: .landscapeLeft)

  let modern = Screen("Screen", .landscape)
  _ = try rehearsal.scene("The bridge's own: a screen of iOS 6", try bridge.application(.all), root: modern)
  try rehearsal.turn("the device is turned left", to: .landscapeLeft)
}

// MARK: What is easily overlooked

slips(
  "the mask's type is signed in one sample and unsigned in another: the same bits, by luck",
  "the exception's name ends in \"Exception\" in the header, and not in the text that is logged",
  "nothing in common is an error only where the controller answers YES",
  "the decision has a third factor, what the device supports")
do {
  let stock = Strategy.stock
  for turns in [true, false] {
    let root = Screen("Page", .portrait, turns: turns)
    let title = "Nothing in common, and the controller answers \(turns ? "YES" : "NO")"
    _ = try rehearsal.scene(title, try stock.application(.landscape), root: root)
  }

  slips("the old question is still asked in iOS 6, of controllers that know no other")
  let root = OldScreen("Old", .landscape)
  _ = try rehearsal.scene("The old question without a bridge", try stock.application(.all), root: root)
  try rehearsal.turn("the device is turned right", to: .landscapeRight)

  slips("a pad that shows several applications side by side asks no controller where all four are listed")
  let listed = InterfaceOrientation.allCases.map { orientation in
    switch orientation {
    case .portrait: "UIInterfaceOrientationPortrait"
    case .portraitUpsideDown: "UIInterfaceOrientationPortraitUpsideDown"
    case .landscapeRight: "UIInterfaceOrientationLandscapeRight"
    case .landscapeLeft: "UIInterfaceOrientationLandscapeLeft"
    }
  }
  var pad = ApplicationDescription(id: "org.example.navigation")
  pad.infoPlist = ["UISupportedInterfaceOrientations": .array(listed.map { .string($0) })]
  pad.idiom = .pad
  let page = Screen("Page", .portrait)
  _ = try rehearsal.scene("All four on a pad", try Application(pad), root: page)
  try rehearsal.turn("the device is turned left", to: .landscapeLeft)
}

// MARK: The cure

do {
  let navigation = Strategy.subclass.navigation(Screen("A", .portrait))
  let application = try Strategy.subclass.application(.all, profile: .modern)
  let window = try rehearsal.scene("The cure of iOS 16", application, root: navigation)
  let update = { window.setNeedsUpdateOfSupportedInterfaceOrientations() }
  try rehearsal.step("B is pushed, and an update asked for") {
    navigation.pushViewController(Screen("B", .all))
    update()
  }
  try rehearsal.turn("the device is turned left", to: .landscapeLeft)
  try rehearsal.step("B is popped") { navigation.popViewController() }
  try rehearsal.step("and an update asked for") { update() }
  try rehearsal.turn("the device is turned upright", to: .portrait)
  try rehearsal.step("C is pushed") { navigation.pushViewController(Screen("C", .landscape)) }
  try rehearsal.step("and an update asked for") { update() }
}
