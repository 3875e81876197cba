import JSON
import Orientation
import PlumbInterface
import Testing
import Varlink

@testable import RotationService

/// What ends while something still waits for it: queries, windows, applications, rights.
@Suite struct EndingTests {
  private let dynamicRoot = #"{"id":"root","dynamic":true}"#

  /// An application with a watched window whose dynamic controller has been asked by `member`, and not answered.
  private func pending(
    _ harness: Harness, asking member: String, _ extra: String = ""
  ) throws -> (client: TestClient, token: String) {
    let client = harness.connect()
    let token = try client.register(root: dynamicRoot, front: false)
    let watcher = harness.connect()
    watcher.send("WatchWindow", #"{"token":"\#(token)"}"#, more: true)
    _ = try client.ask("SetApplicationMask", #"{"token":"\#(token)","supported":["landscapeLeft"]}"#)
    client.send(member, #"{"token":"\#(token)","window":"w"\#(extra)}"#)
    #expect(watcher.take().contains { $0.event?["kind"] == "query" })
    return (client, token)
  }

  @Test(arguments: [
    ("SetNeedsUpdate", ""), ("RequestGeometry", #","supported":["landscape"]"#), ("Activate", ""),
    ("SetWindow", #","root":{"id":"other","dynamic":true}"#),
    ("SetStatusBarOrientation", #","orientation":"landscapeLeft""#),
  ])
  func anApplicationMayEndWhileItIsAsked(member: String, extra: String) throws {
    let harness = try Harness()
    let (client, _) = try pending(harness, asking: member, extra)
    client.close()
    harness.passTime()
    #expect(harness.service.state.foreground == nil)
    #expect(harness.service.state.interface == .portrait)
  }

  @Test func aCallAboutAWindowThatIsClosedMeanwhileIsAnswered() throws {
    let harness = try Harness()
    let (client, token) = try pending(harness, asking: "SetNeedsUpdate")
    _ = try harness.connect().ask("CloseWindow", #"{"token":"\#(token)","window":"w"}"#)
    #expect(client.take().map { $0["error"] } == ["org.plumbd.Rotation.NoSuchWindow"])
    harness.passTime()
  }

  @Test func aClosedWindowsDecisionDoesNotReachItsNamesake() throws {
    let harness = try Harness()
    let (_, token) = try pending(harness, asking: "SetNeedsUpdate")
    let other = harness.connect()
    _ = try other.ask("CloseWindow", #"{"token":"\#(token)","window":"w"}"#)
    let watcher = harness.connect()
    watcher.send("WatchWindow", #"{"token":"\#(token)"}"#, more: true)
    _ = try other.ask(
      "SetWindow", #"{"token":"\#(token)","window":"w","root":{"id":"root","supported":["landscapeLeft"]}}"#)
    _ = watcher.take()
    harness.passTime()
    #expect(watcher.take().isEmpty)
  }

  @Test func aTurnThatWaitsForAWindowGoneToTheBackIsDropped() throws {
    let harness = try Harness()
    harness.service.deviceTurned(.portrait)
    let client = harness.connect()
    let token = try client.register(root: dynamicRoot)
    let watcher = harness.connect()
    watcher.send("WatchWindow", #"{"token":"\#(token)"}"#, more: true)
    harness.service.deviceTurned(.landscapeLeft)
    _ = try harness.connect().ask("Deactivate", #"{"token":"\#(token)","window":"w"}"#)
    _ = watcher.take()
    harness.passTime()
    #expect(watcher.take().isEmpty)
    #expect(harness.service.state.interface == .landscapeRight, "nobody in front: the device is followed")
  }

  @Test func whoLosesTheMachineLosesTheFront() throws {
    let harness = try Harness()
    harness.service.deviceTurned(.portrait)
    let client = harness.connect(uid: 1000)
    try client.register(supported: #"["landscapeLeft"]"#)
    #expect(harness.service.state.interface == .landscapeLeft)
    harness.roles[1000] = .other
    harness.service.rolesChanged()
    #expect(harness.service.state.foreground == nil && harness.service.state.interface == .portrait)
  }

  @Test func anAgentWhoLosesTheMachineDecidesNoMore() throws {
    let harness = try Harness()
    _ = try harness.connect(uid: 1000).ask("SetForeground")
    let other = harness.connect(uid: 1001)
    try other.register("app")
    #expect(harness.service.state.foreground == nil)
    harness.roles[1000] = .other
    harness.service.rolesChanged()
    #expect(harness.service.state.foreground?.application == "app")
  }

  @Test func whoIsBackAtTheMachineFindsItAsItWas() throws {
    let harness = try Harness()
    harness.service.deviceTurned(.portrait)
    harness.roles[2000] = .other
    let token = try harness.connect(uid: 1000).register("game", supported: #"["landscapeLeft"]"#)
    let watcher = harness.connect(uid: 1000)
    watcher.send("WatchWindow", #"{"token":"\#(token)"}"#, more: true)
    _ = watcher.take()
    harness.roles = [1000: .other, 2000: .active]
    harness.service.rolesChanged()
    #expect(harness.service.state.foreground == nil && harness.service.state.interface == .portrait)
    #expect(watcher.take().compactMap(\.event).map { $0["kind"] } == ["background"])
    let guest = harness.connect(uid: 2000)
    try guest.register("guest", supported: #"["portraitUpsideDown"]"#)
    let agent = harness.connect(uid: 2000)
    _ = try agent.ask("SetForeground", #"{"application":"guest"}"#)
    #expect(harness.service.state.foreground?.application == "guest")
    harness.roles = [1000: .active, 2000: .other]
    harness.service.rolesChanged()
    #expect(harness.service.state.foreground?.application == "game")
    #expect(harness.service.state.interface == .landscapeLeft)
    #expect(watcher.take().compactMap(\.event).map { $0["kind"] }.first == "foreground")
    harness.roles = [1000: .other, 2000: .active]
    harness.service.rolesChanged()
    #expect(harness.service.state.foreground?.application == "guest")
  }

  @Test func ofTwoAgentsTheOneThatLivesDecides() throws {
    let harness = try Harness()
    let first = harness.connect()
    let second = harness.connect()
    try harness.connect().register("app")
    _ = try first.ask("SetForeground")
    _ = try second.ask("SetForeground", #"{"application":"app"}"#)
    #expect(harness.service.state.foreground?.application == "app")
    second.close()
    #expect(harness.service.state.foreground == nil, "the first one still says nobody")
    first.close()
    #expect(harness.service.state.foreground?.application == "app")
  }

  @Test func aNameThatIsTakenByAStrangerStaysTheOwners() throws {
    let harness = try Harness()
    harness.roles[2000] = .other
    try harness.connect(uid: 1000).register("app", supported: #"["landscapeLeft"]"#, front: false)
    for _ in 0..<8 {
      try harness.connect(uid: 2000).register("app", supported: #"["portraitUpsideDown"]"#, front: false)
    }
    let agent = harness.connect()
    _ = try agent.ask("SetForeground", #"{"application":"app"}"#)
    #expect(harness.service.state.interface == .landscapeLeft)
    try harness.connect(uid: 2000).register("strange", front: false)
    #expect(try agent.refusal("SetForeground", #"{"application":"strange"}"#) == "NoSuchApplication")
  }

  @Test func limitsThatChangeAreNoTurnOfTheDevice() throws {
    let harness = try Harness()
    harness.service.deviceTurned(.portrait)
    _ = try harness.connect().ask("Rotate", #"{"orientation":"landscapeLeft"}"#)
    harness.service.apply(.init(windowsPerClient: 100))
    #expect(harness.service.state.interface == .landscapeLeft)
  }

  @Test func namesAreShort() throws {
    let long = String(repeating: "n", count: 256)
    let client = try Harness().connect()
    #expect(try client.refusal("Register", #"{"application":{"id":"a","name":"\#(long)"}}"#) == "InvalidParameter")
    #expect(try client.refusal("Register", #"{"application":{"id":"\#(long)"}}"#) == "InvalidParameter")
    let many = repeatElement(#""x""#, count: 65).joined(separator: ",")
    let plist = #"{"UISupportedInterfaceOrientations":[\#(many)]}"#
    #expect(
      try client.refusal("Register", #"{"application":{"id":"a","infoPlist":\#(plist)}}"#) == "InvalidParameter")
  }

  @Test func whatSettlesIsSaidTo() throws {
    let harness = try Harness()
    harness.service.deviceTurned(.landscapeLeft)
    let client = harness.connect()
    let token = try client.register(supported: #"["portrait"]"#)
    #expect(harness.service.state.interface == .portrait)
    let tree = #"{"id":"root","supported":["portrait"],"presented":{"id":"v","supported":["all"]}}"#
    let reply = try client.ask("SetWindow", #"{"token":"\#(token)","window":"w","root":\#(tree)}"#)
    #expect(reply["interface"] == "landscapeRight")
    #expect(harness.service.state.reason == .settled)
  }
}
