import TestSupport
import Testing

/// What those who follow the state are told, with the mock as the device.
@Suite struct MonitorTests {
  @Test func eachTurnIsToldOnceInAllWords() throws {
    let daemon = try TestDaemon()
    let client = try daemon.monitor()
    try client.state { $0["device"]?.text == "portrait" && $0["sensor"]?["stale"]?.truth == false }
    var lastSerial: Int64 = 0
    for (pose, interface, angle, transform, proxy) in [
      ("landscapeLeft", "landscapeRight", 90, "270", "right-up"),
      ("portraitUpsideDown", "portraitUpsideDown", 180, "180", "bottom-up"),
      ("landscapeRight", "landscapeLeft", 270, "90", "left-up"), ("portrait", "portrait", 0, "normal", "normal"),
    ] {
      #expect(try daemon.ctl("mock", "pose", pose).status == 0)
      let state = try #require(try client.reply()["state"])
      #expect(state["device"]?.text == pose)
      #expect(state["interface"]?.text == interface)
      #expect(state["angle"]?.number == Int64(angle))
      #expect(state["transform"]?.text == transform)
      #expect(state["proxyName"]?.text == proxy)
      #expect(state["reason"]?.text == "turned")
      let serial = try #require(state["serial"]?.number)
      #expect(lastSerial == 0 || serial == lastSerial + 1)
      lastSerial = serial
    }
  }

  @Test func flatIsToldAndTurnsNothing() throws {
    let daemon = try TestDaemon()
    let client = try daemon.monitor()
    try client.state { $0["device"]?.text == "portrait" }
    #expect(try daemon.ctl("mock", "pose", "landscapeLeft").status == 0)
    try client.state(interface: "landscapeRight")
    #expect(try daemon.ctl("mock", "pose", "faceUp").status == 0)
    let flat = try client.state { $0["device"]?.text == "faceUp" }
    #expect(flat["interface"]?.text == "landscapeRight")
  }

  @Test func withoutMoreTheAnswerIsThePresentPoseNotAnOldOne() throws {
    let daemon = try TestDaemon()
    #expect(try daemon.ctl("mock", "pose", "landscapeRight").status == 0)
    let client = try daemon.connect()
    client.call("org.plumbd.Rotation.Monitor")
    let state = try #require(try client.reply()["state"])
    #expect(state["device"]?.text == "landscapeRight")
    #expect(state["sensor"]?["stale"]?.truth == false)
  }

  /// The mock is started anew when the panel is on again, and what is told then is how the device is held by now.
  @Test func withThePanelOffNobodyIsToldAndThenAtOnce() throws {
    let daemon = try TestDaemon()
    let client = try daemon.monitor()
    try client.state { $0["device"]?.text == "portrait" && $0["sensor"]?["stale"]?.truth == false }
    let agent = try Program("plumbctl", ["panel", "off", "--json"], environment: ["PLUMBD_SOCKET": daemon.socket])
    #expect(agent.nextLine() == "{}")
    // The sensor lingers for a moment, and tells in that time.
    var poses = ["portrait", "landscapeLeft"]
    let deadline = Deadline()
    repeat {
      poses.swapAt(0, 1)
      #expect(try daemon.ctl("mock", "pose", poses[0]).status == 0)
    } while (try? client.next(within: 3)) != nil && !deadline.isOver
    #expect(!deadline.isOver, "the sensor was never switched off")
    #expect(agent.terminate() == 0)
    #expect(try #require(try client.reply()["state"])["device"]?.text == poses[0])
  }

  @Test func aSensorThatGoesIsReportedAndTheOrientationKept() throws {
    let daemon = try TestDaemon()
    let client = try daemon.monitor()
    #expect(try daemon.ctl("mock", "pose", "landscapeLeft").status == 0)
    try client.state(interface: "landscapeRight")
    #expect(try daemon.ctl("mock", "remove").status == 0)
    let gone = try client.state { $0["sensor"]?["available"]?.truth == false }
    #expect(gone["interface"]?.text == "landscapeRight")
    #expect(gone["reason"]?.text == "sensorLost")
    #expect(try daemon.ctl("mock", "pose", "portrait").status == 1)
    #expect(try daemon.ctl("mock", "add").status == 0)
    let back = try client.state { $0["sensor"]?["available"]?.truth == true }
    #expect(back["reason"]?.text == "sensorAppeared")
    #expect(try daemon.ctl("mock", "pose", "portrait").status == 0)
    try client.state(interface: "portrait")
  }

  @Test func aLaptopDoesNotFollowAndATabletDoesAtOnce() throws {
    let daemon = try TestDaemon()
    let client = try daemon.monitor()
    #expect(try daemon.ctl("mock", "pose", "landscapeLeft").status == 0)
    try client.state(interface: "landscapeRight")
    client.close()
    let second = try daemon.monitor()
    let mock = try daemon.connect()
    mock.call("org.plumbd.Mock.SetTabletMode", #"{"on":false}"#)
    _ = try mock.reply()
    #expect(try second.state(interface: "portrait")["reason"]?.text == "tabletMode")
    mock.call("org.plumbd.Mock.SetTabletMode", #"{"on":true}"#)
    _ = try mock.reply()
    #expect(try second.state(interface: "landscapeRight")["reason"]?.text == "tabletMode")
  }

  @Test func aSensorThatIsReadIsNotSaidToBeSilentFoldedOrNot() throws {
    let daemon = try TestDaemon()
    let mock = try daemon.connect()
    mock.call("org.plumbd.Mock.SetTabletMode", #"{"on":false}"#)
    _ = try mock.reply()
    let client = try daemon.monitor()
    try client.state { $0["sensor"]?["available"] == true && $0["sensor"]?["stale"] == false }
    mock.call("org.plumbd.Mock.SetPose", #"{"device":"landscapeLeft"}"#)
    _ = try mock.reply()
    mock.call("org.plumbd.Mock.SetTabletMode", #"{"on":true}"#)
    _ = try mock.reply()
    #expect(try client.state(interface: "landscapeRight")["sensor"]?["stale"] == false)
  }

  @Test func theLockStopsFollowingAndUnlockFollowsAtOnce() throws {
    let daemon = try TestDaemon()
    let client = try daemon.monitor()
    try client.state { $0["device"]?.text == "portrait" }
    #expect(try daemon.ctl("lock").status == 0)
    #expect(try client.state { $0["locked"]?.text == "portrait" }["reason"]?.text == "locked")
    #expect(try daemon.ctl("mock", "pose", "landscapeLeft").status == 0)
    let turned = try client.state { $0["device"]?.text == "landscapeLeft" }
    #expect(turned["interface"]?.text == "portrait")
    #expect(try daemon.ctl("unlock").status == 0)
    let free = try client.state { $0["locked"] == .null }
    #expect(free["interface"]?.text == "landscapeRight")
    #expect(free["reason"]?.text == "unlocked")
  }

  @Test func aLandscapePanelHasItsOwnWords() throws {
    let daemon = try TestDaemon(configuration: "[panel]\nnatural = landscape\n")
    let client = try daemon.monitor()
    let upright = try client.state { $0["device"]?.text != "unknown" }
    #expect(upright["interface"]?.text == "landscapeRight")
    #expect(upright["angle"]?.number == 0)
    #expect(try daemon.ctl("mock", "pose", "landscapeRight").status == 0)
    let turned = try client.state(interface: "portrait")
    #expect(turned["angle"]?.number == 270)
    #expect(turned["proxyName"]?.text == "left-up")
  }
}
