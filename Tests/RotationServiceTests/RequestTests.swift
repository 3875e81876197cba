import Orientation
import PlumbInterface
import Testing

@testable import RotationService

/// What applications ask for by name, and when.
@Suite struct RequestTests {
  private let dynamicRoot = #"{"id":"root","dynamic":true,"supported":["portrait"]}"#

  /// The number of the query that is pending now.
  private func query(_ watcher: TestClient) throws -> Int64 {
    try #require(watcher.take().compactMap(\.event).last { $0["kind"] == "query" }?["query"]?.number)
  }

  @Test func anApplicationsMaskMayChangeWhileAControllerIsAsked() throws {
    let harness = try Harness()
    harness.service.deviceTurned(.portrait)
    let client = harness.connect()
    let token = try client.register(root: dynamicRoot)
    let watcher = harness.connect()
    watcher.send("WatchWindow", #"{"token":"\#(token)"}"#, more: true)
    harness.service.deviceTurned(.landscapeLeft)
    let number = try query(watcher)
    let answers = harness.connect()
    _ = try answers.ask("SetApplicationMask", #"{"token":"\#(token)","supported":["portrait","landscapeRight"]}"#)
    #expect(harness.service.state.device == .portrait, "the question is still open")
    _ = try answers.ask("Answer", #"{"token":"\#(token)","query":\#(number),"supported":["all"]}"#)
    #expect(harness.service.state.interface == .landscapeRight)
    let decision = try client.ask("Explain")["decision"]
    #expect(decision?["effectiveMask"] == ["portrait", "landscapeRight"])
  }

  @Test func comingForwardAgainIsNoNewDecision() throws {
    let harness = try Harness()
    let client = harness.connect()
    let reply = try client.ask("Register", #"{"application":{"id":"a","delegateMask":["landscape"]}}"#)
    let window = #"{"token":"\#(try #require(reply["token"]?.text))","window":"w"}"#
    let root = #""root":{"id":"root","supportedRaw":2}"#
    #expect(try client.refusal("SetWindow", window.dropLast() + "," + root + "}") == "NoCommonOrientation")
    #expect(try client.refusal("Activate", window) == "NoCommonOrientation")
    #expect(try client.ask("Activate", window)["interface"] == "portrait", "it is in front already")
  }

  @Test func activatingAWindowWhoseControllerIsBeingAskedIsAnswered() throws {
    let harness = try Harness()
    harness.service.deviceTurned(.portrait)
    let client = harness.connect()
    let token = try client.register(root: dynamicRoot)
    let watcher = harness.connect()
    watcher.send("WatchWindow", #"{"token":"\#(token)"}"#, more: true)
    harness.service.deviceTurned(.landscapeLeft)
    _ = try query(watcher)
    #expect(try client.ask("Activate", #"{"token":"\#(token)","window":"w"}"#)["interface"] == "portrait")
  }

  /// Two connections have calls waiting about one window: the answer to one must not lose another.
  @Test(arguments: [
    #"SetNeedsUpdate {"token":"TOKEN","window":"w"}"#, #"AttemptRotation {"token":"TOKEN"}"#,
    #"RequestGeometry {"token":"TOKEN","window":"w","supported":["portrait"]}"#,
    #"SetStatusBarOrientation {"token":"TOKEN","window":"w","orientation":"landscapeLeft"}"#,
    #"SetWindow {"token":"TOKEN","window":"w","root":{"id":"other","dynamic":true,"supported":["all"]}}"#,
  ])
  func everyCallThatWaitsForAControllerIsAnswered(call: String) throws {
    let harness = try Harness()
    harness.service.deviceTurned(.portrait)
    let clients = [harness.connect(), harness.connect()]
    let token = try clients[0].register(root: dynamicRoot)
    let watcher = harness.connect()
    watcher.send("WatchWindow", #"{"token":"\#(token)"}"#, more: true)
    let words = call.replacing("TOKEN", with: token).split(separator: " ", maxSplits: 1).map(String.init)
    for client in clients {
      for _ in 0..<3 { client.send(words[0], words[1]) }
    }
    var replies = [0, 0]
    for _ in 0..<12 {
      for (index, client) in clients.enumerated() { replies[index] += client.take().count }
      harness.passTime()
    }
    #expect(replies == [3, 3])
    #expect(watcher.take().contains { $0.event?["kind"] == "query" })
  }

  @Test func anAttemptAsksAllWindowsAndItsFirstRefusalIsTheReply() throws {
    let harness = try Harness()
    harness.service.deviceTurned(.landscapeLeft)
    let client = harness.connect()
    let reply = try client.ask("Register", #"{"application":{"id":"a","delegateMask":["landscape"]}}"#)
    let token = try #require(reply["token"]?.text)
    func set(_ window: String, _ mask: Int) {
      client.send(
        "SetWindow", #"{"token":"\#(token)","window":"\#(window)","root":{"id":"root","supportedRaw":\#(mask)}}"#)
    }
    set("fine", 30)
    set("first", 2)
    set("second", 4)
    _ = client.take()
    let watcher = harness.connect()
    watcher.send("WatchWindow", #"{"token":"\#(token)"}"#, more: true)
    _ = watcher.take()
    client.send("AttemptRotation", #"{"token":"\#(token)"}"#)
    let replies = client.take()
    #expect(replies.map { $0["error"] } == ["org.plumbd.Rotation.NoCommonOrientation"])
    #expect(replies.first?["parameters"]?["window"] == "first")
    #expect(watcher.take().compactMap(\.event).map { $0["window"] } == ["second"])
    set("first", 30)
    set("second", 30)
    _ = client.take()
    _ = try client.ask("AttemptRotation", #"{"token":"\#(token)"}"#)
  }

  /// Raw numbers that mean something else than their authors thought are taken, and reported in so many words.
  @Test(arguments: [
    (#""delegateMaskRaw":7"#, #""supportedRaw":30"#), (#""delegateMaskRaw":30"#, #""supportedRaw":7"#),
  ])
  func arithmeticOfOrientationsIsReported(application: String, controller: String) throws {
    let client = try Harness().connect()
    let reply = try client.ask("Register", #"{"application":{"id":"a",\#(application)}}"#)
    let token = try #require(reply["token"]?.text)
    _ = try client.ask("SetWindow", #"{"token":"\#(token)","window":"w","root":{"id":"root",\#(controller)}}"#)
    let decision = try client.ask("Explain", #"{"token":"\#(token)","window":"w"}"#)["decision"]
    #expect(decision?["effectiveMask"] == ["portrait", "portraitUpsideDown"])
    guard case .array(let steps)? = decision?["steps"] else { return #expect(Bool(false), "no steps") }
    let slips = steps.filter { $0["step"] == "slip" }.compactMap { $0["words"]?.text }
    #expect(slips == ["7 is UIInterfaceOrientation arithmetic, not a mask; it means portrait + portraitUpsideDown"])
  }

  @Test func aRequestInOrientationsNumbersIsReportedToo() throws {
    let client = try Harness().connect()
    let token = try client.register(supported: #"["all"]"#)
    _ = try client.ask("RequestGeometry", #"{"token":"\#(token)","window":"w","supportedRaw":3}"#)
    guard case .array(let steps)? = try client.ask("Explain")["decision"]?["steps"] else { return }
    #expect(steps.contains { $0["words"]?.text?.hasPrefix("3 is UIInterfaceOrientation arithmetic") == true })
  }
}
