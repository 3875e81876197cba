extension ViewController {
  /// Presents a controller on top of the window's tree, which asks it for its orientations.
  ///
  /// The outermost container presents; where something is presented already, the new one goes on top of it. A
  /// controller that is in a tree already is left where it is.
  public func present(_ controller: ViewController) {
    var presenter = outermost
    while let next = presenter.presentedViewController { presenter = next }
    guard controller.isFree, !presenter.isHeld(by: controller) else { return }
    presenter.presentedViewController = controller
    controller.presentingViewController = presenter
    window?.sendTree()
  }

  /// Dismisses what this controller presents, or itself where it presents nothing; the one beneath is asked then.
  public func dismiss() {
    let outermost = outermost
    let presenter = outermost.presentedViewController == nil ? outermost.presentingViewController : outermost
    guard let presenter, let presented = presenter.presentedViewController else { return }
    let window = presenter.window
    presenter.presentedViewController = nil
    presented.presentingViewController = nil
    window?.sendTree()
  }

  /// Puts a controller inside; changes inside ask nobody.
  ///
  /// A controller that is in a tree already, or holds this one, is left where it is.
  public func addChild(_ controller: ViewController) { setChildren(children + [controller]) }

  /// Takes this controller out of its container.
  public func removeFromParent() {
    guard let parent else { return }
    parent.setChildren(parent.children.filter { $0 !== self })
  }

  /// Replaces what is inside, without those that are in another tree already.
  func setChildren(_ controllers: [ViewController]) {
    var next: [ViewController] = []
    for controller in controllers where !next.contains(where: { $0 === controller }) {
      if controller.parent === self || (controller.isFree && !isHeld(by: controller)) { next.append(controller) }
    }
    for child in children where !next.contains(where: { $0 === child }) { child.parent = nil }
    children = next
    for child in next { child.parent = self }
    window?.sendTree()
  }

  /// Says that the answers have changed: the window's orientation is evaluated anew.
  public func setNeedsUpdateOfSupportedInterfaceOrientations() {
    window?.setNeedsUpdateOfSupportedInterfaceOrientations()
  }

  /// Asks all windows of the application as if the device had turned.
  public static func attemptRotationToDeviceOrientation() {
    Application.shared?.attemptRotationToDeviceOrientation()
  }

  private var outermost: ViewController {
    var controller = self
    while let parent = controller.parent { controller = parent }
    return controller
  }

  /// Whether the controller is in no tree.
  private var isFree: Bool { parent == nil && presentingViewController == nil && window == nil }

  private func isHeld(by controller: ViewController) -> Bool { controller.holds(self) }
}
