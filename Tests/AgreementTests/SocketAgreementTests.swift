import JSON
import Orientation
import PlumbInterface
import Testing
import Varlink

@testable import Autorotation
@testable import RotationService
@testable import Scenarios

/// A scenario said on the socket, message by message.
private final class SocketPlayer {
  private let memory: MemoryService
  private let token: String
  private let beginsWithLaunch: Bool
  private var root: Controller?
  private var isFirst = true

  private var window: WindowState? { memory.service.applications[token]?.windows["main"]?.state }

  /// Brings a window to where the scenario starts.
  init(_ scenario: Scenario) throws {
    var start = scenario.window
    start.replaceRoot(start.root?.outright)
    if start.deviceMask != .all { throw Inexpressible("a device mask is the panel's, not the application's") }
    if scenario.launchesAgain { throw Inexpressible("an application is launched once") }
    memory = try MemoryService()
    beginsWithLaunch = scenario.beginsWithLaunch
    root = start.root
    let parameters = Rotation.RegisterParameters(application: ApplicationDescription(start.application))
    token = try memory.call("Register", parameters).get().decode(Rotation.RegisterReply.self).token
    if beginsWithLaunch {
      memory.service.deviceTurned(start.device)
      try lock(start)
      return
    }
    _ = try set(root?.frozen(at: start.interface), windowed: start.windowed)
    _ = try call("Activate")
    memory.service.deviceTurned(start.device)
    try lock(start)
    _ = try set(root)
    if window != start { throw Inexpressible("no application gets a window into the state that it starts in") }
  }

  private func lock(_ start: WindowState) throws {
    if let lock = start.lock { _ = try memory.call("Lock", Rotation.LockParameters(orientation: lock)).get() }
  }

  private func set(_ root: Controller?, windowed: Bool? = nil) throws -> Result<Reply, VarlinkError> {
    try memory.call(
      "SetWindow",
      Rotation.SetWindowParameters(
        token: token, window: "main", root: root.map(ControllerDescription.init), windowed: windowed))
  }

  private func call(_ member: String) throws -> Result<Reply, VarlinkError> {
    try memory.call(member, Rotation.WindowParameters(token: token, window: "main"))
  }

  /// Says what happens in a step; `after` is the window as the file's mechanism has it then.
  func play(_ step: ScenarioStep, after: WindowState) throws -> Outcome {
    var after = after
    after.replaceRoot(after.root?.outright)
    let result = try act(step, after)
    let parameters = Rotation.MaybeWindowParameters(token: token, window: "main")
    let report = try memory.call("Explain", parameters).get().decode(Rotation.ExplainReply.self).decision
    let outcome = Outcome(report)
    // The reply of the call that caused a refusal is that refusal.
    if case .failure(let error)? = result { #expect(error.name == report.refusal) }
    if case .success? = result { #expect(outcome.error == nil) }
    root = after.root
    if isFirst, beginsWithLaunch { try bringToFront(after) }
    isFirst = false
    #expect(window == after)
    return outcome
  }

  /// What is launched is not in front yet, and coming there asks; not a controller that answers NO.
  private func bringToFront(_ after: WindowState) throws {
    _ = try set(root?.frozen(at: after.interface))
    _ = try call("Activate")
    _ = try set(root)
    if window != after { throw Inexpressible("coming to the front after the launch is an event of its own") }
  }

  /// The reply, nil where what happens is no call of the application's.
  private func act(_ step: ScenarioStep, _ after: WindowState) throws -> Result<Reply, VarlinkError>? {
    let mask = { (mask: InterfaceOrientationMask, window: String?) in
      Rotation.MaskParameters(token: self.token, window: window, supportedRaw: mask.rawValue)
    }
    switch step.action {
    case .launch, .update: return try set(after.root)
    case .lockHere: _ = try memory.call("Lock", Rotation.LockParameters()).get()
    case .event(let event):
      switch event {
      case .turned(let device): memory.service.deviceTurned(device)
      case .attemptRotation: return try memory.call("AttemptRotation", Rotation.TokenParameters(token: token))
      case .launch, .tree, .setRoot, .present, .dismiss, .push, .pop, .select: return try set(after.root)
      case .applicationMask(let value): return try memory.call("SetApplicationMask", mask(value, nil))
      case .setNeedsUpdate: return try call("SetNeedsUpdate")
      case .requestGeometry(let value): return try memory.call("RequestGeometry", mask(value, "main"))
      case .setStatusBar(let orientation):
        return try memory.call(
          "SetStatusBarOrientation",
          Rotation.StatusBarParameters(token: token, window: "main", orientation: orientation))
      case .windowed(let windowed): return try set(after.root, windowed: windowed)
      case .lock(let orientation):
        _ = try memory.call("Lock", Rotation.LockParameters(orientation: orientation)).get()
      case .unlock: _ = try memory.call("Unlock", Rotation.Nothing()).get()
      case .cameToFront, .rotateOnce: throw Inexpressible("no file says this")
      }
    }
    return nil
  }
}

/// What a file decides offline, the service decides when the same is said on the socket.
@Suite struct SocketAgreementTests {
  @Test func theSocketDecidesAsTheFilesDo() throws {
    var exceptions: [String: [String]] = [:]
    var steps = 0
    for scenario in try Scenario.all() {
      do {
        let player = try SocketPlayer(scenario)
        let expected = try scenario.run()
        var window = scenario.window
        for (step, result) in zip(scenario.steps, expected) {
          _ = try step.play(on: &window)
          #expect(try player.play(step, after: window) == Outcome(result), "\(scenario.name), step \(result.step)")
          steps += 1
        }
      } catch let error as Inexpressible {
        exceptions[error.reason, default: []].append(scenario.name)
      }
    }
    // What cannot be said on the socket is named here, so that nothing is left out unseen.
    #expect(
      exceptions == [
        "a device mask is the panel's, not the application's": ["C05", "C49"],
        "an application is launched once": [
          "3.2 no root, nothing allowed: kept without an error", "8.1 an empty stack: NO, 0, unknown",
        ],
      ])
    #expect(steps > 250)
  }
}
