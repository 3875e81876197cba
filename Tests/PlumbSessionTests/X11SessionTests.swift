import Displays
import EventLoop
import Glibc
import TestSupport
import Testing

/// Mock daemon, plumb-session and a real X server that can be turned.
@Suite(.serialized, .enabled(if: XServer.areInstalled, "Xvfb and Xephyr are not installed"))
struct X11SessionTests {
  private let host: XServer
  private let server: XServer
  private let loop: EventLoop
  private let eye: X11Display

  init() throws {
    host = try XServer.inMemory()
    server = try XServer.nested(in: host)
    loop = try EventLoop()
    eye = try X11Display(server.display, loop: loop) { _ in }
  }

  private func start(_ words: [String] = [], rules: String = "") throws -> Session {
    try Session(
      ["--display", "x11", "--output", "default"] + words, environment: ["DISPLAY": server.display], rules: rules)
  }

  private func wait(for transform: OutputTransform, _ session: Session) throws {
    let deadline = Deadline()
    while eye.outputs.first?.transform != transform {
      try #require(
        !deadline.isOver, "\(transform): \(eye.outputs) \(session.program.standardError)")
      _ = session.program.hasEnded
      try loop.runOnce(timeout: 0.05)
    }
  }

  @Test func theScreenFollowsTheDevice() throws {
    let session = try start()
    for (pose, transform) in [
      ("landscapeRight", OutputTransform.rotated90), ("portraitUpsideDown", .rotated180),
      ("landscapeLeft", .rotated270), ("portrait", .normal),
    ] {
      try session.pose(pose)
      try wait(for: transform, session)
    }
    #expect(session.program.terminate() == 0)
  }

  @Test func theDaemonMayRestart() throws {
    let session = try start()
    try session.pose("landscapeRight")
    try wait(for: .rotated90, session)
    session.daemon.program.send(signal: SIGKILL)
    try session.daemon.program.waitForEnd()
    try session.program.waitForError("sign of patience") { $0.contains("waiting for plumbd") }
    try session.daemon.restart()
    try session.pose("portraitUpsideDown")
    try wait(for: .rotated180, session)
  }

  @Test func aSecondAgentDoesNotTurnTheSameDisplay() throws {
    let session = try start()
    let (second, ended) = try Program.run(
      "plumb-session", ["--display", "x11"],
      environment: ["DISPLAY": server.display, "XDG_RUNTIME_DIR": session.folder.path])
    #expect(ended.status == 1)
    #expect(second.standardError == "plumb-session: another plumb-session already turns x11\(server.display)\n")
  }

  @Test func aServerThatDiesIsWaitedFor() throws {
    let session = try start()
    try session.pose("landscapeRight")
    try wait(for: .rotated90, session)
    server.program.send(signal: SIGKILL)
    try session.program.waitForError("sign of patience") { $0.contains("waiting for the display") }
    #expect(!session.program.hasEnded)
    #expect(session.program.terminate() == 0)
  }
}

/// plumb-session where a command does all.
@Suite struct CommandOnlyTests {
  @Test func theCommandIsToldOfEachOrientation() throws {
    let folder = try TemporaryFolder()
    let script = try folder.write(
      "#!/bin/sh\necho $PLUMB_ORIENTATION $PLUMB_TRANSFORM $PLUMB_ANGLE \"$1\" >> '\(folder.path)/out'\n", to: "hook")
    chmod(script, 0o755)
    let session = try Session(["--display", "none", "--exec", "\(script) 'a b'"])
    try session.pose("landscapeRight")
    func lines() -> [String] {
      guard let file = fopen(folder.file("out"), "r") else { return [] }
      defer { fclose(file) }
      var bytes = [UInt8](repeating: 0, count: 4096)
      return String(decoding: bytes[..<fread(&bytes, 1, 4096, file)], as: UTF8.self)
        .split(separator: "\n").map(String.init)
    }
    try wait(for: "line of the command", of: session.program) { lines().last == "landscapeLeft 90 270 a b" }
    #expect(session.program.terminate() == 0)
  }

  @Test func aHangUpSignalIsNotItsEnd() throws {
    let session = try Session(["--display", "none", "--exec", "/bin/true"])
    session.program.send(signal: SIGHUP)
    try session.pose("landscapeRight")
    #expect(session.program.terminate() == 0)
  }
}
