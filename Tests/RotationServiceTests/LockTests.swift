import Orientation
import PlumbInterface
import Testing

@testable import RotationService

/// The user's lock, the single turn, and a configuration that changes meanwhile.
@Suite struct LockTests {
  @Test func theLockIsKeptAndFollowedNoMore() throws {
    let harness = try Harness()
    let user = harness.connect()
    harness.service.deviceTurned(.landscapeLeft)
    _ = try user.ask("Lock")
    #expect(harness.keptLocks == [.landscapeRight])
    harness.service.deviceTurned(.portrait)
    #expect(harness.service.state.interface == .landscapeRight)
    #expect(harness.service.state.device == .portrait)
    _ = try user.ask("Unlock")
    #expect(harness.keptLocks == [.landscapeRight, nil])
    #expect(harness.service.state.interface == .portrait)
    #expect(harness.service.state.reason == .unlocked)
  }

  @Test func aLockThatCannotBeKeptHoldsAndItsCallerLearnsOfIt() throws {
    let harness = try Harness()
    let user = harness.connect()
    harness.lockProblem = "the disk is full"
    #expect(try user.ask("Lock", #"{"orientation":"landscapeLeft"}"#) == ["warning": "the disk is full"])
    #expect(harness.service.state.locked == .landscapeLeft)
    #expect(try user.ask("Unlock") == ["warning": "the disk is full"])
    #expect(harness.service.state.locked == nil)
    harness.lockProblem = nil
    #expect(try user.ask("Unlock") == [:], "what could not be forgotten can be forgotten later")
    #expect(harness.keptLocks == [.landscapeLeft, nil, nil])
    #expect(try user.ask("Lock") == [:])
  }

  @Test func aKeptLockHoldsFromTheStart() throws {
    let harness = try Harness(lock: .landscapeLeft)
    #expect(harness.service.state.interface == .landscapeLeft)
    #expect(harness.service.state.locked == .landscapeLeft)
    harness.service.deviceTurned(.portraitUpsideDown)
    #expect(harness.service.state.interface == .landscapeLeft)
  }

  @Test func aMaskOutranksTheLockAndItsLeavingGivesItBack() throws {
    let harness = try Harness()
    harness.service.deviceTurned(.portrait)
    let user = harness.connect()
    _ = try user.ask("Lock")
    let game = harness.connect()
    try game.register(supported: #"["landscape"]"#)
    #expect(harness.service.state.interface == .landscapeRight)
    game.close()
    #expect(harness.service.state.interface == .portrait)
  }

  @Test func aSingleTurnHoldsUntilTheNextTurnOfTheDevice() throws {
    let harness = try Harness()
    harness.service.deviceTurned(.portrait)
    let user = harness.connect()
    #expect(try user.ask("Rotate", #"{"orientation":"landscapeLeft"}"#)["interface"] == "landscapeLeft")
    harness.service.deviceTurned(.portraitUpsideDown)
    #expect(harness.service.state.interface == .portraitUpsideDown)
    let reader = harness.connect()
    try reader.register(supported: #"["portrait"]"#)
    #expect(try user.refusal("Rotate", #"{"orientation":"landscapeLeft"}"#) == "GeometryRequestRefused")
  }

  @Test func aNewConfigurationIsInForceAtOnce() throws {
    let harness = try Harness()
    harness.service.deviceTurned(.portrait)
    harness.service.apply(.init(defaultMask: .landscape))
    #expect(harness.service.state.interface == .portrait, "a mask alone turns nothing")
    harness.service.deviceTurned(.landscapeRight)
    #expect(harness.service.state.interface == .landscapeLeft)
    harness.service.apply(.init(panel: Panel(natural: .landscape)))
    #expect(harness.service.state.device == .portrait)
  }

  @Test func reloadIsForRootAndReportsWhatIsWrong() throws {
    let harness = try Harness()
    harness.roles[0] = .trusted
    harness.reloadProblems = ["plumbd.conf:1: wrong"]
    #expect(try harness.connect(uid: 1000).refusal("Reload") == "PermissionDenied")
    #expect(try harness.connect(uid: 0).refusal("Reload") == "ConfigurationRefused")
    harness.reloadProblems = []
    _ = try harness.connect(uid: 0).ask("Reload")
  }

  @Test func theLastDecisionIsExplained() throws {
    let harness = try Harness()
    let user = harness.connect()
    #expect(try user.refusal("Explain") == "NothingPending")
    harness.service.deviceTurned(.landscapeLeft)
    let decision = try #require(try user.ask("Explain")["decision"])
    #expect(decision["interface"] == "landscapeRight" && decision["window"] == nil)
    #expect(decision["applicationMaskSource"] == "[default] supported of the configuration")
    try user.register("reader")
    #expect(try user.ask("Explain")["decision"]?["window"]?["application"] == "reader")
    harness.roles[2000] = .other
    #expect(try harness.connect(uid: 2000).refusal("Explain") == "PermissionDenied")
  }
}
