import Glibc
import TestSupport
import Testing

/// Several applications: the window in front decides, and what goes leaves nothing behind.
@Suite struct ForegroundTests {
  /// An application with one window of one controller.
  private func application(
    _ daemon: TestDaemon, id: String, supported: String, front: Bool = true
  ) throws -> (client: RawClient, token: String) {
    let client = try daemon.connect()
    client.call("org.plumbd.Rotation.Register", #"{"application":{"id":"\#(id)"}}"#)
    let token = try #require(try client.reply()["token"]?.text)
    client.call(
      "org.plumbd.Rotation.SetWindow",
      #"{"token":"\#(token)","window":"main","root":{"id":"root","supported":[\#(supported)]}}"#)
    _ = try client.reply()
    if front {
      client.call("org.plumbd.Rotation.Activate", #"{"token":"\#(token)","window":"main"}"#)
      _ = try client.reply()
    }
    return (client, token)
  }

  @Test func aLandscapeApplicationTurnsThePanelAndItsDeathTurnsItBack() throws {
    let daemon = try TestDaemon()
    let monitor = try daemon.monitor()
    try monitor.state { $0["device"]?.text == "portrait" }
    let game = try application(daemon, id: "org.example.Game", supported: #""landscapeRight","landscapeLeft""#)
    let forward = try monitor.state(interface: "landscapeRight")
    #expect(forward["reason"]?.text == "foreground")
    #expect(forward["foreground"]?["application"]?.text == "org.example.Game")
    game.client.close()
    let back = try monitor.state(interface: "portrait")
    #expect(back["foreground"] == .null)
    let client = try daemon.connect()
    client.call("org.plumbd.Rotation.ListApplications")
    #expect(try client.reply()["applications"] == .array([]))
  }

  @Test func theOneBeneathIsBackInItsOwnOrientation() throws {
    let daemon = try TestDaemon()
    let monitor = try daemon.monitor()
    try monitor.state { $0["device"]?.text == "portrait" }
    let reader = try application(daemon, id: "reader", supported: #""portrait","portraitUpsideDown""#)
    let game = try application(daemon, id: "game", supported: #""landscapeLeft""#)
    try monitor.state(interface: "landscapeLeft")
    game.client.call("org.plumbd.Rotation.Deactivate", #"{"token":"\#(game.token)","window":"main"}"#)
    _ = try game.client.reply()
    let back = try monitor.state(interface: "portrait")
    #expect(back["foreground"]?["application"]?.text == "reader")
    reader.client.close()
    try monitor.state { $0["foreground"] == .null }
  }

  @Test func whatIsNotInFrontDecidesNothing() throws {
    let daemon = try TestDaemon()
    let monitor = try daemon.monitor()
    try monitor.state { $0["device"]?.text == "portrait" }
    _ = try application(daemon, id: "behind", supported: #""landscapeLeft""#, front: false)
    #expect(try daemon.ctl("mock", "pose", "portraitUpsideDown").status == 0)
    #expect(try monitor.reply()["state"]?["interface"]?.text == "portraitUpsideDown")
  }

  @Test func masksOutrankTheLock() throws {
    let daemon = try TestDaemon()
    let monitor = try daemon.monitor()
    try monitor.state { $0["device"]?.text == "portrait" }
    #expect(try daemon.ctl("lock").status == 0)
    let game = try application(daemon, id: "game", supported: #""landscapeLeft""#)
    try monitor.state(interface: "landscapeLeft")
    game.client.close()
    try monitor.state(interface: "portrait")
  }

  @Test func aRefusalIsTheErrorOfTheCallAndNamesBothMasks() throws {
    let daemon = try TestDaemon()
    let client = try daemon.connect()
    client.call(
      "org.plumbd.Rotation.Register", #"{"application":{"id":"a","delegateMask":["landscape"]}}"#)
    let token = try #require(try client.reply()["token"]?.text)
    client.call(
      "org.plumbd.Rotation.SetWindow",
      #"{"token":"\#(token)","window":"w","root":{"id":"root","supportedRaw":2}}"#)
    let answer = try #require(try client.next())
    #expect(answer["error"]?.text == "org.plumbd.Rotation.NoCommonOrientation")
    let parameters = try #require(answer["parameters"])
    #expect(parameters["applicationMask"] == .array([.string("landscapeRight"), .string("landscapeLeft")]))
    #expect(parameters["controllerMask"] == .array([.string("portrait")]))
    #expect(parameters["target"]?.text == "root")
    client.call(
      "org.plumbd.Rotation.SetWindow",
      #"{"token":"\#(token)","window":"w","root":{"id":"other","supportedRaw":8}}"#)
    #expect(try client.reply()["interface"]?.text == "landscapeRight")
  }

  @Test func aPresentationTurnsAndItsDismissalTurnsBack() throws {
    let daemon = try TestDaemon()
    let monitor = try daemon.monitor()
    try monitor.state { $0["device"]?.text == "portrait" }
    let app = try application(daemon, id: "app", supported: #""portrait""#)
    try monitor.state { $0["foreground"]?["application"]?.text == "app" }
    func setWindow(_ root: String) throws -> String? {
      app.client.call("org.plumbd.Rotation.SetWindow", #"{"token":"\#(app.token)","window":"main","root":\#(root)}"#)
      return try app.client.reply()["interface"]?.text
    }
    let video = #"{"id":"root","supported":["portrait"],"presented":{"id":"video","supported":["landscape"]}}"#
    #expect(try setWindow(video) == "landscapeRight")
    #expect(try monitor.state(interface: "landscapeRight")["reason"]?.text == "presented")
    #expect(try setWindow(#"{"id":"root","supported":["portrait"]}"#) == "portrait")
    #expect(try monitor.state(interface: "portrait")["reason"]?.text == "dismissed")
  }

  @Test func aProgramThatRunsUnderThisToolIsKnownByItsProcess() throws {
    let daemon = try TestDaemon()
    let monitor = try daemon.monitor()
    try monitor.state { $0["device"]?.text == "portrait" }
    let agent = try daemon.connect()
    agent.call("org.plumbd.Rotation.SetForeground")
    _ = try agent.reply()
    let game = try Program(
      "plumbctl",
      [
        "run", "--socket", daemon.socket, "--supported", "landscapeLeft", "--app-id", "game", "sh", "-c",
        "echo $$; read x",
      ])
    let pid = try #require(game.nextLine())
    #expect(pid != "\(game.pid)")
    agent.call("org.plumbd.Rotation.SetForeground", #"{"pid":\#(pid)}"#)
    _ = try agent.reply()
    #expect(try monitor.state(interface: "landscapeLeft")["foreground"]?["application"]?.text == "game")
    // What runs in a terminal is not the terminal.
    agent.call("org.plumbd.Rotation.SetForeground", #"{"pid":\#(getpid())}"#)
    #expect(try agent.error() == "org.plumbd.Rotation.NoSuchApplication")
    game.send(line: "")
    #expect(try game.waitForEnd().status != nil)
    try monitor.state(interface: "portrait")
  }

  @Test func tokensOfOthersAndUnknownWindowsAreErrors() throws {
    let daemon = try TestDaemon()
    let client = try daemon.connect()
    client.call("org.plumbd.Rotation.Activate", #"{"token":"0123","window":"w"}"#)
    #expect(try client.error() == "org.plumbd.Rotation.NoSuchApplication")
    client.call("org.plumbd.Rotation.Register", #"{"application":{"id":"a"}}"#)
    let token = try #require(try client.reply()["token"]?.text)
    client.call("org.plumbd.Rotation.Activate", #"{"token":"\#(token)","window":"w"}"#)
    #expect(try client.error() == "org.plumbd.Rotation.NoSuchWindow")
  }

  @Test(arguments: [
    (#"{"id":"root","children":[{"id":"a"},{"id":"a"}]}"#, "root.children[1]"),
    (#"{"id":"root","children":[{"id":"a","presented":{"id":"b"}}]}"#, "root.children[0]"),
    (#"{"id":"","children":[]}"#, "root"),
  ])
  func aTreeThatCannotBeIsRefusedWithItsPath(tree: String, path: String) throws {
    let daemon = try TestDaemon()
    let client = try daemon.connect()
    client.call("org.plumbd.Rotation.Register", #"{"application":{"id":"a"}}"#)
    let token = try #require(try client.reply()["token"]?.text)
    client.call("org.plumbd.Rotation.SetWindow", #"{"token":"\#(token)","window":"w","root":\#(tree)}"#)
    let answer = try #require(try client.next())
    #expect(answer["error"]?.text == "org.plumbd.Rotation.InvalidTree")
    #expect(answer["parameters"]?["path"]?.text == path, "\(answer)")
  }
}
