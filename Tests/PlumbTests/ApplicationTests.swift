import FakeDaemon
import Glibc
import PlumbInterface
import Testing
import Varlink

@testable import Plumb

@Suite struct ApplicationTests {
  private final class Landscape: ViewController {
    var mask: InterfaceOrientationMask = .landscape
    private(set) var transitions: [InterfaceOrientation] = []
    override var supportedInterfaceOrientations: InterfaceOrientationMask { mask }
    override func viewWillTransition(to orientation: InterfaceOrientation) {
      #expect(window?.interfaceOrientation != orientation)
      transitions.append(orientation)
    }
  }

  private func event(
    _ kind: WindowEventMessage.Kind, window: String = "main", interface: InterfaceOrientation? = nil
  ) -> WindowEventMessage {
    WindowEventMessage(kind: kind, window: window, interface: interface, reason: .turned)
  }

  @Test func itRegistersAndStatesItsWindows() throws {
    let daemon = try FakeDaemon()
    defer { daemon.stop() }
    let application = try Application(
      id: "org.example.viewer", supported: .allButUpsideDown, profile: .ios6, idiom: .phone, socket: daemon.path)
    let window = Window(application: application, rootViewController: Landscape(identifier: "picture"))
    window.makeKeyAndVisible()
    try application.synchronize()
    #expect(application.isRegistered)
    #expect(
      daemon.wait(for: "Register").first?["application"] == [
        "id": "org.example.viewer", "supported": ["portrait", "landscapeRight", "landscapeLeft"], "profile": "ios6",
        "idiom": "phone",
      ])
    let root = daemon.wait(for: "SetWindow").last?["root"]
    #expect(root?["id"] == "picture" && root?["kind"] == "controller" && root?["dynamic"] == true)
    #expect(root?["supported"] == ["landscapeRight", "landscapeLeft"])
    #expect(daemon.wait(for: "Activate").last == ["token": "token-1", "window": "main"])
    #expect(daemon.wait(for: "WatchWindow").last == ["token": "token-1"])
    #expect(window.interfaceOrientation == .portrait, "the first reply gives the first orientation")
  }

  @Test func aTurnIsToldToTheTreeAndThenToTheWindow() throws {
    let daemon = try FakeDaemon()
    defer { daemon.stop() }
    let application = try Application(id: "a", socket: daemon.path)
    let inner = Landscape()
    let window = Window(application: application, rootViewController: NavigationController(rootViewController: inner))
    try application.synchronize()
    daemon.wait(for: "WatchWindow")
    var turns: [InterfaceOrientation] = []
    var fronts: [Bool] = []
    window.onTurn = { orientation, reason in
      #expect(reason == .turned)
      turns.append(orientation)
    }
    window.onForegroundChange = { fronts.append($0) }
    daemon.publish(event(.orientation, interface: .landscapeRight))
    daemon.publish(event(.foreground, interface: .landscapeRight))
    daemon.publish(event(.orientation, window: "stranger", interface: .landscapeLeft))
    daemon.publish(event(.background, interface: .portraitUpsideDown))
    while turns.count < 2 { application.wait(timeout: 20) }
    #expect(turns == [.landscapeRight, .portraitUpsideDown])
    #expect(inner.transitions.suffix(2) == [.landscapeRight, .portraitUpsideDown])
    #expect(fronts == [true, false] && !window.isInForeground)
  }

  @Test func aQueryIsAnsweredByTheOverriddenProperties() throws {
    let daemon = try FakeDaemon()
    defer { daemon.stop() }
    let application = try Application(id: "a", socket: daemon.path)
    let controller = Landscape(identifier: "picture")
    let window = Window(application: application, rootViewController: controller)
    try application.synchronize()
    daemon.wait(for: "WatchWindow")
    controller.mask = .portrait
    var query = event(.query)
    query.query = 7
    query.controller = "picture"
    daemon.publish(query)
    query.query = 8
    query.controller = "stranger"
    daemon.publish(query)
    while daemon.received.count(where: { $0.member == "Answer" }) < 2 { application.wait(timeout: 1) }
    let answers = daemon.wait(for: "Answer", count: 2)
    #expect(
      answers == [
        ["token": "token-1", "query": 7, "supported": ["portrait"]], ["token": "token-1", "query": 8],
      ])
    withExtendedLifetime(window) {}
  }

  @Test func anAnswerDoesNotWaitBehindTheCallThatWaitsForIt() throws {
    let daemon = try FakeDaemon()
    defer { daemon.stop() }
    let application = try Application(id: "a", socket: daemon.path)
    let window = Window(application: application, rootViewController: Landscape(identifier: "picture"))
    try application.synchronize()
    daemon.wait(for: "WatchWindow")
    // As the real daemon does: the reply to a call is held until the query that it caused has been answered.
    nonisolated(unsafe) var held: Call?
    daemon.answer("SetNeedsUpdate") { held = $0 }
    daemon.answer("Answer") { answer in
      answer.reply(Rotation.Nothing())
      held?.reply(Rotation.InterfaceReply(interface: .landscapeLeft))
    }
    window.setNeedsUpdateOfSupportedInterfaceOrientations()
    var query = event(.query)
    query.query = 1
    query.controller = "picture"
    daemon.wait(for: "SetNeedsUpdate")
    daemon.publish(query)
    try application.synchronize()
    #expect(daemon.wait(for: "Answer").count == 1)
  }

  @Test func refusalsGoToTheirWindow() throws {
    let refusal = RotationError.noCommonOrientation(
      window: "main", target: "picture", applicationMask: ["portrait"], controllerMask: ["landscapeLeft"],
      deviceMask: ["portrait"], message: "nothing in common")
    let daemon = try FakeDaemon(answers: ["SetWindow": { $0.fail(refusal.varlinkError) }])
    defer { daemon.stop() }
    let application = try Application(id: "a", socket: daemon.path)
    let window = Window(application: application, rootViewController: Landscape())
    var refusals: [RotationError] = []
    window.onRefusal = { refusals.append($0) }
    try application.synchronize()
    #expect(refusals == [refusal])

    var told = event(.refusal, interface: .portrait)
    told.error = Rotation.method("RecursiveQuery")
    told.message = "they ask each other"
    daemon.wait(for: "WatchWindow")
    daemon.publish(told)
    while refusals.count < 2 { application.wait(timeout: 20) }
    #expect(refusals.last == .recursiveQuery(window: "main", target: nil, message: "they ask each other"))
  }

  @Test func aGeometryRequestHasItsOwnError() throws {
    let refusal = RotationError.geometryRequestRefused(
      window: "main", requested: ["portrait"], supported: ["landscapeLeft"], message: "none of them")
    let daemon = try FakeDaemon(answers: ["RequestGeometry": { $0.fail(refusal.varlinkError) }])
    let application = try Application(id: "a", socket: daemon.path)
    let window = Window(application: application)
    try application.synchronize()
    var errors: [String] = []
    window.requestGeometryUpdate(.portrait) { errors.append($0.description) }
    try application.synchronize()
    #expect(errors == ["none of them"])
    #expect(daemon.wait(for: "RequestGeometry").last?["supported"] == ["portrait"])
    daemon.stop()
    while application.isRegistered { application.wait(timeout: 20) }
    window.requestGeometryUpdate(.portrait) { errors.append($0.description) }
    #expect(errors.last == ConnectionError.lost.description)
  }

  @Test func afterARestartEverythingIsSaidAgain() throws {
    let daemon = try FakeDaemon()
    let application = try Application(id: "a", socket: daemon.path)
    var registrations = 0
    var losses = 0
    application.onRegister = { registrations += 1 }
    application.onDisconnect = { _ in losses += 1 }
    let first = Window(application: application, name: "first", rootViewController: ViewController(identifier: "1"))
    let second = Window(application: application, name: "second")
    second.makeKeyAndVisible()
    try application.synchronize()
    let descriptor = application.descriptor
    daemon.stop()
    while losses == 0 { application.wait(timeout: 20) }
    // Said while nobody listens, and so after the restart.
    second.rootViewController = ViewController(identifier: "2")
    first.rootViewController?.present(ViewController(identifier: "3"))

    let restarted = try FakeDaemon(path: daemon.path)
    defer { restarted.stop() }
    while registrations < 2 { application.wait(timeout: 20) }
    try application.synchronize()
    let trees = restarted.wait(for: "SetWindow", count: 2)
    #expect(trees.map { $0["window"] } == ["first", "second"])
    #expect(trees.map { $0["root"]?["id"] } == ["1", "2"])
    #expect(trees[0]["root"]?["presented"]?["id"] == "3")
    #expect(restarted.wait(for: "Activate") == [["token": "token-1", "window": "second"]])
    #expect(application.descriptor == descriptor && losses == 1)
  }

  @Test func aDaemonThatDoesNotTakeTheApplicationIsAProblem() throws {
    let limit = RotationError.limitExceeded(limit: "windows-per-client", maximum: 1)
    let daemon = try FakeDaemon(answers: ["Register": { $0.fail(limit.varlinkError) }])
    defer { daemon.stop() }
    let application = try Application(id: "a", socket: daemon.path)
    var problems: [String] = []
    application.onProblem = { problems.append($0.description) }
    let error = #expect(throws: DaemonError.self) { try application.synchronize() }
    #expect(error?.description == limit.message)
    #expect(problems == [limit.message])
  }

  @Test func synchronizingWithinACallbackIsRefused() throws {
    let daemon = try FakeDaemon()
    defer { daemon.stop() }
    let application = try Application(id: "a", socket: daemon.path)
    var inner: DaemonError?
    application.onRegister = { [unowned application] in
      do throws(DaemonError) { try application.synchronize() } catch { inner = error }
    }
    try application.synchronize()
    #expect(inner?.description == ConnectionError.held.description)
  }

  @Test func withoutADaemonSynchronizeSaysSo() throws {
    let application = try Application(id: "a", socket: FakeDaemon.freshPath())
    let error = #expect(throws: DaemonError.self) { try application.synchronize() }
    #expect(error?.description.hasPrefix("there is no socket at") == true)
    #expect(!application.isRegistered)
  }

  @Test func theMaskOfDelegateOrSubclassIsToldBeforeItCounts() throws {
    final class Switch: ApplicationDelegate {
      var mask: InterfaceOrientationMask? = .portrait
      func application(_ application: Application, supportedInterfaceOrientationsFor window: Window?)
        -> InterfaceOrientationMask?
      { mask }
    }
    final class Sub: Application {
      var mask: InterfaceOrientationMask = InterfaceOrientationMask(rawValue: 7)
      override func supportedInterfaceOrientations(for window: Window?) -> InterfaceOrientationMask { mask }
    }
    let daemon = try FakeDaemon()
    defer { daemon.stop() }
    let application = try Sub(ApplicationDescription(id: "a"), socket: daemon.path)
    try application.synchronize()
    #expect(daemon.wait(for: "Register").last?["application"]?["subclassMaskRaw"] == 7, "a slip is told as it is")
    let delegate = Switch()
    application.delegate = delegate
    let window = Window(application: application)
    try application.synchronize()
    #expect(daemon.wait(for: "SetApplicationMask").last?["supported"] == ["portrait"])
    delegate.mask = .landscape
    try application.synchronize()
    #expect(daemon.wait(for: "SetApplicationMask").count == 1, "changing it tells nobody by itself")
    application.attemptRotationToDeviceOrientation()
    try application.synchronize()
    // The watch goes over a connection of its own, whose calls arrive when they do.
    let members = daemon.received.map(\.member).filter { $0 != "WatchWindow" }
    #expect(members.suffix(2) == ["SetApplicationMask", "AttemptRotation"])
    withExtendedLifetime(window) {}
  }

  @Test func aWindowIsClosedAndResigns() throws {
    let daemon = try FakeDaemon()
    defer { daemon.stop() }
    let application = try Application(id: "a", socket: daemon.path)
    let window = Window(application: application)
    let twin = Window(application: application)
    #expect(twin.name == "main-2")
    try application.synchronize()
    window.makeKeyAndVisible()
    window.resignKey()
    #expect(application.keyWindow == nil)
    window.setStatusBarOrientation(.landscapeLeft)
    window.isResized = true
    try application.synchronize()
    window.close()
    try application.synchronize()
    #expect(application.windows.map(\.name) == ["main-2"])
    #expect(daemon.wait(for: "SetWindow").last?["windowed"] == true)
    #expect(
      daemon.received.map(\.member).filter { $0 != "WatchWindow" }.suffix(5) == [
        "Activate", "Deactivate", "SetStatusBarOrientation", "SetWindow", "CloseWindow",
      ])
    #expect(daemon.wait(for: "CloseWindow") == [["token": "token-1", "window": "main"]])
  }

  @Test func aForeignLoopWatchesOneDescriptor() throws {
    let daemon = try FakeDaemon()
    defer { daemon.stop() }
    let application = try Application(id: "a", socket: daemon.path)
    let window = Window(application: application)
    while window.interfaceOrientation == nil {
      var request = pollfd(fd: application.descriptor, events: Int16(POLLIN), revents: 0)
      #expect(poll(&request, 1, 20_000) == 1)
      application.dispatch()
    }
  }
}
