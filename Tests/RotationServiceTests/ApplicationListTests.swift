import JSON
import Orientation
import PlumbInterface
import Testing
import Varlink

@testable import RotationService

/// The list of applications is kept encoded, and is never an old one.
@Suite struct ApplicationListTests {
  /// Whatever changes what some reader sees of the list.
  enum Occasion: String, CaseIterable {
    case registered, registeredTwice, registeredByAnother, gone, goneInFront
    case windowMade, windowClosed, otherWindowClosed
    case treeChanged, presented, treeOfAWindowBehindChanged, maskChanged
    case activated, deactivated, namedByAnAgent, agentGone
    case turned, turnedByRotate, locked, unlocked, geometryRequested, statusBarSet, attempted
    case answered, notAnswered
    case roleLost, roleWon, panelMounted
  }

  /// Two users, the second of whom sees his own alone, and three applications, the second in front.
  private final class World {
    let harness: Harness
    let reader: TestClient
    let otherReader: TestClient
    let behind: TestClient
    let front: TestClient
    let other: TestClient
    let tokens: (behind: String, front: String, other: String)

    init() throws {
      harness = try Harness()
      harness.roles[2000] = .other
      reader = harness.connect(pid: 90)
      otherReader = harness.connect(uid: 2000, pid: 91)
      behind = harness.connect(pid: 10)
      front = harness.connect(pid: 11)
      other = harness.connect(uid: 2000, pid: 12)
      tokens = (
        try behind.register("b", supported: #"["portrait","landscapeLeft"]"#),
        try front.register("f", supported: #"["all"]"#), try other.register("o", supported: #"["all"]"#, front: false)
      )
      harness.service.deviceTurned(.portrait)
    }

    var lists: [JSONValue] {
      get throws { [try reader.ask("ListApplications"), try otherReader.ask("ListApplications")] }
    }

    /// The lists as they are when they are made from nothing.
    var freshLists: [JSONValue] {
      get throws {
        try [reader, otherReader].map { reader in
          let visible = harness.service.applications.values.filter {
            reader.session.role.isAtTheMachine || $0.owner.uid == reader.session.peer.uid
          }
          let statuses = visible.sorted { ($0.id, $0.owner.pid, $0.order) < ($1.id, $1.owner.pid, $1.order) }
            .map { $0.report(isFront: harness.service.isFront) }
          return try JSONValue(
            parsing: EncodedParameters(Rotation.ListApplicationsReply(applications: statuses)).bytes)
        }
      }
    }

    func prepare(_ occasion: Occasion) throws {
      let service = harness.service
      switch occasion {
      case .unlocked: _ = try reader.ask("Lock", #"{"orientation":"landscapeLeft"}"#)
      case .agentGone: _ = try reader.ask("SetForeground", #"{"application":"b"}"#)
      case .statusBarSet: set(tokens.behind, #"{"id":"root","shouldAutorotate":false}"#, behind)
      case .attempted:
        set(tokens.front, #"{"id":"root","supported":["portrait"]}"#, front)
        service.deviceTurned(.landscapeLeft)
        set(tokens.front, #"{"id":"root","supported":["all"]}"#, front)
      case .answered, .notAnswered:
        set(tokens.front, #"{"id":"root","supported":["all"],"dynamic":true}"#, front)
        let watcher = harness.connect()
        watcher.send("WatchWindow", #"{"token":"\#(tokens.front)"}"#, more: true)
        service.deviceTurned(.landscapeLeft)
      case .roleWon:
        harness.roles[1000] = .other
        service.rolesChanged()
      default: break
      }
    }

    func bring(about occasion: Occasion) throws {
      let service = harness.service
      switch occasion {
      case .registered: _ = try reader.ask("Register", #"{"application":{"id":"c"}}"#)
      case .registeredTwice: _ = try front.ask("Register", #"{"application":{"id":"f","name":"again"}}"#)
      case .registeredByAnother: _ = try other.ask("Register", #"{"application":{"id":"a"}}"#)
      case .gone: behind.close()
      case .goneInFront: front.close()
      case .windowMade: _ = try front.ask("SetWindow", #"{"token":"\#(tokens.front)","window":"second"}"#)
      case .windowClosed: _ = try front.ask("CloseWindow", #"{"token":"\#(tokens.front)","window":"w"}"#)
      case .otherWindowClosed: _ = try other.ask("CloseWindow", #"{"token":"\#(tokens.other)","window":"w"}"#)
      case .treeChanged: set(tokens.front, #"{"id":"other","supported":["all"]}"#, front)
      case .presented:
        let film = #"{"id":"film","supported":["landscape"]}"#
        set(tokens.front, #"{"id":"root","supported":["all"],"presented":\#(film)}"#, front)
      case .treeOfAWindowBehindChanged: set(tokens.behind, #"{"id":"root","supported":["portrait"]}"#, behind)
      case .maskChanged:
        _ = try behind.ask("SetApplicationMask", #"{"token":"\#(tokens.behind)","supported":["portrait"]}"#)
      case .activated: _ = try behind.ask("Activate", #"{"token":"\#(tokens.behind)","window":"w"}"#)
      case .deactivated: _ = try front.ask("Deactivate", #"{"token":"\#(tokens.front)","window":"w"}"#)
      case .namedByAnAgent: _ = try reader.ask("SetForeground", #"{"application":"b"}"#)
      case .agentGone: reader.session.close()
      case .turned: service.deviceTurned(.landscapeLeft)
      case .turnedByRotate: _ = try reader.ask("Rotate", #"{"orientation":"landscapeLeft"}"#)
      case .locked: _ = try reader.ask("Lock", #"{"orientation":"landscapeLeft"}"#)
      case .unlocked: _ = try reader.ask("Unlock")
      case .geometryRequested:
        _ = try behind.ask(
          "RequestGeometry", #"{"token":"\#(tokens.behind)","window":"w","supported":["landscapeLeft"]}"#)
      case .statusBarSet:
        _ = try behind.ask(
          "SetStatusBarOrientation", #"{"token":"\#(tokens.behind)","window":"w","orientation":"landscapeLeft"}"#)
      case .attempted: _ = try front.ask("AttemptRotation", #"{"token":"\#(tokens.front)"}"#)
      case .answered:
        let query = try #require(service.front?.query?.number)
        _ = try front.ask("Answer", #"{"token":"\#(tokens.front)","query":\#(query)}"#)
      case .notAnswered: harness.passTime()
      case .roleLost:
        harness.roles[1000] = .other
        service.rolesChanged()
      case .roleWon:
        harness.roles[1000] = .active
        service.rolesChanged()
      case .panelMounted: service.apply(.init(panel: Panel(natural: .landscape)))
      }
    }

    private func set(_ token: String, _ root: String, _ client: TestClient) {
      client.send("SetWindow", #"{"token":"\#(token)","window":"w","root":\#(root)}"#)
      _ = client.take()
    }
  }

  @Test(arguments: Occasion.allCases) func theListIsNeverAnOldOne(occasion: Occasion) throws {
    let world = try World()
    try world.prepare(occasion)
    let before = try world.lists
    #expect(try before == world.freshLists)
    #expect(try world.lists == before, "asked again it is the same")
    try world.bring(about: occasion)
    let after = try world.lists
    #expect(after != before, "the occasion is to change something")
    #expect(try after == world.freshLists)
  }

  @Test func whatIsNotShownChangesNoByte() throws {
    let world = try World()
    let list = { world.reader.session.visibleApplications }
    let before = list()
    world.harness.service.deviceTurned(.faceUp)
    _ = try world.reader.ask("Rotate", #"{"orientation":"portrait"}"#)
    world.harness.service.sensorChanged(SensorStatus(available: true), reason: .sensorAppeared)
    #expect(list() == before)
  }

  @Test func theOrderIsThatOfIdsProcessesAndAge() throws {
    let harness = try Harness()
    for (id, pid) in [("b", 2), ("a", 9), ("c", 1), ("b", 10), ("b", 1), ("a", 1)] as [(String, Int32)] {
      _ = try harness.connect(pid: pid).ask("Register", #"{"application":{"id":"\#(id)"}}"#)
    }
    let twice = harness.connect(pid: 2)
    for name in ["first", "second"] {
      _ = try twice.ask("Register", #"{"application":{"id":"b","name":"\#(name)"}}"#)
    }
    let list = try harness.connect().ask("ListApplications").decode(Rotation.ListApplicationsReply.self).applications
    #expect(
      list.map { "\($0.id) \($0.pid) \($0.name)" }
        == ["a 1 a", "a 9 a", "b 1 b", "b 2 b", "b 2 first", "b 2 second", "b 10 b", "c 1 c"])
  }

  @Test func anEmptyListIsAList() throws {
    let harness = try Harness()
    #expect(try harness.connect().ask("ListApplications") == ["applications": []])
    #expect(
      harness.connect().session.visibleApplications
        == EncodedParameters(always: Rotation.ListApplicationsReply(applications: [])))
  }
}
