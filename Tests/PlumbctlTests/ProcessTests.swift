import FakeDaemon
import Glibc
import Plumb
import PlumbInterface
import TestSupport
import Testing

/// What only a process of its own can show: exit statuses, signals, and pipes.
@Suite struct ProcessTests {
  @Test func runEndsAsItsProgramDoes() throws {
    let daemon = try FakeDaemon()
    defer { daemon.stop() }
    #expect(try plumbctl(process: ["run", "--", "sh", "-c", "exit 7"], daemon.path).waitForEnd().status == 7)
    #expect(try plumbctl(process: ["run", "sh", "-c", "kill -9 $$"], daemon.path).waitForEnd().status == 137)
    #expect(try plumbctl(process: ["run", "/nonesuch"], daemon.path).waitForEnd().status == 127)
    #expect(try plumbctl(process: ["run", "/tmp"], daemon.path).waitForEnd().status == 126)
  }

  @Test func runSpeaksForItsProgramAsLongAsItLives() throws {
    let daemon = try FakeDaemon()
    let words = [
      "run", "--supported", "landscape,portrait-upside-down", "--profile", "ios6", "--", "/bin/sh", "-c",
      "echo started; read x",
    ]
    let tool = try plumbctl(process: words, daemon.path)
    #expect(daemon.wait(for: "Register") == [["application": ["id": "sh", "name": "sh", "profile": "ios6"]]])
    #expect(daemon.wait(for: "SetWindow").first?["root"]?["supported"] == ["landscape", "portraitUpsideDown"])
    #expect(tool.nextLine() == "started")
    daemon.stop()
    let restarted = try FakeDaemon(path: daemon.path)
    defer { restarted.stop() }
    #expect(restarted.wait(for: "Activate").count == 1, "a restarted daemon is told again")
    tool.send(line: "enough")
    #expect(try tool.waitForEnd().status == 0)
  }

  @Test func runIsRefusedBeforeItsProgramStarts() throws {
    let daemon = try FakeDaemon(answers: ["Activate": { $0.fail(.permissionDenied) }])
    defer { daemon.stop() }
    let tool = try plumbctl(process: ["run", "echo", "started"], daemon.path)
    #expect(try tool.waitForEnd().status == 1)
    #expect(tool.standardError == "plumbctl: \(DaemonError.failed(.permissionDenied))\n")
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGINT])
  func runHandsSignalsOn(signal: Int32) throws {
    let daemon = try FakeDaemon()
    defer { daemon.stop() }
    let script = "trap 'exit 40' TERM HUP INT; echo ready; while :; do read x || sleep 0.01; done"
    let tool = try plumbctl(process: ["run", "sh", "-c", script], daemon.path)
    #expect(tool.nextLine() == "ready")
    tool.send(signal: signal)
    #expect(try tool.waitForEnd().status == 40)
  }

  @Test func monitorEndsWithTheDaemonOrOnAnInterrupt() throws {
    let daemon = try FakeDaemon()
    let interrupted = try plumbctl(process: ["monitor", "--json"], daemon.path)
    #expect(interrupted.nextLine()?.hasPrefix("{\"angle\":0,\"device\":\"portrait\",\"foreground\":null,") == true)
    interrupted.send(signal: SIGINT)
    #expect(try interrupted.waitForEnd().status == 0)

    let orphaned = try plumbctl(process: ["monitor"], daemon.path)
    #expect(orphaned.nextLine() != nil)
    daemon.stop()
    #expect(try orphaned.waitForEnd().status == 3)
    #expect(orphaned.standardError == "plumbctl: the daemon has ended\n")
  }

  @Test func monitorWaitsForTheDaemonWhereItShall() throws {
    let path = FakeDaemon.freshPath()
    let tool = try plumbctl(process: ["monitor", "--json", "--reconnect"], path)
    try tool.waitForError("sign of patience") { $0 == "plumbctl: waiting for the daemon\n" }
    let daemon = try FakeDaemon(path: path)
    #expect(tool.nextLine()?.hasPrefix("{") == true)
    daemon.stop()
    try tool.waitForError("sign of patience") { $0.split(separator: "\n").count == 2 }
    let restarted = try FakeDaemon(path: path)
    defer { restarted.stop() }
    #expect(tool.nextLine()?.hasPrefix("{") == true)
    tool.send(signal: SIGTERM)
    #expect(try tool.waitForEnd().status == 0)
  }

  @Test func aFullDiskIsSaid() throws {
    let script = "exec \(Program.folder)/plumbctl --help > /dev/full"
    let tool = try Program("/bin/sh", ["-c", script])
    #expect(try tool.waitForEnd().status == 1)
    #expect(tool.standardError == "plumbctl: cannot write: No space left on device\n")
  }

  @Test func aReaderThatGoesAwayIsNoError() throws {
    let daemon = try FakeDaemon()
    defer { daemon.stop() }
    // The shell's status is that of the last command, and the first one's is beside the point: it must end.
    let script = "\(Program.folder)/plumbctl monitor | head -n 1"
    let pipeline = try Program("/bin/sh", ["-c", script], environment: ["PLUMBD_SOCKET": daemon.path])
    #expect(pipeline.nextLine()?.hasSuffix("start") == true)
    daemon.publish(FakeDaemon.state(serial: 2, interface: .landscapeLeft))
    #expect(try pipeline.waitForEnd().status == 0)
    #expect(pipeline.standardError.isEmpty)
  }
}

private func plumbctl(process words: [String], _ socket: String) throws -> Program {
  try Program("plumbctl", words, environment: ["PLUMBD_SOCKET": socket])
}
