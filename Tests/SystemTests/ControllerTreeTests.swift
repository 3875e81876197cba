import JSON
import TestSupport
import Testing

/// Controller trees that cannot be meant, on the socket: errors that name the place, and a connection that goes on.
@Suite struct ControllerTreeTests {
  private func register(_ daemon: TestDaemon) throws -> (client: RawClient, token: String) {
    let client = try daemon.connect()
    client.call("org.plumbd.Rotation.Register", #"{"application":{"id":"a"}}"#)
    return (client, try #require(try client.reply()["token"]?.text))
  }

  /// What the daemon replies to a tree.
  private func answer(_ client: RawClient, _ token: String, _ root: String) throws -> JSONValue {
    client.call("org.plumbd.Rotation.SetWindow", #"{"token":"\#(token)","window":"w","root":\#(root)}"#)
    return try #require(try client.next())
  }

  /// A tree of so many levels, each inside or on top of the one before.
  private static func tower(_ levels: Int, _ key: String) -> String {
    let (open, close) = key == "children" ? ("[", "]") : ("", "")
    let heads = (1..<levels).map { #"{"id":"c\#($0)","\#(key)":\#(open)"# }.joined()
    return heads + #"{"id":"c\#(levels)"}"# + String(repeating: close + "}", count: levels - 1)
  }

  @Test(arguments: ["children", "presented"], [65, 100, 127, 250])
  func treesThatAreTooDeepAreRefusedAtTheirFirstLevelBeyond(key: String, levels: Int) throws {
    let daemon = try TestDaemon()
    let (client, token) = try register(daemon)
    let refusal = try answer(client, token, Self.tower(levels, key))
    #expect(refusal["error"]?.text == "org.plumbd.Rotation.InvalidTree")
    let step = key == "children" ? ".children[0]" : ".presented"
    #expect(refusal["parameters"]?["path"]?.text == "root" + String(repeating: step, count: 64))
    #expect(refusal["parameters"]?["message"]?.text?.hasSuffix("the tree is deeper than 64") == true)
    #expect(try answer(client, token, Self.tower(64, key))["error"] == nil, "the connection goes on")
  }

  @Test func treesThatAreTooWideAreRefused() throws {
    let daemon = try TestDaemon()
    let (client, token) = try register(daemon)
    func wide(_ count: Int) -> String {
      let children = (0..<count).map { #"{"id":"c\#($0)"}"# }.joined(separator: ",")
      return #"{"id":"root","kind":"tabBar","children":[\#(children)]}"#
    }
    #expect(try answer(client, token, wide(1023))["error"] == nil)
    let refusal = try answer(client, token, wide(1024))
    #expect(refusal["error"]?.text == "org.plumbd.Rotation.InvalidTree")
    #expect(refusal["parameters"]?["path"]?.text == "root.children[1023]")
  }

  @Test(arguments: [
    (#"{"id":"root","presented":{"id":"p","children":[{"id":"root"}]}}"#, "root.presented.children[0]"),
    (#"{"id":"root","children":[{"id":"a"},{"id":"b","children":[{"id":"a"}]}]}"#, "root.children[1].children[0]"),
    (#"{"id":"root","kind":"tabBar","selected":2,"children":[{"id":"a"}]}"#, "root"),
    (#"{"id":"root","children":[{"id":""}]}"#, "root.children[0]"),
  ])
  func cyclesAndDuplicatesNameTheirPath(tree: String, path: String) throws {
    let daemon = try TestDaemon()
    let (client, token) = try register(daemon)
    let refusal = try answer(client, token, tree)
    #expect(refusal["error"]?.text == "org.plumbd.Rotation.InvalidTree")
    #expect(refusal["parameters"]?["path"]?.text == path, "\(refusal)")
    #expect(refusal["parameters"]?["message"]?.text?.hasPrefix("\(path): ") == true)
  }

  @Test(arguments: [
    (#"{"id":"root","children":[{"id":"a","kind":"drawer"}]}"#, "root.children[0].kind"),
    (#"{"id":"root","presented":{"id":"a","style":"modal"}}"#, "root.presented.style"),
    (#"{"id":"root","asks":"mother"}"#, "root.asks"), (#"{"id":"root","suported":["all"]}"#, "root.suported"),
    (#"{"id":"root","children":[{"id":"a","supported":["all"],"supportedRaw":30}]}"#, "root.children[0].supportedRaw"),
    (#"{"id":"root","children":[{"id":"a","supported":["up"]}]}"#, "root.children[0].supported[0]"),
    (#"{"id":"root","preferred":"up"}"#, "root.preferred"), (#"{"id":"root","children":[7]}"#, "root.children[0]"),
    (#"{"kind":"controller"}"#, "root.id"),
  ])
  func whatIsNoControllerNamesItsField(tree: String, path: String) throws {
    let daemon = try TestDaemon()
    let (client, token) = try register(daemon)
    let refusal = try answer(client, token, tree)
    #expect(refusal["error"]?.text == "org.varlink.service.InvalidParameter")
    #expect(refusal["parameters"]?["parameter"]?.text == path, "\(refusal)")
  }

  @Test func foreignBitsAreTakenAndToldInExplain() throws {
    let daemon = try TestDaemon()
    let (client, token) = try register(daemon)
    let seven = "7 is UIInterfaceOrientation arithmetic, not a mask; it means portrait + portraitUpsideDown"
    #expect(try answer(client, token, #"{"id":"root","supportedRaw":7}"#)["error"] == nil)
    let explained = try daemon.ctl("explain", "w")
    #expect(explained.status == 0)
    #expect(explained.output.contains(seven))
    #expect(explained.output.contains("Both allow          portrait, portraitUpsideDown"), "\(explained.output)")
    #expect(try daemon.ctl("explain", "--json", "w").output.contains(#"{"step":"slip","words":"\#(seven)"}"#))
    #expect(try answer(client, token, #"{"id":"other","supportedRaw":1073741832}"#)["error"] == nil)
    #expect(try daemon.ctl("explain", "w").output.contains("1073741832 has bits that name no orientation"))
    let nowhere = try daemon.ctl("explain", "nowhere")
    #expect(nowhere.status == 1)
    #expect(nowhere.errors.contains("nowhere"))
  }

  /// Every word of another system, as `plumbctl run` takes it: the program itself asks what the daemon made of it.
  @Test(arguments: [
    ("android:unspecified", 26), ("android:user", 26), ("android:landscape", 8), ("android:portrait", 2),
    ("android:behind", 30), ("android:sensor", 26), ("android:nosensor", 2), ("android:sensorLandscape", 24),
    ("android:sensorPortrait", 6), ("android:reverseLandscape", 16), ("android:reversePortrait", 4),
    ("android:fullSensor", 30), ("android:userLandscape", 24), ("android:userPortrait", 6), ("android:fullUser", 30),
    ("android:locked", 2), ("android:6", 24), ("w3c:any", 30), ("w3c:natural", 2), ("w3c:portrait", 6),
    ("w3c:landscape", 24), ("w3c:portrait-primary", 2), ("w3c:portrait-secondary", 4), ("w3c:landscape-primary", 8),
    ("w3c:landscape-secondary", 16), ("landscape,portrait", 26),
  ])
  func runTakesWordsOfOtherSystems(words: String, mask: Int) throws {
    let daemon = try TestDaemon()
    let tool = Program.folder + "/plumbctl"
    let run = try daemon.ctl("run", "--supported", words, "--app-id", "shell", "--", tool, "apps", "--json")
    #expect(run.status == 0, "\(run.errors)")
    let status = try JSONValue(parsing: Array(run.output.utf8))
    let all = [("portrait", 2), ("portraitUpsideDown", 4), ("landscapeRight", 8), ("landscapeLeft", 16)]
    let allowed = all.filter { mask & $0.1 != 0 }.map { JSONValue.string($0.0) }
    #expect(status["windows"]?[0]?["controllerMask"] == .array(allowed), "\(run.output)")
    #expect(status["windows"]?[0]?["foreground"]?.truth == true)
  }

  @Test func runRefusesWordsThatNobodyKnows() throws {
    let daemon = try TestDaemon()
    for word in ["android:diagonal", "w3c:sideways", "gnome:left"] {
      let run = try daemon.ctl("run", "--supported", word, "--", "/bin/true")
      #expect(run.status == 2)
      #expect(run.errors.contains("'\(word)' is not an orientation; allowed are portrait"), "\(run.errors)")
    }
  }
}
