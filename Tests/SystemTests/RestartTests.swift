import Glibc
import JSON
import TestSupport
import Testing

/// Clients through a restart of the daemon: those that a service manager keeps, and those that it cannot.
@Suite(.serialized) struct RestartTests {
  @Test func aMonitorGoesOnWithTheNextSerial() throws {
    let daemon = try ManagedDaemon()
    let client = try daemon.monitor()
    #expect(try daemon.ctl("mock", "pose", "landscapeLeft").status == 0)
    try client.state(interface: "landscapeRight")
    #expect(try daemon.ctl("mock", "pose", "portrait").status == 0)
    let before = try client.state { $0["device"]?.text == "portrait" }

    try daemon.restart()
    // The new daemon's mock is held in portrait: nothing is new until it is turned.
    #expect(try daemon.ctl("mock", "pose", "landscapeLeft").status == 0)
    let after = try #require(try client.reply()["state"])
    #expect(after["interface"]?.text == "landscapeRight")
    #expect(after["serial"]?.number == before["serial"]?.number.map { $0 + 1 })
    #expect(daemon.stored.isEmpty, "what was taken up is stored no longer")
  }

  @Test func aRegistrationKeepsItsTokenItsWindowAndItsPlaceInFront() throws {
    let daemon = try ManagedDaemon()
    let client = try daemon.connect()
    client.call("org.plumbd.Rotation.Register", #"{"application":{"id":"org.example.kept"}}"#)
    let token = try #require(try client.reply()["token"]?.text)
    let tree = #"{"id":"nav","kind":"navigation","children":[{"id":"a"}],"supported":["landscapeLeft"]}"#
    client.call("org.plumbd.Rotation.SetWindow", #"{"token":"\#(token)","window":"w","root":\#(tree)}"#)
    #expect(try client.reply()["interface"]?.text == "landscapeLeft")
    client.call("org.plumbd.Rotation.Activate", #"{"token":"\#(token)","window":"w"}"#)
    _ = try client.reply()
    let watcher = try daemon.connect()
    watcher.call("org.plumbd.Rotation.WatchWindow", #"{"token":"\#(token)","window":"w"}"#, more: true)
    _ = try watcher.reply()
    let applications = try daemon.ctl("apps", "--json").output
    let explanation = try daemon.ctl("explain", "w", "--json").output
    #expect(explanation.contains("landscapeLeft"))

    try daemon.restart()
    #expect(try daemon.ctl("apps", "--json").output == applications)
    #expect(try daemon.ctl("explain", "w", "--json").output == explanation)
    client.call("org.plumbd.Rotation.RequestGeometry", #"{"token":"\#(token)","window":"w","supported":["portrait"]}"#)
    #expect(try client.error()?.hasSuffix("GeometryRequestRefused") == true)
    client.call("org.plumbd.Rotation.SetWindow", #"{"token":"\#(token)","window":"w","root":{"id":"b"}}"#)
    #expect(try client.reply()["interface"] != nil)
    client.call(
      "org.plumbd.Rotation.RequestGeometry", #"{"token":"\#(token)","window":"w","supported":["landscapeRight"]}"#)
    #expect(try client.reply()["interface"]?.text == "landscapeRight")
    while try watcher.reply()["event"]?["interface"]?.text != "landscapeRight" {}
    client.close()
    while true {
      // What it was told before may still be on its way.
      let last = try #require(try watcher.next())
      if last["error"]?.text == "org.plumbd.Rotation.NoSuchApplication" { break }
      #expect(last["continues"] == true)
    }
  }

  @Test func halfAMessageIsCompletedAfterwards() throws {
    let daemon = try ManagedDaemon()
    let client = try daemon.connect()
    let message = Array(#"{"method":"org.varlink.service.GetInfo"}"#.utf8) + [0]
    client.send(message)
    _ = try client.reply()
    client.send(message.prefix(20))
    try daemon.restart()
    client.send(message.dropFirst(20))
    #expect(try client.reply()["product"]?.text == "plumbd")
  }

  @Test func pipelinedCallsAreAnsweredOnceEachAndInOrder() throws {
    let daemon = try ManagedDaemon()
    let client = try daemon.connect()
    let count = 4000
    for number in 0..<count / 100 {
      let calls = (0..<100).map { #"{"method":"org.example.\#(number * 100 + $0).X"}"# }
      client.send(calls.joined(separator: "\0"))
      if number == 8 { try daemon.restart() }
    }
    for number in 0..<count {
      let reply = try #require(try client.next())
      try #require(reply["parameters"]?["interface"]?.text == "org.example.\(number)")
    }
  }

  @Test func whatWasNotReadIsDeliveredAfterwards() throws {
    let daemon = try ManagedDaemon()
    let client = try daemon.connect()
    let count = 400
    let calls = (0..<count).map { _ in
      #"{"method":"org.varlink.service.GetInterfaceDescription","parameters":{"interface":"org.plumbd.Rotation"}}"#
    }
    client.send(calls.joined(separator: "\0"))
    // The daemon has done what it can when it answers somebody who came later.
    for _ in 0..<3 { #expect(try daemon.ctl("status").status == 0) }
    try daemon.restart()
    for _ in 0..<count {
      #expect(try client.reply()["description"]?.text?.hasPrefix("# ") == true)
    }
  }

  @Test func aThousandClientsGoOn() throws {
    let daemon = try ManagedDaemon(configuration: "[limits]\nconnections-per-user = 2000\n")
    let clients = try (0..<1000).map { _ in try daemon.monitor() }
    for client in clients { try client.state { $0["device"]?.text == "portrait" } }
    try daemon.restart()
    try daemon.program.waitForError("notice") { $0.contains("taken up after the restart: 1000 clients") }
    #expect(try daemon.ctl("mock", "pose", "landscapeLeft").status == 0)
    for client in clients {
      #expect(try client.reply()["state"]?["interface"]?.text == "landscapeRight")
    }
  }

  @Test func whoIsBeyondTheStoresLimitConnectsAgain() throws {
    let daemon = try ManagedDaemon()
    daemon.storeLimit = 3
    let clients = try (0..<4).map { _ in try daemon.monitor() }
    for client in clients { try client.state { $0["device"]?.text == "portrait" } }
    try daemon.restart()
    #expect(try daemon.ctl("mock", "pose", "landscapeLeft").status == 0)
    let states = try clients.map { try $0.next()?["parameters"]?["state"]?["interface"]?.text }
    #expect(states.count { $0 == "landscapeRight" } == 2 && states.count { $0 == nil } == 2)
  }

  @Test(arguments: [
    ("plumbd-state 2 ", "it has version 2, and this daemon reads version 1"),
    ("something else ", "it is no state of a plumbd"), ("plumbd-state 1 7 ", "it is cut short"),
    ("", "it has no first line"),
  ])
  func aStateThatIsOfNoUseIsSaidToBe(start: String, reason: String) throws {
    let daemon = try ManagedDaemon()
    let client = try daemon.monitor()
    _ = try client.reply()
    try daemon.stop()
    #expect(daemon.stored.count == 2)
    daemon.state = start.isEmpty ? [] : Array(start.utf8) + daemon.state
    try daemon.start()
    while try client.next() != nil {}
    #expect(daemon.stored.isEmpty)
    try daemon.program.waitForError("warning") {
      $0.contains("starting fresh, 1 client to connect again") && $0.contains(reason)
    }
    #expect(try daemon.monitor().reply()["state"]?["serial"] != nil)
  }

  @Test func whatTheNewConfigurationForbidsIsClosedAlone() throws {
    let daemon = try ManagedDaemon()
    let (large, small) = (try daemon.connect(), try daemon.connect())
    let tree = #"{"id":"a","children":[{"id":"b","children":[{"id":"c"}]}]}"#
    var tokens: [String] = []
    for (client, root) in [(large, tree), (small, #"{"id":"a"}"#)] {
      client.call("org.plumbd.Rotation.Register", #"{"application":{"id":"app"}}"#)
      tokens.append(try #require(try client.reply()["token"]?.text))
      client.call("org.plumbd.Rotation.SetWindow", #"{"token":"\#(tokens.last ?? "")","window":"w","root":\#(root)}"#)
      _ = try client.reply()
    }
    try daemon.stop()
    try daemon.folder.write("[limits]\ntree-depth = 2\n", to: "plumbd.conf")
    try daemon.start()
    #expect(try large.next() == nil)
    try daemon.program.waitForError("warning") { $0.contains("has to connect again") && $0.contains("deeper than 2") }
    small.call("org.plumbd.Rotation.CloseWindow", #"{"token":"\#(tokens[1])","window":"w"}"#)
    _ = try small.reply()
  }

  @Test(arguments: [SIGKILL, SIGINT]) func nothingIsKeptWhereItIsNoRestart(signal: Int32) throws {
    let daemon = try ManagedDaemon()
    let client = try daemon.monitor()
    _ = try client.reply()
    try daemon.stop(signal)
    while try client.next() != nil {}
    #expect(daemon.stored.isEmpty)
    try daemon.start()
    #expect(try daemon.monitor().reply()["state"]?["serial"] != nil)
  }

  @Test func aManagerThatDoesNotReadIsNotWaitedFor() throws {
    let daemon = try ManagedDaemon()
    try daemon.stopListening()
    #expect(try daemon.ctl("status").status == 0)
    let client = try daemon.monitor()
    _ = try client.reply()
    #expect(try daemon.stop() == .init(status: 0, signal: nil))
    while try client.next() != nil {}
    #expect(daemon.program.standardError.contains("the clients are not kept for the next start"))
  }
}
