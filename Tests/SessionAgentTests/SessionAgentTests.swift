import Configuration
import Displays
import EventLoop
import FakeDaemon
import Glibc
import PlumbInterface
import TestSupport
import Testing

@testable import SessionAgent

@Suite(.serialized) struct SessionAgentTests {
  @Test func thePanelFollowsTheDaemonFromTheFirstSnapshotOn() throws {
    let harness = try AgentHarness()
    try harness.run("a snapshot") { harness.status.last == "portrait, transform normal" }
    #expect(harness.display?.applied == [])
    harness.daemon.publish(FakeDaemon.state(serial: 2, interface: .landscapeLeft))
    try harness.waitForPanel(.rotated90)
    harness.daemon.publish(FakeDaemon.state(serial: 3, interface: .landscapeRight))
    try harness.waitForPanel(.rotated270)
    #expect(harness.display?.applied == ["eDP-1 90", "eDP-1 270"])
    #expect(harness.status.last == "landscapeRight, transform 270")
  }

  @Test func aDisplayThatRestartsIsTurnedAgain() throws {
    let harness = try AgentHarness()
    harness.daemon.publish(FakeDaemon.state(serial: 2, interface: .landscapeLeft))
    try harness.waitForPanel(.rotated90)
    let first = try #require(harness.display)
    harness.nextDisplay = nil
    harness.tell(.lost(reason: "gone"))
    #expect(first.isClosed)
    #expect(harness.status.last == "landscapeLeft, transform 90; waiting for the display")
    let second = FakeDisplay()
    harness.nextDisplay = second
    try harness.folder.write("", to: "wayland-1")
    try harness.run("a new display") { harness.display === second }
    harness.tell(.outputsChanged)
    try harness.waitForPanel(.rotated90)
    #expect(second.applied == ["eDP-1 90"])
    #expect(harness.lines.lines.filter { $0.hasPrefix("notice: waiting for the display") }.count == 1)
  }

  @Test func aDaemonThatRestartsIsFollowedAgainAndThePanelStaysMeanwhile() throws {
    let harness = try AgentHarness(rules: "[film]\nsupported = landscape\n")
    harness.daemon.publish(FakeDaemon.state(serial: 2, interface: .landscapeLeft))
    try harness.waitForPanel(.rotated90)
    harness.bringForward(Toplevel(identity: 1, appID: "film"))
    try harness.waitForCalls(["register film", "front film"])
    try harness.restartDaemon()
    try harness.waitForCalls(["register film", "front film"])
    try harness.run("the new daemon's state") { harness.display?.outputs[0].transform == .normal }
    #expect(harness.lines.contain("notice: waiting for plumbd"))
    harness.daemon.publish(FakeDaemon.state(serial: 2, interface: .portraitUpsideDown))
    try harness.waitForPanel(.rotated180)
  }

  @Test func aDaemonThatIsNotThereAtTheStartIsSaid() throws {
    let (loop, folder, session, lines) = (try EventLoop(), try TemporaryFolder(), FakeSession(), Lines())
    session.isActive = true
    let options = SessionAgent.Options(socket: folder.file("none"))
    let rules = ApplicationRuleBook(files: ApplicationRuleFiles(ranks: []), entries: DesktopEntries(folders: []))
    let agent = try SessionAgent(
      loop: loop, options: options, session: session, rules: rules, display: nil, log: lines.log)
    agent.start()
    defer { agent.stop() }
    #expect(lines.lines.filter { $0.hasPrefix("notice: waiting for plumbd: ") && $0.contains("none") }.count == 1)
  }

