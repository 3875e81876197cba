import EventLoop
import Glibc

/// Runs a command at each change: one at a time, for so long at most, and after a crowd of changes for the latest alone.
final class ChangeHook {
  /// How long a command may take, and how long after SIGTERM it may still take to end, s.
  struct Limits {
    var run = 10.0
    var ending = 2.0
    /// Between two reports of failures.
    var report = 60.0
  }

  private let words: [String]
  private let loop: EventLoop
  private let log: AgentLog
  private let limits: Limits
  private var timer: TimerSource?
  private var child: ChildProcess?
  private var isOverdue = false
  private var waiting: [String: String]?
  private var nextReport = -Double.infinity
  private var unreported = 0

  init(_ words: [String], loop: EventLoop, log: AgentLog, limits: Limits = Limits()) throws {
    self.words = words
    self.loop = loop
    self.log = log
    self.limits = limits
    timer = try loop.addTimer { [weak self] in self?.timeIsUp() }
  }

  /// Runs the command with these variables, after the one that still runs.
  func run(_ environment: [String: String]) {
    waiting = environment
    if child == nil { start() }
  }

  /// Ends a command that still runs, within the time that it has for that, and starts none any more.
  func stop() {
    waiting = nil
    child?.end(within: limits.ending)
  }

  /// Whether a command runs.
  var isRunning: Bool { child != nil }

  private func start() {
    guard let environment = waiting else { return }
    waiting = nil
    isOverdue = false
    do {
      child = try loop.spawn(words, environment: environment) { [weak self] in self?.ended($0) }
      timer?.arm(after: limits.run)
    } catch { report("\(error)") }
  }

  private func timeIsUp() {
    guard let child else { return }
    child.kill(isOverdue ? SIGKILL : SIGTERM)
    if !isOverdue { timer?.arm(after: limits.ending) }
    isOverdue = true
  }

  private func ended(_ end: ChildProcess.Ended) {
    timer?.disarm()
    // What it has started and left behind has had its time too.
    if isOverdue { child?.kill(SIGKILL) }
    child = nil
    switch end {
    case _ where isOverdue: report("was ended after \(limits.run) s; it must return sooner")
    case .exited(0): break
    case .exited(let status): report("ended with status \(status)")
    case .killed(let signal): report("was ended by signal \(signal)")
    }
    start()
  }

  private func report(_ problem: String) {
    guard EventLoop.now >= nextReport else { return unreported += 1 }
    log.warning(
      "the command \(words[0]): \(problem)"
        + (unreported > 0 ? " (and \(unreported) \(unreported == 1 ? "failure" : "failures") before)" : ""))
    nextReport = EventLoop.now + limits.report
    unreported = 0
  }
}
