import Glibc
import JSON
import TestSupport
import Testing

/// Bytes that no honest client sends: an error for the one who sent them, and nobody else notices.
@Suite struct HostileClientTests {
  @Test(arguments: [
    "{", "nonsense", "[]", "\"text\"", "\u{0}", "{\"method\":7}", String(repeating: "[", count: 100_000),
  ])
  func malformedMessagesHarmTheirSenderAlone(message: String) throws {
    let daemon = try TestDaemon()
    let bystander = try daemon.monitor()
    try bystander.state { $0["device"]?.text == "portrait" }
    let client = try daemon.connect()
    client.send(message)
    #expect(try client.error() == "org.varlink.service.InvalidParameter")
    // The next NUL ends it, and its sender may go on.
    client.call("org.varlink.service.GetInfo")
    if message == "\u{0}" { #expect(try client.error() == "org.varlink.service.InvalidParameter") }
    #expect(try client.reply()["product"]?.text == "plumbd")
    #expect(try daemon.ctl("mock", "pose", "landscapeLeft").status == 0)
    try bystander.state(interface: "landscapeRight")
  }

  @Test func aMessageOverTheLimitClosesTheConnection() throws {
    let daemon = try TestDaemon()
    let client = try daemon.connect()
    client.send([UInt8](repeating: UInt8(ascii: "x"), count: 300 * 1024))
    let answer = try client.next()
    #expect(answer?["error"]?.text == "org.varlink.service.InvalidParameter")
    #expect(answer?["parameters"]?["parameter"]?.text == "message")
    #expect(try client.next() == nil)
    #expect(try daemon.monitor().reply()["state"] != nil)
  }

  @Test func unknownThingsAreTheStandardErrors() throws {
    let daemon = try TestDaemon()
    let client = try daemon.connect()
    for (method, parameters, error) in [
      ("org.plumbd.Nothing.Do", "{}", "org.varlink.service.InterfaceNotFound"),
      ("org.plumbd.Rotation.Do", "{}", "org.varlink.service.MethodNotFound"),
      ("org.plumbd.Rotation.Lock", #"{"orientation":"sideways"}"#, "org.varlink.service.InvalidParameter"),
      ("org.plumbd.Rotation.Lock", #"{"orientatoin":"portrait"}"#, "org.varlink.service.InvalidParameter"),
      ("org.plumbd.Rotation.Register", "{}", "org.varlink.service.InvalidParameter"),
      ("org.plumbd.Sensor.Samples", "{}", "org.varlink.service.ExpectedMore"),
      ("org.plumbd.Mock.SetAcceleration", #"{"x":1e9,"y":0,"z":0}"#, "org.varlink.service.InvalidParameter"),
      (
        "org.plumbd.Mock.Feed", #"{"samples":[{"t":0,"x":0,"y":0,"z":1},{"t":1e14,"x":0,"y":0,"z":1}]}"#,
        "org.varlink.service.InvalidParameter"
      ),
    ] {
      client.call(method, parameters)
      #expect(try client.error() == error, "\(method) \(parameters)")
    }
  }

  @Test func aClientThatNeverReadsHoldsUpNobody() throws {
    let daemon = try TestDaemon()
    let sleepers = try (0..<16).map { _ in try daemon.monitor() }
    let bystander = try daemon.monitor()
    try bystander.state { $0["device"]?.text == "portrait" }
    for turn in 0..<8 {
      let pose = turn % 2 == 0 ? "landscapeLeft" : "portrait"
      #expect(try daemon.ctl("mock", "pose", pose).status == 0)
      try bystander.state { $0["device"]?.text == pose }
    }
    let last = try bystander.connectionFreshState(daemon)
    for sleeper in sleepers {
      try sleeper.state { $0["serial"] == last["serial"] }
    }
  }

  @Test func aLogThatNobodyReadsHoldsUpNobody() throws {
    // Each client that goes is a line, and a pipe holds 64 KiB of them.
    let daemon = try TestDaemon(["--mock", "--log-level", "debug"])
    for _ in 0..<3000 { try daemon.connect().close() }
    let client = try daemon.connect()
    client.call("org.varlink.service.GetInfo")
    #expect(try client.reply()["product"]?.text == "plumbd")
    #expect(daemon.program.terminate() == 0)
  }

  @Test func manyCallsAtOnceLeaveOthersTheirTurn() throws {
    let daemon = try TestDaemon()
    let flooders = try (0..<4).map { _ in try daemon.connect() }
    let bystander = try daemon.connect()
    // All of it is there before the daemon sees any.
    kill(daemon.program.pid, SIGSTOP)
    for flooder in flooders {
      for number in 0..<200 {
        flooder.call("org.plumbd.Rotation.Register", #"{"application":{"id":"org.example.a\#(number)"}}"#)
      }
    }
    bystander.call("org.plumbd.Rotation.ListApplications")
    kill(daemon.program.pid, SIGCONT)
    guard case .array(let registered) = try bystander.reply()["applications"] else {
      Issue.record("no list")
      return
    }
    #expect(registered.count <= 4 * 2 * 16)
    for flooder in flooders {
      for _ in 0..<200 { #expect(try flooder.reply()["token"] != nil) }
    }
  }

  @Test func callsOfAClientThatHasHungUpHaveTheirTurns() throws {
    let daemon = try TestDaemon()
    let bystander = try daemon.monitor()
    try bystander.state { $0["device"]?.text == "portrait" }
    let client = try daemon.connect()
    for number in 0..<100 {
      let pose = number == 99 ? "landscapeLeft" : "portrait"
      client.send(#"{"method":"org.plumbd.Mock.SetPose","parameters":{"device":"\#(pose)"},"oneway":true}"#)
    }
    client.close()
    try bystander.state { $0["device"]?.text == "landscapeLeft" }
  }

  @Test func aBusyDaemonEndsWhenItIsToldTo() throws {
    let daemon = try TestDaemon()
    let flooder = try daemon.connect()
    kill(daemon.program.pid, SIGSTOP)
    for _ in 0..<200 { flooder.call("org.varlink.service.GetInfo") }
    kill(daemon.program.pid, SIGTERM)
    kill(daemon.program.pid, SIGCONT)
    #expect(try daemon.program.waitForEnd().status == 0)
    var answers = 0
    while try flooder.next() != nil { answers += 1 }
    #expect(answers <= 16)
  }

  @Test func aTreeMayBeAsDeepAsTheConfigurationSays() throws {
    func tree(_ levels: Int, opening: String, closing: String) -> String {
      (1..<levels).map { #"{"id":"c\#($0)",\#(opening)"# }.joined() + #"{"id":"last"}"#
        + String(repeating: closing, count: levels - 1)
    }
    let daemon = try TestDaemon(configuration: "[limits]\ntree-depth = 256\n")
    let client = try daemon.connect()
    client.call("org.plumbd.Rotation.Register", #"{"application":{"id":"org.example.deep"}}"#)
    let token = try #require(try client.reply()["token"]?.text)
    for (levels, opening, closing, error) in [
      (256, #""children":["#, "]}", nil), (256, #""presented":"#, "}", nil),
      (257, #""children":["#, "]}", "org.plumbd.Rotation.InvalidTree"),
      (500, #""presented":"#, "}", "org.plumbd.Rotation.InvalidTree"),
      (900, #""presented":"#, "}", "org.varlink.service.InvalidParameter"),
    ] {
      let root = tree(levels, opening: opening, closing: closing)
      client.call("org.plumbd.Rotation.SetWindow", #"{"token":"\#(token)","window":"w","root":\#(root)}"#)
      #expect(try client.next()?["error"]?.text == error, "\(levels) levels of \(opening)")
    }
  }

  @Test func halfAMessageIsNotWaitedForForEver() throws {
    let daemon = try TestDaemon(configuration: "[limits]\nhalf-message-timeout = 1\n")
    let client = try daemon.connect()
    client.send(Array(#"{"method":"org.varlink.serv"#.utf8))
    #expect(try client.next() == nil)
  }

  @Test func runningOutOfDescriptorsIsSurvived() throws {
    let daemon = try TestDaemon()
    let limited = try Program.run("/usr/bin/prlimit", ["--pid", "\(daemon.program.pid)", "--nofile=24"])
    try #require(limited.ended.status == 0)
    var clients = try (0..<40).map { _ in try daemon.connect() }
    let turnedAway = try clients.contains { client in
      client.call("org.varlink.service.GetInfo")
      return try client.next() == nil
    }
    #expect(turnedAway)
    clients = []
    // A new client may come to the daemon's notice before the end of those does.
    let deadline = Deadline()
    var isServed = false
    while !isServed, !deadline.isOver {
      let client = try daemon.connect()
      client.call("org.varlink.service.GetInfo")
      isServed = try client.next()?["parameters"]?["product"]?.text == "plumbd"
    }
    #expect(isServed)
  }
}

extension RawClient {
  fileprivate func connectionFreshState(_ daemon: TestDaemon) throws -> JSONValue {
    let client = try daemon.connect()
    client.call("org.plumbd.Rotation.Monitor")
    return try #require(try client.reply()["state"])
  }
}