  @Test func anApplicationWithARuleIsRegisteredWhileItIsInFront() throws {
    let harness = try AgentHarness(rules: "[film]\nsupported = landscape\n[notes]\nsupported = portrait\n")
    try harness.waitForCalls(["front nobody"])
    harness.bringForward(Toplevel(identity: 1, appID: "film"))
    try harness.waitForCalls(["register film", "front film"])
    let registered = harness.daemon.received.first { $0.member == "Register" }?.parameters["application"]
    #expect(registered?["supported"] == ["landscapeRight", "landscapeLeft"])
    // It travels over the application's own connection.
    try harness.run("its window to be said") { harness.daemon.received.contains { $0.member == "SetWindow" } }

    harness.bringForward(Toplevel(identity: 2, appID: "notes"))
    try harness.waitForCalls(["register film", "front film", "register notes", "front notes"])
    harness.bringForward(Toplevel(identity: 3, appID: "foot"))
    try harness.waitForCalls(["front notes", "front nobody"])
    // The state, the list, and the calls.
    try harness.run("the connections to end") { harness.daemon.connections == 3 }
  }

  @Test func nobodyCountsOnlyAfterAWhile() throws {
    let harness = try AgentHarness(rules: "[a]\nsupported = landscape\n[b]\nsupported = landscape\n")
    harness.bringForward(Toplevel(identity: 1, appID: "a"))
    try harness.waitForCalls(["register a", "front a"])
    harness.bringForward(nil)
    harness.bringForward(Toplevel(identity: 2, appID: "b"))
    try harness.waitForCalls(["register a", "front a", "register b", "front b"])
    harness.bringForward(nil)
    try harness.waitForCalls(["front b", "front nobody"])
  }

  @Test func whoRegistersItselfKeepsItsOwnMasks() throws {
    let harness = try AgentHarness(rules: "[film]\nsupported = portrait\n")
    harness.bringForward(Toplevel(identity: 1, appID: "film", pid: 77))
    try harness.waitForCalls(["register film", "front film"])
    harness.publish([application("something", pid: 77)])
    try harness.waitForCalls(["front film", "front 77"])
    // It is gone for a moment, too short to be told of: it is brought forward all the same.
    harness.publish([application("something", pid: 77)])
    try harness.waitForCalls(["front film", "front 77", "front 77"])
    harness.publish([])
    try harness.waitForCalls(["front 77", "register film", "front film"])
  }

  @Test func itsOwnRegistrationsAreNotTakenForTheApplications() throws {
    let harness = try AgentHarness(rules: "[film]\nsupported = portrait\n")
    harness.bringForward(Toplevel(identity: 1, appID: "film", pid: 77))
    try harness.waitForCalls(["register film", "front film"])
    harness.publish([application("film", pid: Int(getpid()))])
    harness.publish([application("film", pid: Int(getpid())), application("other", pid: 5)])
    try harness.waitForCalls(["register film", "front film", "front film", "front film"])
  }

  private func application(_ id: String, pid: Int) -> ApplicationStatus {
    ApplicationStatus(
      id: id, name: id, uid: 1000, pid: pid, profile: .modern, idiom: .pad, mask: [], maskSource: "", windows: [])
  }

  @Test func aDisplayThatTellsNothingLeavesTheFrontToTheApplications() throws {
    let harness = try AgentHarness()
    try harness.waitForCalls(["front nobody"])
    harness.display?.tellsFront = false
    harness.tell(.outputsChanged)
    try harness.run("a connection to end and one to begin") { harness.daemon.connections == 3 }
    harness.bringForward(Toplevel(identity: 1, appID: "film"))
    harness.daemon.publish(FakeDaemon.state(serial: 2, interface: .landscapeLeft))
    try harness.waitForPanel(.rotated90)
    #expect(harness.calls == ["front nobody"])
  }

  @Test func anInactiveSessionLeavesThePanelAndTheDaemonAlone() throws {
    let harness = try AgentHarness()
    harness.daemon.publish(FakeDaemon.state(serial: 2, interface: .landscapeLeft))
    try harness.waitForPanel(.rotated90)
    harness.session.isActive = false
    #expect(harness.status.last == "the session is not active")
    try harness.run("the connections to end") { harness.daemon.connections == 0 }
    harness.bringForward(Toplevel(identity: 1, appID: "film"))
    harness.session.isActive = true
    try harness.waitForPanel(.normal)
    try harness.waitForCalls(["front nobody"])
    #expect(harness.display?.applied == ["eDP-1 90", "eDP-1 normal"])
  }

