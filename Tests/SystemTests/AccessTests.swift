import Glibc
import JSON
import TestSupport
import Testing

/// Who may do what, as several real users of a machine without logind.
@Suite(
  .enabled(if: geteuid() == 0, "only root can be several users"),
  .enabled(if: access("/run/systemd/seats/seat0", F_OK) != 0, "where logind runs no group is asked"))
struct AccessTests {
  /// A user that every Debian has, in a group of its own.
  nonisolated struct User: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let uid: uid_t
  }

  nonisolated static let root = User(testDescription: "root", uid: 0)
  /// Of the group that counts as active.
  nonisolated static let active = User(testDescription: "an active user", uid: 2)
  nonisolated static let other = User(testDescription: "another user", uid: 3)

  private static func configuration(activeGroup: uid_t = active.uid) -> String { "[access]\ngroup = \(activeGroup)\n" }

  private func daemon(_ configuration: String = configuration()) throws -> TestDaemon {
    let daemon = try TestDaemon(configuration: configuration)
    try #require(chmod(daemon.folder.path, 0o755) == 0)
    return daemon
  }

  private func connect(_ user: User, _ daemon: TestDaemon) throws -> RawClient {
    try RawClient(daemon.socket, as: user.uid == 0 ? nil : (user.uid, user.uid))
  }

  /// One row of the table: a call, and the error's last word for an active and for another user; nil: it is allowed.
  struct Row: Sendable, CustomTestStringConvertible {
    let method: String
    var parameters = "{}"
    var more = false
    let active: String?
    let other: String?

    var testDescription: String { method }

    init(
      _ method: String, _ parameters: String = "{}", more: Bool = false, active: String? = nil, other: String? = nil
    ) {
      self.method = method
      self.parameters = parameters
      self.more = more
      self.active = active
      self.other = other
    }

    func error(for user: User) -> String? {
      switch user.uid {
      case AccessTests.root.uid: active == AccessTests.denied ? nil : active
      case AccessTests.active.uid: active
      default: other
      }
    }
  }

  private static let denied = "PermissionDenied"
  /// What each may do with windows of its own; TOKEN is that of its application.
  private static let window = #"{"token":"TOKEN","window":"w"}"#

  static let rows = [
    Row("org.varlink.service.GetInfo"),
    Row("org.plumbd.Rotation.Monitor"),
    Row("org.plumbd.Rotation.Monitor", more: true),
    Row("org.plumbd.Rotation.Explain", window),
    Row("org.plumbd.Rotation.ListApplications"),
    Row("org.plumbd.Rotation.GetConfiguration"),
    Row("org.plumbd.Rotation.Register", #"{"application":{"id":"another"}}"#),
    Row("org.plumbd.Rotation.SetWindow", #"{"token":"TOKEN","window":"v","root":{"id":"r"}}"#),
    Row("org.plumbd.Rotation.WatchWindow", window, more: true),
    Row(
      "org.plumbd.Rotation.Answer", #"{"token":"TOKEN","query":1}"#, active: "NothingPending", other: "NothingPending"),
    Row("org.plumbd.Rotation.SetApplicationMask", #"{"token":"TOKEN","supported":["all"]}"#),
    Row("org.plumbd.Rotation.AttemptRotation", #"{"token":"TOKEN"}"#),
    Row("org.plumbd.Rotation.SetNeedsUpdate", window),
    Row("org.plumbd.Rotation.RequestGeometry", #"{"token":"TOKEN","window":"w","supported":["all"]}"#),
    Row("org.plumbd.Rotation.SetStatusBarOrientation", #"{"token":"TOKEN","window":"w","orientation":"portrait"}"#),
    Row("org.plumbd.Rotation.Activate", window, other: denied),
    Row("org.plumbd.Rotation.Deactivate", window),
    Row("org.plumbd.Rotation.CloseWindow", window),
    Row("org.plumbd.Rotation.SetForeground", #"{"application":"own"}"#, other: denied),
    Row("org.plumbd.Rotation.SetPanel", #"{"on":true}"#, other: denied),
    Row("org.plumbd.Rotation.Lock", other: denied),
    Row("org.plumbd.Rotation.Unlock", other: denied),
    Row("org.plumbd.Rotation.Rotate", #"{"orientation":"portrait"}"#, other: denied),
    Row("org.plumbd.Rotation.Reload", active: denied, other: denied),
    Row("org.plumbd.Sensor.List"),
    Row("org.plumbd.Sensor.Samples", more: true, other: denied),
    Row("org.plumbd.Mock.SetPose", #"{"device":"portrait"}"#, other: denied),
    Row("org.plumbd.Mock.SetAcceleration", #"{"x":0,"y":-9.8,"z":0}"#, other: denied),
    Row("org.plumbd.Mock.Feed", #"{"samples":[]}"#, other: denied),
    Row("org.plumbd.Mock.SetTabletMode", #"{"on":true}"#, other: denied),
    Row("org.plumbd.Mock.Remove", other: denied),
    Row("org.plumbd.Mock.Add", other: denied),
  ]

  @Test(arguments: [root, active, other]) func theTable(user: User) throws {
    let daemon = try daemon()
    for row in Self.rows {
      let client = try connect(user, daemon)
      let token = try register("own", supported: #""portrait""#, client)
      client.call(row.method, row.parameters.replacing("TOKEN", with: token), more: row.more)
      let error = try #require(try client.next(), "\(row.method)")["error"]?.text
      #expect(
        error?.split(separator: ".").last.map(String.init) == row.error(for: user), "\(row.method): \(error ?? "")")
    }
  }

  @Test func theTableKnowsEveryMethod() throws {
    let daemon = try daemon()
    let client = try daemon.connect()
    for interface in ["org.plumbd.Rotation", "org.plumbd.Sensor", "org.plumbd.Mock"] {
      client.call("org.varlink.service.GetInterfaceDescription", #"{"interface":"\#(interface)"}"#)
      let text = try #require(try client.reply()["description"]?.text)
      for line in text.split(separator: "\n") where line.hasPrefix("method ") {
        let method = interface + "." + line.dropFirst("method ".count).prefix { $0 != "(" }
        #expect(Self.rows.contains { $0.method == method }, "\(method)")
      }
    }
  }

  /// Registers an application with one window.
  @discardableResult
  private func register(_ id: String, supported: String, _ client: RawClient) throws -> String {
    client.call("org.plumbd.Rotation.Register", #"{"application":{"id":"\#(id)"}}"#)
    let token = try #require(try client.reply()["token"]?.text)
    client.call(
      "org.plumbd.Rotation.SetWindow",
      #"{"token":"\#(token)","window":"w","root":{"id":"root","supported":[\#(supported)]}}"#)
    _ = try client.reply()
    return token
  }

  private func activate(_ token: String, _ client: RawClient) throws {
    client.call("org.plumbd.Rotation.Activate", #"{"token":"\#(token)","window":"w"}"#)
    _ = try client.reply()
  }

  private func monitor(_ user: User, _ daemon: TestDaemon) throws -> RawClient {
    let client = try connect(user, daemon)
    client.call("org.plumbd.Rotation.Monitor", more: true)
    return client
  }

  @Test func aUsersTokenIsNobodyElses() throws {
    let daemon = try daemon()
    let owner = try connect(Self.active, daemon)
    let token = try register("own", supported: #""portrait""#, owner)
    for user in [Self.other, Self.root] {
      let thief = try connect(user, daemon)
      thief.call("org.plumbd.Rotation.CloseWindow", #"{"token":"\#(token)","window":"w"}"#)
      #expect(try thief.error() == "org.plumbd.Rotation.NoSuchApplication", "\(user.testDescription)")
    }
    let same = try connect(Self.active, daemon)
    same.call("org.plumbd.Rotation.CloseWindow", #"{"token":"\#(token)","window":"w"}"#)
    _ = try same.reply()
  }

  @Test func whoIsInFrontIsForThoseAtTheMachineToSee() throws {
    let daemon = try daemon()
    let game = try connect(Self.active, daemon)
    try activate(try register("game", supported: #""landscapeLeft""#, game), game)
    let hidden = try connect(Self.other, daemon)
    try register("hidden", supported: #""portrait""#, hidden)
    for (user, foreground, applications) in [
      (Self.root, "game", ["game", "hidden"]), (Self.active, "game", ["game", "hidden"]),
      (Self.other, nil, ["hidden"]),
    ] as [(User, String?, [String])] {
      let client = try connect(user, daemon)
      client.call("org.plumbd.Rotation.Monitor")
      let state = try #require(try client.reply()["state"])
      #expect(state["interface"]?.text == "landscapeLeft")
      #expect(state["foreground"]?["application"]?.text == foreground, "\(user.testDescription)")
      client.call("org.plumbd.Rotation.ListApplications")
      guard case .array(let list) = try client.reply()["applications"] else {
        Issue.record("no list")
        continue
      }
      #expect(list.map { $0["id"]?.text } == applications, "\(user.testDescription)")
      client.call("org.plumbd.Rotation.Explain")
      let error = try client.next()?["error"]?.text
      #expect(error == (foreground == nil ? "org.varlink.service.PermissionDenied" : nil))
      client.call("org.plumbd.Sensor.List")
      guard case .array(let sensors) = try client.reply()["sensors"] else {
        Issue.record("no list")
        continue
      }
      #expect(((sensors.first?["reading"] ?? .null) == .null) == (foreground == nil), "\(user.testDescription)")
    }
  }

  @Test func anAgentBringsForwardOnlyThoseWhoMayBeThere() throws {
    let daemon = try daemon()
    let hidden = try connect(Self.other, daemon)
    try register("hidden", supported: #""portrait""#, hidden)
    let agent = try connect(Self.active, daemon)
    for parameters in [#"{"application":"hidden"}"#, #"{"pid":\#(getpid())}"#] {
      agent.call("org.plumbd.Rotation.SetForeground", parameters)
      #expect(try agent.error() == "org.plumbd.Rotation.NoSuchApplication")
    }
  }

  @Test func aRoleIsLostByAReloadWhileEverybodyIsConnected() throws {
    let daemon = try daemon()
    let (first, second) = (try monitor(Self.active, daemon), try monitor(Self.other, daemon))
    try first.state { $0["device"]?.text == "portrait" }
    try second.state { $0["device"]?.text == "portrait" }
    let game = try connect(Self.active, daemon)
    let token = try register("game", supported: #""landscapeLeft""#, game)
    try activate(token, game)
    let waiting = try connect(Self.other, daemon)
    let waitingToken = try register("waiting", supported: #""portraitUpsideDown""#, waiting)
    #expect(try first.state(interface: "landscapeLeft")["foreground"]?["application"]?.text == "game")
    #expect(try second.state(interface: "landscapeLeft")["foreground"] == .null)
    let samples = try connect(Self.active, daemon)
    samples.call("org.plumbd.Sensor.Samples", more: true)
    _ = try samples.reply()

    try daemon.folder.write(Self.configuration(activeGroup: Self.other.uid), to: "plumbd.conf")
    #expect(try daemon.ctl("reload").status == 0)
    #expect(try first.state(interface: "portrait")["foreground"] == .null)
    game.call("org.plumbd.Rotation.Activate", #"{"token":"\#(token)","window":"w"}"#)
    #expect(try game.error() == "org.varlink.service.PermissionDenied")
    game.call("org.plumbd.Rotation.Lock")
    #expect(try game.error() == "org.varlink.service.PermissionDenied")
    var end: JSONValue?
    while let message = try samples.next() {
      end = message
      if message["error"] != nil { break }
    }
    #expect(end?["error"]?.text == "org.varlink.service.PermissionDenied")

    try activate(waitingToken, waiting)
    #expect(try second.state(interface: "portraitUpsideDown")["foreground"]?["application"]?.text == "waiting")
    #expect(try first.state(interface: "portraitUpsideDown")["foreground"] == .null)
  }

  @Test func aUserHasSoManyConnectionsAndRootAndTheOthersTheirs() throws {
    let daemon = try daemon(Self.configuration() + "[limits]\nconnections-per-user = 4\nconnections = 6\n")
    var greedy = try (0..<4).map { _ in try connect(Self.other, daemon) }
    let fifth = try #require(try connect(Self.other, daemon).next())
    #expect(fifth["error"]?.text == "org.plumbd.Rotation.LimitExceeded")
    #expect(fifth["parameters"]?["limit"]?.text == "connections-per-user")
    #expect(fifth["parameters"]?["maximum"] == .integer(4))

    let own = try (0..<2).map { _ in try connect(Self.active, daemon) }
    let seventh = try #require(try connect(Self.active, daemon).next())
    #expect(seventh["parameters"]?["limit"]?.text == "connections")
    for client in try own + [connect(Self.root, daemon)] {
      client.call("org.varlink.service.GetInfo")
      #expect(try client.reply()["product"]?.text == "plumbd")
    }
    greedy.removeLast()
    let deadline = Deadline()
    var isServed = false
    while !isServed, !deadline.isOver {
      let client = try connect(Self.other, daemon)
      client.call("org.varlink.service.GetInfo")
      isServed = try client.next()?["error"] == nil
    }
    #expect(isServed)
  }

  @Test func theStandardLimitsHold() throws {
    let daemon = try daemon()
    let many = try (0..<256).map { _ in try connect(Self.other, daemon) }
    #expect(try connect(Self.other, daemon).error() == "org.plumbd.Rotation.LimitExceeded")
    for client in try [#require(many.last), connect(Self.active, daemon)] {
      client.call("org.varlink.service.GetInfo")
      #expect(try client.reply()["product"]?.text == "plumbd")
    }
    let client = many[0]
    let token = try register("many", supported: #""portrait""#, client)
    for number in 1..<256 {
      client.call("org.plumbd.Rotation.SetWindow", #"{"token":"\#(token)","window":"w\#(number)","root":null}"#)
      _ = try client.reply()
    }
    client.call("org.plumbd.Rotation.SetWindow", #"{"token":"\#(token)","window":"last","root":null}"#)
    let refused = try #require(try client.next())
    #expect(refused["error"]?.text == "org.plumbd.Rotation.LimitExceeded")
    #expect(refused["parameters"]?["limit"]?.text == "windows-per-client")
  }
}
