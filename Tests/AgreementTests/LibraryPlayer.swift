import JSON
import Orientation
import PlumbInterface
import TestSupport
import Testing

@testable import Autorotation
@testable import Plumb
@testable import Scenarios

/// A daemon with a mock sensor, and those who move the device and listen.
final class Stage {
  let daemon: TestDaemon
  let monitor: OrientationMonitor
  private let talk: DaemonConnection

  init() throws {
    daemon = try TestDaemon()
    monitor = try OrientationMonitor(socket: daemon.socket)
    talk = try DaemonConnection(path: daemon.socket)
  }

  func hold(_ pose: DeviceOrientation) throws {
    try talk.call(MockInterface.method("SetPose"), MockInterface.SetPoseParameters(device: pose))
  }
  func lock(_ orientation: InterfaceOrientation?) throws {
    try talk.call(Rotation.method("Lock"), Rotation.LockParameters(orientation: orientation))
  }
  func unlock() throws { try talk.call(Rotation.method("Unlock")) }
  func explain() throws -> DecisionReport {
    let parameters = Rotation.MaybeWindowParameters(window: "main")
    return try talk.call(Rotation.method("Explain"), parameters, returning: Rotation.ExplainReply.self).decision
  }
}

/// An application whose masks are a file's.
private final class ScenarioApplication: Application, ApplicationDelegate {
  var delegateMask: InterfaceOrientationMask?
  var subclassMask: InterfaceOrientationMask?

  override func supportedInterfaceOrientations(for window: Window?) -> InterfaceOrientationMask? { subclassMask }
  func application(_ application: Application, supportedInterfaceOrientationsFor window: Window?)
    -> InterfaceOrientationMask?
  { delegateMask }
}

/// A scenario as an application plays it that is written with the library.
///
/// It is played in rounds, so that many can wait for their devices' turns at the same time.
final class LibraryPlayer {
  let scenario: Scenario
  private let stage: Stage
  private var application: ScenarioApplication?
  private var window: Window?
  private var state: WindowState
  private var awaitedPose: DeviceOrientation?
  private var refusals: [RotationError] = []

  init(_ scenario: Scenario, on stage: Stage) throws {
    self.scenario = scenario
    self.stage = stage
    state = scenario.window
    if state.deviceMask != .all { throw Inexpressible("a device mask is the panel's, not the application's") }
    if scenario.launchesAgain { throw Inexpressible("an application is launched once") }
    if let root = state.root { _ = try ViewController.build(root, frozen: nil) }
    if scenario.beginsWithLaunch, scenario.steps.count > 1, state.root == nil || state.application.bypassesControllers {
      throw Inexpressible("coming to the front after the launch is an event of its own")
    }
  }

  // MARK: The start

  func open() throws {
    if !scenario.beginsWithLaunch {
      try launch(frozen: state.interface)
      window?.makeKeyAndVisible()
    }
  }

  func pose() throws {
    try application?.synchronize(timeout: 60)
    try turn(to: state.device)
  }

  private func turn(to pose: DeviceOrientation) throws {
    if pose == .unknown { throw Inexpressible("nobody can hold a device so that nothing is known of it") }
    try stage.hold(pose)
    awaitedPose = pose
  }

  func settle() throws {
    try finishTurn()
    if let lock = state.lock { try stage.lock(lock) }
    guard !scenario.beginsWithLaunch else { return }
    try thaw()
    if try stage.explain().interface != state.interface || stage.monitor.state?.device != state.device {
      throw Inexpressible("no application gets a window into the state that it starts in")
    }
    refusals = []
  }

  private func launch(frozen: InterfaceOrientation?) throws {
    var declaration = ApplicationDescription(state.application)
    declaration.delegateMaskRaw = nil
    declaration.subclassMaskRaw = nil
    let application = try ScenarioApplication(declaration, socket: stage.daemon.socket)
    application.delegate = application
    application.delegateMask = state.application.delegateMask
    application.subclassMask = state.application.subclassMask
    self.application = application
    let root = try state.root.map { try ViewController.build($0, frozen: frozen) }
    let window = Window(application: application, rootViewController: root)
    window.isResized = state.windowed
    window.onRefusal = { [weak self] in self?.refusals.append($0) }
    self.window = window
  }

  private func freeze(at orientation: InterfaceOrientation?) {
    window?.rootViewController?.forEachController { ($0 as? any Specified)?.specification.frozen = orientation }
    window?.sendTree()
  }

  private func thaw() throws {
    freeze(at: nil)
    try application?.synchronize(timeout: 60)
  }

  // MARK: Steps

  /// Begins a step; what the mechanism itself makes of it.
  func begin(_ index: Int) throws {
    let step = scenario.steps[index]
    let before = state
    _ = try step.play(on: &state)
    refusals = []
    switch step.action {
    case .launch: try launch(frozen: nil)
    case .lockHere: try stage.lock(nil)
    case .update: try adopt(before)
    case .event(let event): try act(event, before)
    }
  }

