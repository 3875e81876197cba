import JSON
import Orientation
import PlumbInterface
import Testing
import Varlink

@testable import RotationService

/// A service that goes on in another process: what it knew, and what its clients had been told.
@Suite struct SnapshotTests {
  private static let landscape = #"["landscapeLeft","landscapeRight"]"#

  // MARK: Registrations

  @Test(arguments: [
    #""profile":"ios5","idiom":"phone""#, #""supported":["landscapeLeft","portrait"]"#, #""delegateMaskRaw":65"#,
    #""subclassMask":["portrait"],"legacyShim":true,"profile":"ios6""#, #""name":"A name""#,
    #""infoPlist":{"UISupportedInterfaceOrientations~ipad":["UIInterfaceOrientationLandscapeLeft","Nonsense"],"#
      + #""UIInterfaceOrientation":"UIInterfaceOrientationPortrait","UIRequiresFullScreen":true}"#,
  ])
  func whatAnApplicationHasDeclaredStays(declaration: String) throws {
    let harness = try Harness()
    let client = harness.connect()
    let token = try #require(
      try client.ask("Register", #"{"application":{"id":"app",\#(declaration)}}"#)["token"]?.text)
    client.send("SetWindow", #"{"token":"\#(token)","window":"w","root":{"id":"r"}}"#)
    _ = client.take()
    let next = try Successor(of: harness, [client])
    let (old, new) = (harness.service.applications[token], next.harness.service.applications[token])
    #expect(old?.masks == new?.masks && new != nil)
    #expect(old?.windows["w"]?.state == new?.windows["w"]?.state)
    #expect(try client.ask("ListApplications") == (try next.clients[0].ask("ListApplications")))
    let explain = #"{"token":"\#(token)","window":"w"}"#
    #expect(try client.ask("Explain", explain) == (try next.clients[0].ask("Explain", explain)))
  }

  @Test(arguments: [
    #"{"id":"r","shouldAutorotate":false,"supportedRaw":1025,"preferredRaw":16,"legacyMask":["portrait"]}"#,
    #"{"id":"r","supported":["android:locked"]}"#, #"{"id":"r","supported":["android:sensorLandscape"]}"#,
    #"{"id":"r","presented":{"id":"p","style":"custom","presenterStayed":true,"supported":["android:behind"]}}"#,
    #"{"id":"r","kind":"tabBar","selected":1,"asks":"visibleChild","children":[{"id":"a"},{"id":"b"}]}"#,
    #"{"id":"r","kind":"navigation","containerDelegate":{"supported":["landscape"],"preferred":"landscapeLeft"}}"#,
    #"{"id":"r","locksInterfaceOrientation":true,"presented":{"id":"p","kind":"alert"}}"#,
  ])
  func aTreeStaysAsItWasMeant(root: String) throws {
    let harness = try Harness()
    harness.service.deviceTurned(.landscapeLeft)
    let client = harness.connect()
    let token = try client.register(root: root)
    let next = try Successor(of: harness, [client])
    let old = try #require(harness.service.applications[token]?.windows["w"]?.state)
    let new = try #require(next.harness.service.applications[token]?.windows["w"]?.state)
    #expect(old == new)
    #expect(next.harness.service.state == harness.service.state)
    harness.service.deviceTurned(.portrait)
    next.harness.service.deviceTurned(.portrait)
    #expect(next.harness.service.state == harness.service.state)
  }

  @Test func theOrderOfThoseInFrontStays() throws {
    let harness = try Harness()
    let clients = try ["a", "b", "c"].map { id in
      let client = harness.connect()
      try client.register(id)
      return client
    }
    let next = try Successor(of: harness, [clients[2], clients[0], clients[1]])
    for id in ["c", "b", "a"] {
      #expect(next.harness.service.state.foreground?.application == id)
      next.clients[["a": 1, "b": 2, "c": 0][id] ?? 0].close()
    }
    #expect(next.harness.service.state.foreground == nil)
  }

  @Test func anAgentsWordStaysForAsLongAsTheAgent() throws {
    let harness = try Harness()
    let (chosen, other, agent) = (harness.connect(), harness.connect(), harness.connect())
    try chosen.register("chosen")
    try other.register("other")
    agent.send("SetForeground", #"{"application":"chosen"}"#)
    _ = agent.take()
    let next = try Successor(of: harness, [chosen, other, agent])
    #expect(next.harness.service.state == harness.service.state)
    #expect(next.harness.service.state.foreground?.application == "chosen")
    next.clients[2].close()
    #expect(next.harness.service.state.foreground?.application == "other")
  }

  @Test func whoWasInFrontAndIsGoneGivesWay() throws {
    let harness = try Harness()
    let (gone, left) = (harness.connect(), harness.connect())
    try left.register("left", supported: #"["portrait"]"#)
    try gone.register("gone", supported: Self.landscape)
    let serial = harness.service.state.serial
    let next = try Successor(of: harness, [left])
    #expect(next.harness.service.state.foreground?.application == "left")
    #expect(next.harness.service.state.interface == .portrait)
    #expect(next.harness.service.state.serial == serial + 1)
    let nobody = try Successor(of: harness, [])
    #expect(nobody.harness.service.state.foreground == nil)
  }

  @Test func theLockAndAWindowsOwnOrientationStay() throws {
    let harness = try Harness()
    let client = harness.connect()
    try client.register(supported: Self.landscape)
    client.send("Lock", #"{"orientation":"landscapeLeft"}"#)
    _ = client.take()
    harness.service.deviceTurned(.landscapeLeft)
    let next = try Successor(of: harness, [client])
    #expect(next.harness.service.state == harness.service.state)
    next.clients[0].send("Unlock")
    #expect(next.harness.service.state.interface == .landscapeRight)
  }

  @Test func anotherPanelIsPublished() throws {
    let harness = try Harness()
    harness.service.deviceTurned(.portrait)
    let next = try Successor(of: harness, [], options: .init(panel: Panel(natural: .landscape)))
    #expect(next.harness.service.state.serial == harness.service.state.serial + 1)
    #expect(next.harness.service.state.device == next.harness.service.device)
    #expect(next.harness.service.state.device != harness.service.state.device)
  }

  // MARK: Open calls

  @Test func aMonitorHearsWhatIsNewAndNothingTwice() throws {
    let harness = try Harness()
    let (reader, lagging) = (harness.connect(), harness.connect())
    harness.service.deviceTurned(.portrait)
    for client in [reader, lagging] {
      client.send("Monitor", more: true)
      _ = client.take()
    }
    lagging.reads = false
    harness.service.deviceTurned(.landscapeLeft)
    harness.service.deviceTurned(.portrait)
    _ = reader.take()
    let next = try Successor(of: harness, [reader, lagging])
    #expect(next.clients[0].take().isEmpty)
    // It was told of the left, whose bytes still wait, and not yet of portrait.
    let told = next.clients[1].take()
    #expect(told.map { $0.state?["device"]?.text } == ["landscapeLeft", "portrait"])
    #expect(told.last?.state?["serial"]?.number == Int64(harness.service.state.serial))
    next.harness.service.deviceTurned(.portrait)
    #expect(next.clients.allSatisfy { $0.take().isEmpty })
    next.harness.service.deviceTurned(.landscapeRight)
    for client in next.clients {
      let state = try #require(client.take().first?.state)
      #expect(state["serial"]?.number == Int64(harness.service.state.serial) + 1)
    }
    #expect(next.harness.service.isSensorNeeded && next.harness.service.readerCount == 2)
  }

  @Test func whoMaySeeLessSeesLess() throws {
    let harness = try Harness()
    let client = harness.connect()
    try client.register()
    let (reader, other) = (harness.connect(), harness.connect(uid: 2000))
    harness.roles[2000] = .other
    for client in [reader, other] {
      client.send("Monitor", more: true)
      _ = client.take()
    }
    let next = try Successor(of: harness, [client, reader, other], roles: [1000: .other, 2000: .active])
    // Nobody at the machine is registered: nobody is in front.
    #expect(next.clients[1].take().allSatisfy { $0.state?["foreground"] == .null })
    #expect(next.harness.service.state.foreground == nil)
  }

  @Test func aWatcherHearsWhatItHasNotHeard() throws {
    let harness = try Harness()
    let client = harness.connect()
    let token = try client.register(supported: Self.landscape)
    let watcher = harness.connect()
    watcher.send("WatchWindow", #"{"token":"\#(token)","window":"w"}"#, more: true)
    _ = watcher.take()
    watcher.reads = false
    harness.service.deviceTurned(.landscapeRight)
    harness.service.deviceTurned(.landscapeLeft)
    let next = try Successor(of: harness, [watcher, client])
    let told = next.clients[0].take().compactMap { $0.event?["interface"]?.text }
    #expect(told == ["landscapeLeft", "landscapeRight"])
    next.harness.service.deviceTurned(.landscapeRight)
    #expect(next.clients[0].take().compactMap { $0.event?["interface"]?.text } == ["landscapeLeft"])
    // Without the application there is nothing to watch.
    let alone = try Successor(of: harness, [watcher])
    #expect(alone.clients[0].take().last?["error"]?.text == "org.plumbd.Rotation.NoSuchApplication")
  }

  @Test func aFollowerOfApplicationsHearsWhoComesAndNothingTwice() throws {
    let harness = try Harness()
    let (follower, application) = (harness.connect(), harness.connect())
    try application.register("app")
    follower.send("ListApplications", more: true)
    _ = follower.take()
    let next = try Successor(of: harness, [follower, application])
    #expect(next.clients[0].take().isEmpty)
    next.clients[1].close()
    #expect(next.clients[0].take().map { $0["parameters"]?["applications"] } == [[]])
    // One who has not come back is told of at once.
    let alone = try Successor(of: harness, [follower])
    #expect(alone.clients[0].take().map { $0["parameters"]?["applications"] } == [[]])
  }

  @Test func whatAgentsSaidOfThePanelStaysInItsOrder() throws {
    let harness = try Harness()
    let (reader, first, last) = (harness.connect(), harness.connect(), harness.connect())
    reader.send("Monitor", more: true)
    first.send("SetPanel", #"{"on":true}"#)
    last.send("SetPanel", #"{"on":false}"#)
    for client in [reader, first, last] { _ = client.take() }
    let next = try Successor(of: harness, [reader, last, first])
    #expect(next.harness.service.isPanelOff && !next.harness.service.isSensorNeeded)
    next.clients[1].close()
    #expect(!next.harness.service.isPanelOff && next.harness.service.isSensorNeeded)
  }

  @Test func aReaderOfSamplesGoesOnAndMissesNoEvent() throws {
    let harness = try Harness()
    let client = harness.connect()
    client.send("Samples", more: true, interface: SensorInterface.name)
    client.reads = false
    for time in 0..<4 { harness.service.sampleFeed.publish(SampleEvent(.quiet, at: Double(time))) }
    let next = try Successor(of: harness, [client])
    #expect(next.clients[0].take().compactMap { $0["parameters"]?["event"]?["t"] }.count == 4)
    next.harness.service.sampleFeed.publish(SampleEvent(.tabletMode, at: 9))
    #expect(next.clients[0].take().first?["parameters"]?["event"]?["kind"]?.text == "tabletMode")
  }

  @Test func aQuestionThatWaitsForTheSensorIsAskedAgain() throws {
    let harness = try Harness()
    harness.isSensorUnheard = true
    let (state, list) = (harness.connect(), harness.connect())
    state.send("Monitor")
    list.send("List", interface: SensorInterface.name)
    #expect(state.take().isEmpty && list.take().isEmpty)
    let next = try Successor(of: harness, [state, list], isSensorUnheard: true)
    #expect(next.clients.allSatisfy { $0.take().isEmpty })
    next.harness.service.deviceTurned(.landscapeRight)
    #expect(next.clients[0].take().first?.state?["device"]?.text == "landscapeRight")
    #expect(next.clients[1].take().first?["parameters"]?["sensors"] == [])
  }

  @Test func aPendingQueryIsDecidedByTheDeclaredValues() throws {
    let harness = try Harness()
    let client = harness.connect()
    let token = try client.register(root: #"{"id":"r","dynamic":true,"supported":["landscapeLeft"]}"#)
    let watcher = harness.connect()
    watcher.send("WatchWindow", #"{"token":"\#(token)"}"#, more: true)
    client.send("SetNeedsUpdate", #"{"token":"\#(token)","window":"w"}"#)
    #expect(client.take().isEmpty)
    _ = watcher.take()
    let next = try Successor(of: harness, [client, watcher])
    #expect(client.take() == [["parameters": ["interface": "landscapeLeft"]]])
    #expect(try next.clients[0].refusal("Answer", #"{"token":"\#(token)","query":1}"#) == "NothingPending")
  }
}
