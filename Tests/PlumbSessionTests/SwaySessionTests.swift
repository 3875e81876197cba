import Displays
import Glibc
import JSON
import TestSupport
import Testing

/// Mock daemon, plumb-session and sway.
@Suite(.serialized, .enabled(if: TestCompositor.Kind.sway.isThere, "sway is not installed"))
struct SwaySessionTests {
  private let compositor: TestCompositor

  init() throws { compositor = try TestCompositor(configuration: "output HEADLESS-1 mode --custom 800x1280@60Hz") }

  private func start(_ words: [String] = ["--output", "HEADLESS-1"], rules: String = "") throws -> Session {
    try Session(words, environment: compositor.clientEnvironment, rules: rules)
  }

  /// Waits until sway shows an output so.
  ///
  /// Sway counts clockwise in its IPC, where the protocol counts the other way.
  private func wait(for transform: OutputTransform, of session: Session, on output: String = "HEADLESS-1") throws {
    let word = ["90": "270", "270": "90"][transform.word] ?? transform.word
    do {
      try compositor.output(output) { $0["transform"]?.text == word }
    } catch {
      session.program.terminate()
      throw Missing(what: "\(transform) on \(output): \(error) \(session.program.standardError)")
    }
  }

  /// Waits until a window of an application is there; the one that comes next is in front of it.
  private func waitForWindow(_ id: String) throws {
    try PlumbSessionTests.wait(for: "window of \(id)") {
      let (program, _) = try Program.run(
        "/usr/bin/swaymsg", ["--raw", "-t", "get_tree"], environment: compositor.clientEnvironment)
      return program.standardOutput.contains("\"app_id\": \"\(id)\"")
    }
  }

  @Test func theScreenFollowsTheDevice() throws {
    let session = try start()
    for (pose, transform) in [
      ("landscapeRight", OutputTransform.rotated90), ("portraitUpsideDown", .rotated180),
      ("landscapeLeft", .rotated270), ("portrait", .normal),
    ] {
      try session.pose(pose)
      try wait(for: transform, of: session)
      let isSideways = transform == .rotated90 || transform == .rotated270
      let rectangle = try compositor.output()["rect"]
      #expect(rectangle?["width"]?.number == (isSideways ? 1280 : 800))
      #expect(rectangle?["height"]?.number == (isSideways ? 800 : 1280))
    }
    #expect(session.program.terminate() == 0)
  }

  @Test func aPanelThatIsRightIsLeftAlone() throws {
    try compositor.swaymsg("output", "HEADLESS-1", "transform", "90")
    let session = try Session(
      ["--output", "HEADLESS-1"], environment: compositor.clientEnvironment, configuration: "[panel]\noffset = 90\n")
    try session.program.waitForError("panel") { $0.contains("the panel is HEADLESS-1") }
    try session.pose("portraitUpsideDown")
    try wait(for: .rotated90, of: session)
    try session.program.waitForError("word of it") { $0.contains("HEADLESS-1 shows 90") }
    // What it did is all that it did: nothing at the start.
    #expect(session.program.standardError.split(separator: "\n").filter { $0.contains("shows") }.count == 1)
  }

  @Test func anApplicationWithARuleTurnsThePanelWhileItIsInFront() throws {
    let session = try start(rules: "[film]\nsupported = landscape\n")
    try session.pose("portrait")
    try wait(for: .normal, of: session)
    let other = try compositor.client("/usr/bin/foot", ["--app-id", "other"])
    try waitForWindow("other")
    let film = try compositor.client("/usr/bin/foot", ["--app-id", "film"])
    try PlumbSessionTests.wait(for: "landscape", of: session.program) {
      let word = try compositor.output()["transform"]?.text
      return word == "90" || word == "270"
    }
    #expect(try session.daemon.ctl("apps").output.contains("film"))
    film.send(signal: SIGTERM)
    try wait(for: .normal, of: session)
    try PlumbSessionTests.wait(for: "end of its registration") {
      try !session.daemon.ctl("apps").output.contains("film")
    }
    other.send(signal: SIGTERM)
  }

