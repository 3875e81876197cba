import FakeDaemon
import Glibc
import PlumbInterface
import Testing
import Varlink

/// What only a process of its own can show: exit statuses, signals, and pipes.
@Suite struct ProcessTests {
  @Test func runEndsAsItsProgramDoes() throws {
    let daemon = try FakeDaemon()
    defer { daemon.stop() }
    #expect(try ToolProcess(["run", "--", "sh", "-c", "exit 7"], daemon.path).wait() == 7)
    #expect(try ToolProcess(["run", "sh", "-c", "kill -9 $$"], daemon.path).wait() == 137)
    #expect(try ToolProcess(["run", "/nonesuch"], daemon.path).wait() == 127)
    #expect(try ToolProcess(["run", "/tmp"], daemon.path).wait() == 126)
  }

  @Test func runSpeaksForItsProgramAsLongAsItLives() throws {
    let daemon = try FakeDaemon()
    let words = ["run", "--supported", "landscape,portrait", "--profile", "ios6", "--", "/bin/sh", "-c", "read x"]
    let tool = try ToolProcess(words, daemon.path)
    #expect(daemon.wait(for: "Register") == [["application": ["id": "sh", "name": "sh", "profile": "ios6"]]])
    #expect(daemon.wait(for: "SetWindow").first?["root"]?["supported"] == ["landscape", "portrait"])
    daemon.wait(for: "Activate")
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
    let tool = try ToolProcess(["run", "echo", "started"], daemon.path)
    #expect(tool.wait() == 1)
    #expect(tool.output == "plumbctl: permission denied: this is for the user of the active session, or for root\n")
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGINT])
  func runHandsSignalsOn(signal: Int32) throws {
    let daemon = try FakeDaemon()
    defer { daemon.stop() }
    let script = "trap 'exit 40' TERM HUP INT; echo ready; while :; do read x || sleep 0.01; done"
    let tool = try ToolProcess(["run", "sh", "-c", script], daemon.path)
    #expect(tool.readLine() == "ready")
    kill(tool.pid, signal)
    #expect(tool.wait() == 40)
  }

  @Test func monitorEndsWithTheDaemonOrOnAnInterrupt() throws {
    let daemon = try FakeDaemon()
    let interrupted = try ToolProcess(["monitor", "--json"], daemon.path)
    #expect(interrupted.readLine()?.hasPrefix("{\"angle\":0,\"device\":\"portrait\",\"foreground\":null,") == true)
    kill(interrupted.pid, SIGINT)
    #expect(interrupted.wait() == 0)

    let orphaned = try ToolProcess(["monitor"], daemon.path)
    #expect(orphaned.readLine() != nil)
    daemon.stop()
    #expect(orphaned.wait() == 3)
    #expect(orphaned.output == "plumbctl: the daemon has ended\n")
  }

  @Test func monitorWaitsForTheDaemonWhereItShall() throws {
    let path = FakeDaemon.freshPath()
    let tool = try ToolProcess(["monitor", "--json", "--reconnect"], path)
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
    let tool = try ToolProcess(["monitor"], daemon.path)
    #expect(tool.readLine() != nil)
    tool.closeOutput()
    daemon.publish(FakeDaemon.state(serial: 2, interface: .landscapeLeft))
    #expect(tool.wait() == 128 + SIGPIPE)
  }
}

private struct CannotStart: Error { let code: Int32 }

/// The built tool as a process, both of its outputs on one pipe.
private final class ToolProcess {
  let pid: pid_t
  private var input: Int32
  private var source: Int32
  private var pending: [UInt8] = []

  init(_ words: [String], _ socket: String) throws {
    var toChild: [Int32] = [0, 0]
    var fromChild: [Int32] = [0, 0]
    pipe(&toChild)
    pipe(&fromChild)
    for end in toChild + fromChild { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, toChild[0], 0)
    posix_spawn_file_actions_adddup2(&actions, fromChild[1], 1)
    posix_spawn_file_actions_adddup2(&actions, fromChild[1], 2)
    // A test runner may have been started with signals ignored or blocked; a tool at a terminal is not.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var vector: [UnsafeMutablePointer<CChar>?] = (["plumbctl", "--socket", socket] + words).map { strdup($0) }
    defer { vector.forEach { free($0) } }
    vector.append(nil)
    var pid = pid_t()
    let code = posix_spawn(&pid, Self.path, &actions, &attributes, vector, environ)
    close(toChild[0])
    close(fromChild[1])
    input = toChild[1]
    source = fromChild[0]
    self.pid = pid
    if code != 0 { throw CannotStart(code: code) }
  }

  isolated deinit {
    closeInput()
    closeOutput()
  }

  /// The tool lies beside the tests.
  private static var path: String {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    let own = String(decoding: buffer.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    return own[..<(own.lastIndex(of: "/") ?? own.startIndex)] + "/plumbctl"
  }

  func closeInput() {
    if input >= 0 { close(input) }
    input = -1
  }

  func closeOutput() {
    if source >= 0 { close(source) }
    source = -1
  }

  /// The next line, nil at the end or after a generous limit.
  func readLine() -> String? {
    while true {
      if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
        defer { pending.removeFirst(end + 1) }
        return String(decoding: pending[..<end], as: UTF8.self)
      }
      guard fill() else { return nil }
    }
  }

  /// All that is left, to the end.
  var output: String {
    while fill() {}
    return String(decoding: pending, as: UTF8.self)
  }

  private func fill() -> Bool {
    var request = pollfd(fd: source, events: Int16(POLLIN), revents: 0)
    guard poll(&request, 1, 20_000) > 0 else { return false }
    var chunk = [UInt8](repeating: 0, count: 4096)
    let count = read(source, &chunk, chunk.count)
    guard count > 0 else { return false }
    pending += chunk[..<count]
    return true
  }

  /// Waits for the end; 128 and the signal where one ended it.
  func wait() -> Int32 {
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0 && errno == EINTR {}
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + status & 0x7F
  }
}
