import FakeDaemon
import JSON
import Orientation
import Plumb
import PlumbInterface
import Testing
import Varlink

@testable import plumbctl

@Suite struct SteeringTests {
  @Test(
    arguments: [
      (["lock"], "Lock", [:]), (["lock", "landscapeLeft"], "Lock", ["orientation": "landscapeLeft"]),
      (["lock", "portrait-upside-down"], "Lock", ["orientation": "portraitUpsideDown"]),
      (["unlock"], "Unlock", [:]), (["rotate", "portrait"], "Rotate", ["orientation": "portrait"]),
      (["reload"], "Reload", [:]), (["mock", "pose", "faceDown"], "SetPose", ["device": "faceDown"]),
      (["mock", "pose", "face-up"], "SetPose", ["device": "faceUp"]),
      (["mock", "accel", "0", "-9.81", "0"], "SetAcceleration", ["x": 0, "y": -9.81, "z": 0]),
      (["mock", "accel", "-1", "-2", "--json", "-3e0"], "SetAcceleration", ["x": -1, "y": -2, "z": -3]),
      (["mock", "accel", "--", "-1", "0", "0"], "SetAcceleration", ["x": -1, "y": 0, "z": 0]),
      (["mock", "tablet-mode", "on"], "SetTabletMode", ["on": true]),
      (["mock", "tablet-mode", "off"], "SetTabletMode", ["on": false]), (["mock", "remove"], "Remove", [:]),
      (["mock", "add"], "Add", [:]),
    ] as [([String], String, JSONValue)])
  func theDaemonIsAsked(words: [String], member: String, parameters: JSONValue) throws {
    let daemon = try FakeDaemon()
    defer { daemon.stop() }
    let outcome = plumbctl(words, daemon: daemon)
    #expect(outcome.status == 0)
    #expect(outcome.output.error.isEmpty)
    #expect(daemon.received == [.init(member: member, parameters: parameters)])
  }

  @Test(
    arguments: [
      (nil, ["lock", "--toggle"], "Lock", [:]), (InterfaceOrientation.portrait, ["lock", "--toggle"], "Unlock", [:]),
      (nil, ["lock", "--toggle", "landscapeLeft"], "Lock", ["orientation": "landscapeLeft"]),
    ] as [(InterfaceOrientation?, [String], String, JSONValue)])
  func aKeyLocksAndUnlocks(locked: InterfaceOrientation?, words: [String], member: String, parameters: JSONValue) throws
  {
    let daemon = try FakeDaemon(answers: [
      "Monitor": { $0.reply(Rotation.MonitorReply(state: FakeDaemon.state(locked: locked))) }
    ])
    defer { daemon.stop() }
    #expect(plumbctl(words, daemon: daemon).status == 0)
    #expect(daemon.received.last == .init(member: member, parameters: parameters))
    #expect(daemon.received.map(\.member) == ["Monitor", member])
  }

  @Test(arguments: ["lock", "unlock"]) func whatTheNextStartDoesNotFindIsWarnedOf(word: String) throws {
    let daemon = try FakeDaemon(answers: [
      "Lock": { $0.reply(Rotation.LockReply(warning: "a full\ndisk")) },
      "Unlock": { $0.reply(Rotation.LockReply(warning: "a full\ndisk")) },
    ])
    defer { daemon.stop() }
    let outcome = plumbctl(word, daemon: daemon)
    #expect(outcome.status == 0 && outcome.output.standard.isEmpty)
    #expect(outcome.output.error == "plumbctl: warning: a full\\ndisk\n")
    #expect(plumbctl(word, "--json", daemon: daemon).output.standard == "{\"warning\":\"a full\\ndisk\"}\n")
  }

  @Test func rotateSaysWhatCameOfIt() throws {
    let daemon = try FakeDaemon()
    defer { daemon.stop() }
    #expect(plumbctl("rotate", "landscapeLeft", daemon: daemon).output.standard == "portrait\n")
    #expect(
      plumbctl("rotate", "landscapeLeft", "--json", daemon: daemon).output.standard == "{\"interface\":\"portrait\"}\n")
    #expect(plumbctl("lock", "--json", daemon: daemon).output.standard == "{}\n")
    #expect(plumbctl("lock", daemon: daemon).output.standard.isEmpty)
  }

  @Test func aRefusedConfigurationIsListed() throws {
    let daemon = try FakeDaemon(answers: [
      "Reload": { $0.fail(RotationError.configurationRefused(problems: ["a:1: no", "a:2: nor this"]).varlinkError) }
    ])
    defer { daemon.stop() }
    let outcome = plumbctl("reload", daemon: daemon)
    #expect(outcome.status == 1)
    #expect(
      outcome.output.error
        == "plumbctl: the new configuration was refused and the old one is in force:\na:1: no\na:2: nor this\n")
  }

  @Test func reloadingIsForFewer() throws {
    let daemon = try FakeDaemon(answers: ["Reload": { $0.fail(.permissionDenied) }])
    defer { daemon.stop() }
    let outcome = plumbctl("reload", daemon: daemon)
    #expect(outcome.status == 1)
    #expect(
      outcome.output.error
        == "plumbctl: permission denied: this is for root and for the user that the daemon runs as\n")
  }

  @Test(arguments: [
    ("Lock", ["lock"]), ("Unlock", ["unlock"]), ("Rotate", ["rotate", "portrait"]), ("SetPanel", ["panel", "off"]),
    ("Samples", ["record"]), ("SetPose", ["mock", "pose", "faceUp"]), ("Explain", ["explain"]),
  ])
  func whoeverMayNotIsToldWhoMay(member: String, words: [String]) throws {
    let daemon = try FakeDaemon(answers: [member: { $0.fail(.permissionDenied) }])
    defer { daemon.stop() }
    let outcome = plumbctl(words, daemon: daemon)
    #expect(outcome.status == 1)
    #expect(
      outcome.output.error == """
        plumbctl: permission denied: this is for root and the user of the active session; where no logind runs, \
        for the members of the group that [access] group in plumbd.conf names

        """)
  }

  @Test(arguments: [
    (VarlinkError.permissionDenied, "\(DaemonError.failed(.permissionDenied))"),
    (
      VarlinkError(name: "org.plumbd.Mock.NoSensor"),
      "the mock's sensor has been removed; 'plumbctl mock add' plugs it in again"
    ),
    (
      VarlinkError.interfaceNotFound("org.plumbd.Mock"),
      "the daemon reads a real sensor; only one that was started with --mock can be moved"
    ),
    (VarlinkError(name: "org.plumbd.Mock.Tired", parameters: ["hours": 9]), "org.plumbd.Mock.Tired {\"hours\":9}"),
  ])
  func aRefusalIsOneLine(error: VarlinkError, message: String) throws {
    let daemon = try FakeDaemon(answers: ["SetPose": { $0.fail(error) }])
    defer { daemon.stop() }
    let outcome = plumbctl("mock", "pose", "faceUp", daemon: daemon)
    #expect(outcome.status == 1)
    #expect(outcome.output.error == "plumbctl: \(message)\n")
  }
}