  @Test func anApplicationThatRegistersItselfIsBroughtForward() throws {
    let session = try start(rules: "[film]\nsupported = portrait\n")
    let film = try compositor.client("/usr/bin/foot", ["--app-id", "film"])
    try session.program.waitForError("sign of the rule") { $0.contains("in front: film, by ") }
    // Its own word counts, although it comes late.
    let client = try session.daemon.connect()
    client.call("org.plumbd.Rotation.Register", #"{"application":{"id":"film","supported":["landscapeLeft"]}}"#)
    let token = try #require(try client.reply()["token"]?.text)
    client.call("org.plumbd.Rotation.SetWindow", #"{"token":"\#(token)","window":"main"}"#)
    try wait(for: .rotated90, of: session)
    client.close()
    try wait(for: .normal, of: session)
    film.send(signal: SIGTERM)
  }

  @Test func theCompositorMayRestart() throws {
    let session = try start()
    try session.pose("landscapeRight")
    try wait(for: .rotated90, of: session)
    try compositor.kill()
    try session.program.waitForError("sign of patience") { $0.contains("waiting for the display") }
    try compositor.restart()
    try wait(for: .rotated90, of: session)
    try session.pose("portraitUpsideDown")
    try wait(for: .rotated180, of: session)
  }

  @Test func theDaemonMayRestart() throws {
    let session = try start(rules: "[film]\nsupported = landscape-left\n")
    let film = try compositor.client("/usr/bin/foot", ["--app-id", "film"])
    try wait(for: .rotated90, of: session)
    session.daemon.program.send(signal: SIGKILL)
    try session.daemon.program.waitForEnd()
    try session.program.waitForError("sign of patience") { $0.contains("waiting for plumbd") }
    try session.daemon.restart()
    try PlumbSessionTests.wait(for: "registration anew", of: session.program) {
      try session.daemon.ctl("apps").output.contains("film")
    }
    try session.pose("portraitUpsideDown")
    try wait(for: .rotated90, of: session)
    film.send(signal: SIGTERM)
    try wait(for: .rotated180, of: session)
  }

  @Test func aProgramInsidePlumbctlRunIsKnownByItsProcess() throws {
    let session = try start()
    try session.pose("portrait")
    let environment = compositor.clientEnvironment.merging(["PLUMBD_SOCKET": session.daemon.socket]) { $1 }
    let run = try Program(
      "plumbctl", ["run", "--supported", "landscapeLeft", "--", "/usr/bin/foot", "--app-id", "game"],
      environment: environment)
    try session.program.waitForError("sign of it") { $0.contains("in front: the application of process \(run.pid)") }
    try wait(for: .rotated90, of: session)
    let other = try compositor.client("/usr/bin/foot", ["--app-id", "other"])
    try wait(for: .normal, of: session)
    other.send(signal: SIGTERM)
    try wait(for: .rotated90, of: session)
    run.send(signal: SIGTERM)
    try wait(for: .normal, of: session)
  }

  @Test func thePanelThatIsNotNamedIsNotGuessed() throws {
    let session = try start([])
    try session.program.waitForError("word of it") {
      $0.contains("no output is a built-in panel (eDP, LVDS, DSI); say which one is with --output: HEADLESS-1")
    }
    #expect(session.program.terminate() == 0)
  }
}

/// What Debian 12's sway cannot do to a headless output: unplug it, and switch it off.
@Suite(
  .serialized,
  .enabled(if: TestCompositor.Kind.debian13("sway").isThere, "make compositors has not fetched Debian 13's"))
struct OutputsThatGoTests {
  @Test func anOutputMayBeUnplugged() throws {
    let compositor = try TestCompositor(
      .debian13("sway"), configuration: "output HEADLESS-1 mode --custom 800x1280@60Hz")
    try compositor.swaymsg("create_output")
    try compositor.swaymsg("output HEADLESS-2 mode --custom 600x900@60Hz")
    let session = try Session(["--output", "HEADLESS-2"], environment: compositor.clientEnvironment)
    try session.pose("landscapeRight")
    try compositor.output("HEADLESS-2") { $0["transform"] == "270" }
    try compositor.swaymsg("output HEADLESS-2 unplug")
    try session.program.waitForError("word of it") { $0.contains("there is no output HEADLESS-2, only HEADLESS-1") }
    try session.pose("portraitUpsideDown")
    #expect(try compositor.output("HEADLESS-1")["transform"] == "normal")
    #expect(session.program.terminate() == 0)
  }

  @Test func aPanelThatIsOffIsTurnedWhenItIsOn() throws {
    let compositor = try TestCompositor(
      .debian13("sway"), configuration: "output HEADLESS-1 mode --custom 800x1280@60Hz")
    try compositor.swaymsg("create_output")
    let session = try Session(["--output", "HEADLESS-1"], environment: compositor.clientEnvironment)
    try session.program.waitForError("the panel") { $0.contains("the panel is HEADLESS-1") }
    try compositor.swaymsg("output HEADLESS-1 disable")
    try session.program.waitForError("word of it") { $0.contains("the panel is off") }
    // Nobody looks, so the sensor is off: how the device is held is seen when the panel is on again.
    try session.pose("landscapeRight")
    #expect(try compositor.output("HEADLESS-1")["active"] == false)
    try compositor.swaymsg("output HEADLESS-1 enable")
    try compositor.output("HEADLESS-1") { $0["transform"] == "270" }
  }
}