  func finish(_ index: Int) throws -> Outcome {
    try finishTurn()
    try wait("the lock") { stage.monitor.state?.locked == state.lock }
    try application?.synchronize(timeout: 60)
    let outcome = Outcome(try stage.explain())
    // The library tells what the daemon says: the refusal, and the orientation.
    let isTold = outcome.error != nil
    try wait("what became of step \(index + 1)") {
      refusals.isEmpty != isTold && window?.interfaceOrientation == outcome.interface
    }
    if index == 0, scenario.beginsWithLaunch, scenario.steps.count > 1 {
      freeze(at: state.interface)
      window?.makeKeyAndVisible()
      try thaw()
    }
    return outcome
  }

  func close() throws {
    window?.close()
    application = nil
    try stage.unlock()
  }

  private func finishTurn() throws {
    guard let pose = awaitedPose else { return }
    awaitedPose = nil
    try wait("the pose \(pose.word)") { stage.monitor.state?.device == pose }
  }

  private func wait(_ what: String, until condition: () -> Bool) throws {
    let deadline = Deadline(after: 30)
    while !condition() {
      try #require(!deadline.isOver, "\(scenario.name): \(what) was not told")
      stage.monitor.wait(timeout: 0.005)
      application?.dispatch()
    }
  }

  private func act(_ event: WindowEvent, _ before: WindowState) throws {
    guard let application, let window else { throw Inexpressible("nothing is launched") }
    let root = window.rootViewController
    switch event {
    case .turned(let pose):
      if pose == before.device { throw Inexpressible("a device that is held so already reports nothing") }
      try turn(to: pose)
    case .attemptRotation: application.attemptRotationToDeviceOrientation()
    case .setRoot(let tree):
      window.rootViewController = try tree.map { tree throws(Inexpressible) in
        try ViewController.build(tree, frozen: nil)
      }
    case .present(let tree): root?.present(try ViewController.build(tree, frozen: nil))
    case .dismiss:
      guard var top = root, top.presentedViewController != nil else { throw Inexpressible("nothing is presented") }
      while let next = top.presentedViewController { top = next }
      top.dismiss()
    case .push(let tree, on: let id):
      let child = try ViewController.build(tree, frozen: nil)
      let container = try controller(id)
      if let stack = container as? NavigationController {
        stack.pushViewController(child)
      } else {
        container.addChild(child)
      }
    case .pop(on: let id):
      let container = try controller(id)
      if let stack = container as? NavigationController, stack.viewControllers.count > 1 {
        stack.popViewController()
      } else {
        container.children.last?.removeFromParent()
      }
    case .select(let index, on: let id):
      guard let tabs = try controller(id) as? TabBarController else { throw Inexpressible("only tabs are selected") }
      tabs.selectedIndex = index
    case .applicationMask(let mask):
      if before.application.source == .subclass {
        application.subclassMask = mask
      } else {
        application.delegateMask = mask
      }
      application.sendMaskIfChanged()
    case .setNeedsUpdate: window.setNeedsUpdateOfSupportedInterfaceOrientations()
    case .requestGeometry(let mask):
      window.requestGeometryUpdate(mask) { [weak self] in
        if case .refused(let refusal) = $0 { self?.refusals.append(refusal) }
      }
    case .setStatusBar(let orientation): window.setStatusBarOrientation(orientation)
    case .windowed(let windowed): window.isResized = windowed
    case .lock(let orientation): try stage.lock(orientation)
    case .unlock: try stage.unlock()
    case .launch, .tree, .cameToFront, .rotateOnce: throw Inexpressible("no file says this")
    }
  }

  private func controller(_ id: String) throws -> ViewController {
    guard let found = window?.controller(id) else { throw Inexpressible("there is no controller \(id)") }
    return found
  }

  /// Gives every controller the values that it declares now; a tree of another shape is another story.
  private func adopt(_ before: WindowState) throws {
    guard let root = state.root, let window else { return }
    var controllers: [ViewController] = []
    window.rootViewController?.forEachController { controllers.append($0) }
    let ids = controllers.map(\.identifier)
    var declared: [Controller] = []
    func visit(_ controller: Controller) {
      declared.append(controller)
      controller.children.forEach(visit)
      if let presented = controller.presented { visit(presented) }
    }
    visit(root)
    _ = try ViewController.build(root, frozen: nil)
    if declared.map(\.id) != ids { throw Inexpressible("an edit that changes the shape of the tree") }
    for (controller, values) in zip(controllers, declared) {
      controller.adoptStyle(of: values)
      (controller as? any Specified)?.specification.controller = values
      if let tabs = controller as? TabBarController, let selected = values.selected { tabs.selectedIndex = selected }
    }
    window.sendTree()
  }
}
