import FakeDaemon
import Glibc
import PlumbInterface
import Testing

/// What only a process of its own can show: exit statuses, signals, and pipes.
@Suite struct ProcessTests {
  @Test func runEndsAsItsProgramDoes() throws {
    let daemon = try FakeDaemon()
    defer { daemon.stop() }
    #expect(try plumbctl(process: ["run", "--", "sh", "-c", "exit 7"], daemon.path).wait() == 7)
    #expect(try plumbctl(process: ["run", "sh", "-c", "kill -9 $$"], daemon.path).wait() == 137)
    #expect(try plumbctl(process: ["run", "/nonesuch"], daemon.path).wait() == 127)
    #expect(try plumbctl(process: ["run", "/tmp"], daemon.path).wait() == 126)
  }

  @Test func runSpeaksForItsProgramAsLongAsItLives() throws {
    let daemon = try FakeDaemon()
    let words = [
      "run", "--supported", "landscape,portrait", "--profile", "ios6", "--", "/bin/sh", "-c", "echo started; read x",
    ]
    let tool = try plumbctl(process: words, daemon.path)
    #expect(daemon.wait(for: "Register") == [["application": ["id": "sh", "name": "sh", "profile": "ios6"]]])
    #expect(daemon.wait(for: "SetWindow").first?["root"]?["supported"] == ["landscape", "portrait"])
    #expect(tool.readLine() == "started")
    daemon.stop()
    let restarted = try FakeDaemon(path: daemon.path)
    defer { restarted.stop() }
    #expect(restarted.wait(for: "Activate").count == 1, "a restarted daemon is told again")
    tool.closeInput()
    #expect(tool.wait() == 1)
  }

  @Test func runIsRefusedBeforeItsProgramStarts() throws {
    let daemon = try FakeDaemon(answers: ["Activate": { $0.fail(.permissionDenied) }])
    defer { daemon.stop() }
    let tool = try plumbctl(process: ["run", "echo", "started"], daemon.path)
    #expect(tool.wait() == 1)
    #expect(tool.output == "plumbctl: permission denied: this is for the user of the active session, or for root\n")
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGINT])
  func runHandsSignalsOn(signal: Int32) throws {
    let daemon = try FakeDaemon()
    defer { daemon.stop() }
    let script = "trap 'exit 40' TERM HUP INT; echo ready; while :; do read x || sleep 0.01; done"
    let tool = try plumbctl(process: ["run", "sh", "-c", script], daemon.path)
    #expect(tool.readLine() == "ready")
    kill(tool.pid, signal)
    #expect(tool.wait() == 40)
  }

  @Test func monitorEndsWithTheDaemonOrOnAnInterrupt() throws {
    let daemon = try FakeDaemon()
    let interrupted = try plumbctl(process: ["monitor", "--json"], daemon.path)
    #expect(interrupted.readLine()?.hasPrefix("{\"angle\":0,\"device\":\"portrait\",\"foreground\":null,") == true)
    kill(interrupted.pid, SIGINT)
    #expect(interrupted.wait() == 0)

    let orphaned = try plumbctl(process: ["monitor"], daemon.path)
    #expect(orphaned.readLine() != nil)
    daemon.stop()
    #expect(orphaned.wait() == 3)
    #expect(orphaned.output == "plumbctl: the daemon has ended\n")
  }

  @Test func monitorWaitsForTheDaemonWhereItShall() throws {
    let path = FakeDaemon.freshPath()
    let tool = try plumbctl(process: ["monitor", "--json", "--reconnect"], path)
    #expect(tool.readLine() == "plumbctl: waiting for the daemon")
    let daemon = try FakeDaemon(path: path)
    #expect(tool.readLine()?.hasPrefix("{") == true)
    daemon.stop()
    #expect(tool.readLine() == "plumbctl: waiting for the daemon")
    let restarted = try FakeDaemon(path: path)
    defer { restarted.stop() }
    #expect(tool.readLine()?.hasPrefix("{") == true)
    kill(tool.pid, SIGTERM)
    #expect(tool.wait() == 0)
  }

  @Test func aReaderThatGoesAwayIsNoError() throws {
    let daemon = try FakeDaemon()
    defer { daemon.stop() }
    let tool = try plumbctl(process: ["monitor"], daemon.path)
    #expect(tool.readLine() != nil)
    tool.closeOutput()
    daemon.publish(FakeDaemon.state(serial: 2, interface: .landscapeLeft))
    #expect(tool.wait() == 128 + SIGPIPE)
  }
}

private func plumbctl(process words: [String], _ socket: String) throws -> BuiltProgram {
  try BuiltProgram("plumbctl", words, socket: socket)
}
