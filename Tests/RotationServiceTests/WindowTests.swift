import Orientation
import PlumbInterface
import Testing

@testable import RotationService

/// Registered windows: what they are asked, told and refused.
@Suite struct WindowTests {
  @Test func aClientsDeathTakesItsWindowsAndItsWatchersAlong() throws {
    let harness = try Harness()
    harness.service.deviceTurned(.portrait)
    let client = harness.connect()
    let token = try client.register(supported: #"["landscapeLeft"]"#)
    #expect(harness.service.state.interface == .landscapeLeft)
    let watcher = harness.connect()
    watcher.send("WatchWindow", #"{"token":"\#(token)"}"#, more: true)
    #expect(watcher.take().first?.event?["interface"] == "landscapeLeft")
    client.close()
    #expect(watcher.take().last?["error"] == "org.plumbd.Rotation.NoSuchApplication")
    #expect(harness.service.state.interface == .portrait)
    #expect(harness.service.state.reason == .foreground)
    #expect(try harness.connect().refusal("Activate", #"{"token":"\#(token)","window":"w"}"#) == "NoSuchApplication")
  }

  @Test func tokensWorkForTheirUserAlone() throws {
    let harness = try Harness()
    let token = try harness.connect(uid: 1000).register()
    let window = #"{"token":"\#(token)","window":"w"}"#
    #expect(try harness.connect(uid: 1000).ask("Activate", window)["interface"] == "portrait")
    #expect(try harness.connect(uid: 1001).refusal("Activate", window) == "NoSuchApplication")
  }

  @Test func whoIsNotAtTheMachineIsNeverInFront() throws {
    let harness = try Harness()
    harness.roles[2000] = .other
    let client = harness.connect(uid: 2000)
    let token = try client.register(supported: #"["landscapeLeft"]"#, front: false)
    for (member, parameters) in [
      ("Activate", #"{"token":"\#(token)","window":"w"}"#), ("Lock", "{}"), ("Unlock", "{}"), ("SetForeground", "{}"),
      ("Rotate", #"{"orientation":"portrait"}"#), ("Reload", "{}"),
    ] {
      #expect(try client.refusal(member, parameters) == "PermissionDenied", "\(member)")
    }
    #expect(harness.service.state.interface == .portrait)
  }

  @Test func aRefusalByTheDevicesTurningGoesToTheWatcher() throws {
    let harness = try Harness()
    let client = harness.connect()
    let reply = try client.ask("Register", #"{"application":{"id":"a","delegateMask":["landscape"]}}"#)
    let token = try #require(reply["token"]?.text)
    client.send("SetWindow", #"{"token":"\#(token)","window":"w","root":{"id":"root","supportedRaw":2}}"#)
    client.send("Activate", #"{"token":"\#(token)","window":"w"}"#)
    let watcher = harness.connect()
    watcher.send("WatchWindow", #"{"token":"\#(token)"}"#, more: true)
    _ = watcher.take()
    harness.service.deviceTurned(.landscapeLeft)
    let events = watcher.take().compactMap(\.event)
    #expect(events.map { $0["kind"] } == ["refusal"])
    #expect(events.first?["error"] == "org.plumbd.Rotation.NoCommonOrientation")
  }

  private let dynamicRoot = #"{"id":"root","dynamic":true,"supported":["portrait"]}"#

  @Test func aDynamicControllerIsAskedAtTheMomentOfARotation() throws {
    let harness = try Harness()
    harness.service.deviceTurned(.portrait)
    let client = harness.connect()
    let token = try client.register(root: dynamicRoot)
    let watcher = harness.connect()
    watcher.send("WatchWindow", #"{"token":"\#(token)"}"#, more: true)
    _ = watcher.take()
    harness.service.deviceTurned(.landscapeLeft)
    let query = try #require(watcher.take().compactMap(\.event).last)
    #expect(query["kind"] == "query" && query["controller"] == "root")
    #expect(harness.service.state.device == .portrait, "nothing is published while the question is open")
    let number = try #require(query["query"]?.number)
    _ = try client.ask("Answer", #"{"token":"\#(token)","query":\#(number),"supported":["all"]}"#)
    #expect(harness.service.state.interface == .landscapeRight)
    #expect(try client.refusal("Answer", #"{"token":"\#(token)","query":\#(number)}"#) == "NothingPending")
  }

  @Test func withoutAnAnswerInTimeTheDeclaredValuesCount() throws {
    let harness = try Harness()
    harness.service.deviceTurned(.portrait)
    let client = harness.connect()
    let token = try client.register(root: dynamicRoot)
    let watcher = harness.connect()
    watcher.send("WatchWindow", #"{"token":"\#(token)"}"#, more: true)
    harness.service.deviceTurned(.landscapeLeft)
    harness.passTime()
    #expect(harness.service.state.device == .landscapeLeft)
    #expect(harness.service.state.interface == .portrait)
  }

  @Test func aNewerTurnReplacesAPendingQuery() throws {
    let harness = try Harness()
    harness.service.deviceTurned(.portrait)
    let client = harness.connect()
    let token = try client.register(root: dynamicRoot)
    let watcher = harness.connect()
    watcher.send("WatchWindow", #"{"token":"\#(token)"}"#, more: true)
    harness.service.deviceTurned(.landscapeLeft)
    harness.service.deviceTurned(.landscapeRight)
    let queries = watcher.take().compactMap(\.event).filter { $0["kind"] == "query" }.compactMap { $0["query"]?.number }
    #expect(queries.count == 2)
    #expect(try client.refusal("Answer", #"{"token":"\#(token)","query":\#(queries[0])}"#) == "NothingPending")
    _ = try client.ask("Answer", #"{"token":"\#(token)","query":\#(queries[1]),"supported":["all"]}"#)
    #expect(harness.service.state.interface == .landscapeLeft)
  }

  @Test func withoutAWatcherNobodyIsWaitedFor() throws {
    let harness = try Harness()
    let client = harness.connect()
    try client.register(root: dynamicRoot)
    harness.service.deviceTurned(.landscapeLeft)
    #expect(harness.service.state.device == .landscapeLeft)
  }

  @Test func anAgentAloneDecidesWhileItLives() throws {
    let harness = try Harness()
    harness.service.deviceTurned(.portrait)
    let left = harness.connect(pid: 11)
    let right = harness.connect(pid: 12)
    try left.register("left", supported: #"["landscapeLeft"]"#)
    try right.register("right", supported: #"["landscapeRight"]"#)
    let agent = harness.connect()
    _ = try agent.ask("SetForeground", #"{"application":"left"}"#)
    #expect(harness.service.state.interface == .landscapeLeft)
    _ = try agent.ask("SetForeground", #"{"pid":12}"#)
    #expect(harness.service.state.interface == .landscapeRight)
    _ = try agent.ask("SetForeground")
    #expect(harness.service.state.foreground == nil && harness.service.state.interface == .portrait)
    #expect(try agent.refusal("SetForeground", #"{"application":"nobody"}"#) == "NoSuchApplication")
    left.send("Activate", #"{"token":"token1","window":"w"}"#)
    #expect(harness.service.state.foreground == nil, "an activation is only remembered")
    agent.close()
    #expect(harness.service.state.foreground?.application == "left")
  }

  /// Processes by number: the parent's, and the user.
  private static let family: [Int32: ProcessFacts] = [
    1: .init(parent: 0, uid: 0), 10: .init(parent: 1, uid: 1000), 11: .init(parent: 10, uid: 1000),
    12: .init(parent: 11, uid: 1000), 13: .init(parent: 12, uid: 1000), 14: .init(parent: 12, uid: 1000),
    20: .init(parent: 10, uid: 1000), 30: .init(parent: 11, uid: 1001), 31: .init(parent: 30, uid: 1000),
    40: .init(parent: 40, uid: 1000),
  ]

  @Test(
    arguments: [
      (pid: 11, "game"), (13, "game"), (12, "game"), (14, "helper"), (20, nil), (10, nil), (1, nil), (30, nil),
      (31, nil),
      (40, nil), (99, nil), (0, nil), (-1, nil), (1 << 40, nil),
    ] as [(pid: Int, id: String?)])
  func aProcessBelongsToItselfElseToItsNearestAncestor(pid: Int, id: String?) throws {
    let harness = try Harness()
    harness.processes = Self.family
    let (game, helper) = (harness.connect(pid: 11), harness.connect(pid: 14))
    try game.register("game", front: false)
    try helper.register("helper", front: false)
    let agent = harness.connect()
    guard let id else {
      return #expect(try agent.refusal("SetForeground", #"{"pid":\#(pid)}"#) == "NoSuchApplication")
    }
    _ = try agent.ask("SetForeground", #"{"pid":\#(pid)}"#)
    #expect(harness.service.state.foreground?.application == id)
  }

  @Test func anAncestorOfAnotherUserIsNoFamily() throws {
    let harness = try Harness()
    harness.processes = [5: .init(parent: 4, uid: 1000), 4: .init(parent: 1, uid: 1000)]
    // What the number belongs to now is not what has registered.
    let client = harness.connect(uid: 1001, pid: 4)
    try client.register("strange", front: false)
    #expect(try harness.connect().refusal("SetForeground", #"{"pid":5}"#) == "NoSuchApplication")
  }

  @Test func anAgentMayChooseAnApplicationBeforeItHasAWindow() throws {
    let harness = try Harness()
    let client = harness.connect()
    let reply = try client.ask("Register", #"{"application":{"id":"late"}}"#)
    let token = try #require(reply["token"]?.text)
    _ = try harness.connect().ask("SetForeground", #"{"application":"late"}"#)
    #expect(harness.service.state.foreground == nil)
    let root = #"{"id":"root","supported":["landscapeLeft"]}"#
    _ = try client.ask("SetWindow", #"{"token":"\#(token)","window":"w","root":\#(root)}"#)
    #expect(harness.service.state.foreground?.application == "late")
    #expect(harness.service.state.interface == .landscapeLeft)
  }

  @Test func theLimitOfWindowsIsTheClients() throws {
    let client = try Harness(options: .init(windowsPerClient: 2)).connect()
    let first = try client.register("a", front: false)
    let second = try client.register("b", front: false)
    for token in [first, second] {
      #expect(try client.refusal("SetWindow", #"{"token":"\#(token)","window":"more"}"#) == "LimitExceeded")
    }
    _ = try client.ask("CloseWindow", #"{"token":"\#(first)","window":"w"}"#)
    _ = try client.ask("SetWindow", #"{"token":"\#(second)","window":"more"}"#)
  }

  @Test func aUserHasNoMoreByMoreConnections() throws {
    let harness = try Harness(options: .init(windowsPerClient: 2, windowsPerUser: 3))
    let clients = (0..<3).map { _ in harness.connect() }
    let tokens = try clients.map { try $0.register(front: false) }
    #expect(try harness.connect().refusal("Register", #"{"application":{"id":"a"}}"#) == "LimitExceeded")
    #expect(try clients[0].refusal("SetWindow", #"{"token":"\#(tokens[0])","window":"x"}"#) == "LimitExceeded")
    // What there is may change, another user has room, and so has root.
    _ = try clients[0].ask("SetWindow", #"{"token":"\#(tokens[0])","window":"w"}"#)
    _ = try harness.connect(uid: 1001).register(front: false)
    for _ in 0..<5 { _ = try harness.connect(uid: 0).register(front: false) }
    clients[1].close()
    _ = try clients[0].ask("SetWindow", #"{"token":"\#(tokens[0])","window":"x"}"#)
  }

  @Test func limitsAreNamed() throws {
    let harness = try Harness(options: .init(windowsPerClient: 1, treeDepth: 2))
    let client = harness.connect()
    let token = try client.register()
    #expect(try client.refusal("Register", #"{"application":{"id":"b"}}"#) == "LimitExceeded")
    #expect(try client.refusal("SetWindow", #"{"token":"\#(token)","window":"x"}"#) == "LimitExceeded")
    let deep = #"{"id":"a","presented":{"id":"b","presented":{"id":"c"}}}"#
    #expect(try client.refusal("SetWindow", #"{"token":"\#(token)","window":"w","root":\#(deep)}"#) == "InvalidTree")
  }

  @Test(arguments: [
    (#"{"id":""}"#, "InvalidParameter"), (#"{"id":"a","supported":["upwards"]}"#, "InvalidParameter"),
    (#"{"id":"a","supported":["portrait"],"supportedRaw":2}"#, "InvalidParameter"),
    (#"{"id":"a","supported":["portrait"],"infoPlist":{}}"#, "InvalidParameter"),
    (#"{"id":"a","infoPlist":{"UISupportedInterfaceOrientations":7}}"#, "InvalidParameter"),
  ])
  func aDeclarationThatCannotBeMeantIsRefused(application: String, error: String) throws {
    let client = try Harness().connect()
    #expect(try client.refusal("Register", #"{"application":\#(application)}"#) == error)
  }

  @Test(arguments: [
    (#"{"id":"a","supported":["w3c:landscape"]}"#, ["landscapeRight", "landscapeLeft"]),
    (#"{"id":"a","supported":["android:sensorPortrait"]}"#, ["portrait", "portraitUpsideDown"]),
    (#"{"id":"a","supportedRaw":7}"#, ["portrait", "portraitUpsideDown"]),
    (
      #"{"id":"a","infoPlist":{"UISupportedInterfaceOrientations":["UIInterfaceOrientationLandscapeLeft"]}}"#,
      ["landscapeLeft"]
    ),
    (#"{"id":"a","idiom":"phone"}"#, ["portrait", "landscapeRight", "landscapeLeft"]),
  ])
  func masksComeFromManySources(application: String, mask: [String]) throws {
    let client = try Harness().connect()
    _ = try client.ask("Register", #"{"application":\#(application)}"#)
    let reply = try client.ask("ListApplications")
    #expect(reply["applications"]?[0]?["mask"] == .array(mask.map { .string($0) }))
  }
}
