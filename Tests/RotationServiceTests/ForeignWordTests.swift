import Orientation
import PlumbInterface
import Testing

@testable import RotationService

/// Words of Android and of the W3C, as web shells and Android containers say them on the socket.
@Suite struct ForeignWordTests {
  nonisolated struct Word: Sendable, CustomTestStringConvertible {
    let word: String
    let mask: Int
    let heedsLock: Bool
    let follows: Bool
    var testDescription: String { word }
    init(_ word: String, _ mask: Int, heedsLock: Bool = true, follows: Bool = true) {
      self.word = word
      self.mask = mask
      self.heedsLock = heedsLock
      self.follows = follows
    }
  }

  nonisolated static let portraitPanel: [Word] = [
    Word("android:unspecified", 26), Word("android:-1", 26), Word("android:landscape", 8), Word("android:0", 8),
    Word("android:portrait", 2), Word("android:1", 2), Word("android:user", 26), Word("android:2", 26),
    Word("android:behind", 30), Word("android:3", 30), Word("android:sensor", 26, heedsLock: false),
    Word("android:4", 26, heedsLock: false), Word("android:nosensor", 2, heedsLock: false, follows: false),
    Word("android:5", 2, heedsLock: false, follows: false), Word("android:sensorLandscape", 24, heedsLock: false),
    Word("android:6", 24, heedsLock: false), Word("android:sensorPortrait", 6, heedsLock: false),
    Word("android:7", 6, heedsLock: false), Word("android:reverseLandscape", 16), Word("android:8", 16),
    Word("android:reversePortrait", 4), Word("android:9", 4), Word("android:fullSensor", 30, heedsLock: false),
    Word("android:10", 30, heedsLock: false), Word("android:userLandscape", 24), Word("android:11", 24),
    Word("android:userPortrait", 6), Word("android:12", 6), Word("android:fullUser", 30), Word("android:13", 30),
    Word("android:locked", 2, follows: false), Word("android:14", 2, follows: false), Word("w3c:any", 30),
    Word("w3c:natural", 2), Word("w3c:portrait", 6), Word("w3c:landscape", 24), Word("w3c:portrait-primary", 2),
    Word("w3c:portrait-secondary", 4), Word("w3c:landscape-primary", 8), Word("w3c:landscape-secondary", 16),
  ]

  @Test(arguments: portraitPanel)
  func aRegisteredWordIsItsMask(_ word: Word) throws {
    let client = try Harness().connect()
    _ = try client.ask("Register", #"{"application":{"id":"a","supported":["\#(word.word)"]}}"#)
    let mask = InterfaceOrientationMask(rawValue: word.mask)
    let reply = try client.ask("ListApplications")
    #expect(reply["applications"]?[0]?["mask"] == .array(mask.words.map { .string($0) }))
  }

  @Test(arguments: [
    ("w3c:natural", ["landscapeRight"]), ("android:nosensor", ["landscapeRight"]),
    ("w3c:landscape-primary", ["landscapeRight"]), ("w3c:portrait-primary", ["portrait"]),
  ])
  func aLandscapePanelHasAnotherNature(word: String, mask: [String]) throws {
    let client = try Harness(options: .init(panel: Panel(natural: .landscape))).connect()
    _ = try client.ask("Register", #"{"application":{"id":"a","supported":["\#(word)"]}}"#)
    let reply = try client.ask("ListApplications")
    #expect(reply["applications"]?[0]?["mask"] == .array(mask.map { .string($0) }))
  }

  @Test(arguments: portraitPanel)
  func aControllersWordIsItsMaskAndHeedsTheLockOrNot(_ word: Word) throws {
    let harness = try Harness()
    harness.service.deviceTurned(.portrait)
    let client = harness.connect()
    let token = try client.register("a", supported: #"["\#(word.word)"]"#)
    harness.service.deviceTurned(.landscapeRight)
    let allowsLeft = word.follows && word.mask & InterfaceOrientationMask.landscapeLeft.rawValue != 0
    #expect((harness.service.state.interface == .landscapeLeft) == allowsLeft)

    _ = try client.ask("Lock")
    let locked = harness.service.state.interface
    harness.service.deviceTurned(.landscapeLeft)
    let isHeld = word.heedsLock || word.mask & InterfaceOrientationMask.landscapeRight.rawValue == 0 || !word.follows
    #expect(harness.service.state.interface == (isHeld ? locked : .landscapeRight))
    _ = try client.ask("Explain", #"{"token":"\#(token)","window":"w"}"#)
  }

  @Test func aLockDoesNotTurnWhoDoesNotHeedIt() throws {
    let harness = try Harness()
    harness.service.deviceTurned(.landscapeLeft)
    let client = harness.connect()
    let token = try client.register(supported: #"["android:fullSensor"]"#)
    _ = try client.ask("Lock", #"{"orientation":"portrait"}"#)
    #expect(harness.service.state.interface == .landscapeRight)
    let window = #"{"token":"\#(token)","window":"w"}"#
    _ = try client.ask("Deactivate", window)
    #expect(harness.service.state.interface == .portrait)
    #expect(try client.ask("Activate", window)["interface"] == "landscapeRight")
  }

  @Test func behindTakesTheAnswerOfWhatLiesBeneath() throws {
    let harness = try Harness()
    harness.service.deviceTurned(.portrait)
    let client = harness.connect()
    let overlay = #"{"id":"over","supported":["android:behind"]}"#
    try client.register(root: #"{"id":"root","supported":["portrait"],"presented":\#(overlay)}"#)
    harness.service.deviceTurned(.landscapeLeft)
    #expect(harness.service.state.interface == .portrait)
    #expect(try client.ask("Explain")["decision"]?["target"] == "root")
  }

  @Test(arguments: ["android:diagonal", "w3c:sideways", "ios:portrait", "android:15"])
  func unknownWordsAreRefusedWhereverTheyStand(word: String) throws {
    let client = try Harness().connect()
    #expect(
      try client.refusal("Register", #"{"application":{"id":"a","supported":["\#(word)"]}}"#) == "InvalidParameter")
    let token = try client.register()
    client.send(
      "SetWindow",
      #"{"token":"\#(token)","window":"w","root":{"id":"r","children":[{"id":"c","supported":["all","\#(word)"]}]}}"#)
    let replies = client.take()
    #expect(replies.first?["error"] == "org.varlink.service.InvalidParameter")
    #expect(replies.first?["parameters"]?["parameter"] == "root.children[0].supported[1]")
  }
}
