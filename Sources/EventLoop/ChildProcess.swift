import CLibSystemd
import Glibc

/// A program that was started, in a process group of its own, and whose end is told in the loop.
///
/// Dropping it ends the watch, not the program, which nobody would reap then: `kill(_:)` it and wait for its end first.
@MainActor public final class ChildProcess {
  /// How a program ended.
  public enum Ended: Equatable, Sendable {
    /// With a status.
    case exited(Int32)
    /// By a signal.
    case killed(Int32)
  }

  /// The process, which is also its group's number.
  public let pid: pid_t
  private var source: OpaquePointer?
  private let handler: (Ended) -> Void

  fileprivate init(loop: EventLoop, pid: pid_t, handler: @escaping (Ended) -> Void) throws(SystemError) {
    self.pid = pid
    self.handler = handler
    try SystemError.check(
      sd_event_add_child(
        loop.event, &source, pid, WEXITED,
        { _, information, this in
          MainActor.assumeIsolated {
            let child: ChildProcess? = object(this)
            guard let information else { return }
            let status = plumb_child_status(information)
            child?.handler(information.pointee.si_code == CLD_EXITED ? .exited(status) : .killed(status & 0x7f))
          }
          return 0
        }, Unmanaged.passUnretained(self).toOpaque()), "cannot wait for process \(pid)")
  }

  isolated deinit { sd_event_source_disable_unref(source) }

  /// Sends a signal to the program and all that it has started in its group.
  public func kill(_ signal: Int32) { Glibc.kill(-pid, signal) }

  /// Ends the program and its group by SIGTERM, and waits; what is left after so many seconds, or left behind, is killed.
  public func end(within seconds: Double) {
    kill(SIGTERM)
    let limit = EventLoop.now + seconds
    while !hasEnded, EventLoop.now < limit { usleep(10_000) }
    kill(SIGKILL)
  }

  private var hasEnded: Bool {
    var information = siginfo_t()
    // It is not reaped here: the loop does that, if it goes on.
    let result = waitid(P_PID, id_t(pid), &information, WEXITED | WNOHANG | WNOWAIT)
    return result != 0 || information.si_signo == SIGCHLD
  }
}

extension EventLoop {
  /// Starts a program, found by `PATH`, with standard input from /dev/null.
  ///
  /// Blocks SIGCHLD, which is what the loop hears of the end by; the program starts with no signal blocked or ignored.
  ///
  /// - Parameters:
  ///   - words: The program and its arguments; not empty.
  ///   - environment: Variables that it gets besides this process's own, or in place of them.
  ///   - handler: Called once, with how it ended; it has been reaped by then.
  /// - Throws: `SystemError` where there is no such program, or no process for it.
  public func spawn(
    _ words: [String], environment: [String: String] = [:], handler: @escaping (ChildProcess.Ended) -> Void
  ) throws(SystemError) -> ChildProcess {
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, SIGCHLD)
    pthread_sigmask(SIG_BLOCK, &set, nil)
    let pid = try Self.start(words, environment)
    do { return try ChildProcess(loop: self, pid: pid, handler: handler) } catch {
      Glibc.kill(-pid, SIGKILL)
      waitpid(pid, nil, 0)
      throw error
    }
  }

  private static func start(_ words: [String], _ additions: [String: String]) throws(SystemError) -> pid_t {
    guard let program = words.first else { throw SystemError("cannot start a program without a name", code: EINVAL) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)

    var variables: [String: String] = [:]
    var next = environ
    while let entry = next.pointee {
      let pair = String(cString: entry).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if pair.count == 2 { variables[String(pair[0])] = String(pair[1]) }
      next += 1
    }
    variables.merge(additions) { $1 }
    var vector: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    var settings: [UnsafeMutablePointer<CChar>?] = variables.map { strdup("\($0)=\($1)") } + [nil]
    defer { for copy in vector + settings { free(copy) } }
    var pid = pid_t()
    let code = posix_spawnp(&pid, program, &actions, &attributes, &vector, &settings)
    guard code == 0 else { throw SystemError("cannot start \(program)", code: code) }
    return pid
  }
}