  @Test func aSessionThatBeginsInactiveDoesNothing() throws {
    let harness = try AgentHarness(isActive: false)
    for _ in 0..<3 { try harness.loop.runOnce(timeout: 0.02) }
    #expect(harness.daemon.connections == 0)
    #expect(harness.status == ["the session is not active"])
  }

  @Test func aPanelThatIsOffIsToldAlsoToADaemonThatComesLater() throws {
    let harness = try AgentHarness()
    try harness.waitForCalls(["front nobody"])
    harness.display?.outputs[0].isEnabled = false
    harness.tell(.outputsChanged)
    try harness.run("panel off") { harness.panelCalls == ["panel off"] }
    try harness.restartDaemon()
    try harness.run("panel off again") { harness.panelCalls == ["panel off"] }
    harness.display?.outputs[0].isEnabled = true
    harness.tell(.outputsChanged)
    try harness.run("panel on") { harness.panelCalls == ["panel off", "panel on"] }
  }

  @Test func theCommandRunsWhenThePanelIsTurned() throws {
    let folder = try TemporaryFolder()
    let script = try folder.write(
      "#!/bin/sh\necho $PLUMB_ORIENTATION $PLUMB_TRANSFORM $PLUMB_ANGLE >> '\(folder.path)/out'\n", to: "hook")
    chmod(script, 0o755)
    func output() -> String {
      guard let file = fopen(folder.file("out"), "r") else { return "" }
      defer { fclose(file) }
      var bytes = [UInt8](repeating: 0, count: 4096)
      return String(decoding: bytes[..<fread(&bytes, 1, 4096, file)], as: UTF8.self)
    }
    let harness = try AgentHarness(options: .init(hook: [script]))
    try harness.run("the first run") { output() == "portrait normal 0\n" }
    harness.display?.failure = DisplayFailure("no")
    harness.daemon.publish(FakeDaemon.state(serial: 2, interface: .portraitUpsideDown))
    try harness.run("a refusal") { harness.lines.contain("stays as it is") }
    harness.display?.failure = nil
    harness.daemon.publish(FakeDaemon.state(serial: 3, interface: .landscapeLeft))
    try harness.run("the second run") { output() == "portrait normal 0\nlandscapeLeft 90 270\n" }

    let alone = try AgentHarness(options: .init(hook: [script]), hasDisplay: false)
    try alone.run("the run without a display") {
      output() == "portrait normal 0\nlandscapeLeft 90 270\nportrait normal 0\n"
    }
  }

  @Test func whatIsDeniedIsSaidAgain() throws {
    let harness = try AgentHarness()
    try harness.waitForCalls(["front nobody"])
    harness.daemon.answer("SetForeground") { $0.fail(.permissionDenied) }
    harness.publish([application("film", pid: 77)])
    harness.bringForward(Toplevel(identity: 1, appID: "film"))
    try harness.run("a complaint") { harness.lines.contain("does not take who is in front") }
    #expect(harness.lines.contain("the members of the group that [access] group in plumbd.conf names"))
    harness.daemon.answer("SetForeground") { $0.reply(Rotation.Nothing()) }
    let count = harness.calls.count
    try harness.run("another attempt") { harness.calls.count > count && harness.calls.last == "front film" }
    #expect(harness.lines.lines.filter { $0.contains("does not take who is in front") }.count == 1)
  }

  @Test func rulesThatHaveChangedCountAfterReload() throws {
    let harness = try AgentHarness()
    harness.bringForward(Toplevel(identity: 1, appID: "film"))
    try harness.waitForCalls(["front nobody"])
    try harness.folder.write("[film]\nsupported = portrait\n[x]\nsupported = up\n", to: "rules.conf")
    harness.agent?.reload()
    try harness.waitForCalls(["register film", "front film"])
    #expect(harness.lines.contain("rules.conf:4: [x] supported: \"up\" is not allowed"))
  }

  @Test func theEndOfTheSessionIsNoticed() throws {
    let harness = try AgentHarness()
    var hasEnded = false
    harness.agent?.onSessionEnd = { hasEnded = true }
    unlink(harness.folder.file("rules.conf"))
    rmdir(harness.folder.path)
    try harness.run("the end of the session") { hasEnded }
  }
}
