import Glibc
import Testing

@testable import EventLoop

@Suite(.serialized) struct ChildProcessTests {
  private let loop: EventLoop

  init() throws { loop = try EventLoop() }

  private func run(_ words: [String], _ environment: [String: String] = [:]) throws -> ChildProcess.Ended {
    var ended: ChildProcess.Ended?
    let child = try loop.spawn(words, environment: environment) { ended = $0 }
    while ended == nil { try loop.runOnce(timeout: 10) }
    // It has been reaped: there is nothing left to wait for.
    #expect(waitpid(child.pid, nil, WNOHANG) == -1)
    return try #require(ended)
  }

  @Test(arguments: [
    (["true"], ChildProcess.Ended.exited(0)), (["sh", "-c", "exit 7"], .exited(7)),
    (["sh", "-c", "kill -9 $$"], .killed(SIGKILL)),
  ])
  func itsEndIsTold(words: [String], ended: ChildProcess.Ended) throws { #expect(try run(words) == ended) }

  @Test func itsEnvironmentIsOursAndWhatIsAdded() throws {
    setenv("PLUMB_TEST_KEPT", "a=b", 1)
    setenv("PLUMB_TEST_REPLACED", "old", 1)
    defer { for name in ["PLUMB_TEST_KEPT", "PLUMB_TEST_REPLACED"] { unsetenv(name) } }
    let script = #"test "$PLUMB_TEST_KEPT" = a=b -a "$PLUMB_TEST_REPLACED" = new -a "$PLUMB_TEST_ADDED" = """#
    #expect(
      try run(["sh", "-c", script], ["PLUMB_TEST_REPLACED": "new", "PLUMB_TEST_ADDED": ""]) == .exited(0))
  }

  @Test func itHasAGroupOfItsOwnAndNoSignalIsBlocked() throws {
    // A blocked SIGTERM would leave it alive.
    #expect(try run(["sh", "-c", "kill -TERM 0; exit 3"]) == .killed(SIGTERM))
  }

  @Test func aSignalReachesAllOfItsGroup() throws {
    var ended: ChildProcess.Ended?
    let child = try loop.spawn(["sh", "-c", "sleep 600 & wait"]) { ended = $0 }
    child.kill(SIGTERM)
    while ended == nil { try loop.runOnce(timeout: 10) }
    #expect(ended == .killed(SIGTERM))
    // The grandchild is init's to bury, in its own time.
    for _ in 0..<300 where kill(-child.pid, 0) == 0 { usleep(100_000) }
    #expect(kill(-child.pid, 0) == -1)
  }

  @Test(arguments: [[], ["/nonexistent/program"]])
  func whatCannotBeStartedIsAnError(words: [String]) {
    #expect(throws: SystemError.self) { try loop.spawn(words) { _ in Issue.record("it has ended") } }
  }
}
