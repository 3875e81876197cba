import Configuration
import Displays
import EventLoop
import Glibc
import Plumb
import PlumbInterface

/// Tells the daemon who is in front, and registers on its behalf who has a rule and does not register itself.
final class FrontTeller {
  /// How long nobody may be in front before it counts, s: between two windows there is a moment without one.
  static let emptyTime = 0.25

  /// The pauses before what was denied is said again, s: the daemon may hear later than we that our user is active.
  static let pauses = [0.5, 1, 2, 4, 8, 16]

  /// Called when calls to the daemon can be made, anew after each loss of its connection.
  var onConnect: (() -> Void)?

  private let daemon: DaemonClient
  private let socket: String?
  private let loop: EventLoop
  private let log: AgentLog
  private var rules: ApplicationRuleBook
  private var emptiness: TimerSource?

  /// The window in front as the display says, nil for none.
  private var front: Toplevel?
  /// Whether a display tells at all; without one, who is in front is left to the applications.
  private var isTold = false
  private var told: FrontChoice?
  private var behalf: BehalfApplication?
  /// The one before, which stays in front until the daemon has taken its successor: its going first would be a moment
  /// with nobody.
  private var retiring: BehalfApplication?
  private var changes = 0
  /// Those who registered themselves, nil while the daemon has not said.
  private var applications: [ApplicationStatus]?
  private var complaint: String?
  private var retry: TimerSource?
  private var denials = 0

  init(daemon: DaemonClient, rules: ApplicationRuleBook, socket: String?, loop: EventLoop, log: AgentLog) throws {
    self.daemon = daemon
    self.rules = rules
    self.socket = socket
    self.loop = loop
    self.log = log
    emptiness = try loop.addTimer { [weak self] in self?.take(nil) }
    retry = try loop.addTimer { [weak self] in
      self?.told = nil
      self?.update()
    }
    daemon.onConnect = { [weak self] in self?.connected() }
    daemon.onDisconnect = { [weak self] in self?.disconnected() }
    daemon.onApplications = { [weak self] in self?.registered($0) }
  }

  // MARK: What happens

  /// The display has said who is in front.
  func frontChanged(_ front: Toplevel?) {
    let isFirst = !isTold
    isTold = true
    if front == nil, !isFirst {
      if emptiness?.isArmed != true { emptiness?.arm(after: Self.emptyTime) }
    } else {
      take(front)
    }
  }

  /// The display is gone, or does not tell who is in front.
  func frontUnknown() {
    emptiness?.disarm()
    isTold = false
    front = nil
    behalf = nil
    retiring = nil
    // An agent that has nothing to say must not keep applications from saying who is in front: only the end of its
    // connection does that.
    if told != nil { daemon.reconnect() }
    told = nil
  }

  /// Rules may have changed.
  func reload() {
    rules.forget()
    update()
  }

  private func take(_ front: Toplevel?) {
    emptiness?.disarm()
    guard front != self.front || told == nil else { return }
    self.front = front
    update()
  }

  private func connected() {
    told = nil
    onConnect?()
    update()
  }

  private func disconnected() { told = nil }

  private func registered(_ applications: [ApplicationStatus]) {
    let own = Int(getpid())
    self.applications = applications.filter { $0.pid != own }
    // Who was named may have gone and come back between two lists: then the daemon has forgotten that it is in front.
    told = nil
    update()
  }

  // MARK: What is said

  private func update() {
    guard isTold, let applications else { return }
    let choice = FrontChoice(front: front, applications: applications, ancestors: Ancestors.of) { id in
      rules.rule(for: id) { log.warning($0) }
    }
    guard choice != told else { return }
    told = choice
    changes += 1
    if case .rule(let id, let rule) = choice { return register(id, rule) }
    retire()
    switch choice {
    case .nobody, .rule: say(Rotation.SetForegroundParameters(), "nobody in particular")
    case .process(let pid): say(Rotation.SetForegroundParameters(pid: pid), "the application of process \(pid)")
    case .application(let id): say(Rotation.SetForegroundParameters(application: id), id)
    }
  }

  private func retire() {
    if behalf?.isRegistered == true { retiring = behalf }
    behalf = nil
  }

  private func register(_ id: String, _ rule: ApplicationRule) {
    if let behalf, behalf.id == id, behalf.rule == rule {
      if behalf.isRegistered { bringForward(behalf) }
      return
    }
    retire()
    do {
      let next = try BehalfApplication(id: id, rule: rule, socket: socket, loop: loop, log: log)
      next.onRegister = { [weak self, weak next] in
        if let next { self?.bringForward(next) }
      }
      behalf = next
    } catch {
      log.error("cannot register \(id): \(error)")
    }
  }

  private func bringForward(_ application: BehalfApplication) {
    guard application === behalf else { return }
    say(
      Rotation.SetForegroundParameters(application: application.id), "\(application.id), by \(application.rule.file)")
  }

  private func say(_ parameters: Rotation.SetForegroundParameters, _ words: String) {
    log.debug("in front: \(words)")
    let change = changes
    daemon.call("SetForeground", parameters) { [weak self] error in
      guard let self else { return }
      if change == changes { retiring = nil }
      switch error {
      // It has gone in the same moment; the next list says so.
      case nil, .connection, .refused(.noSuchApplication):
        complaint = nil
        denials = 0
        retry?.disarm()
      case let error?:
        if case .failed(.permissionDenied) = error, denials < Self.pauses.count {
          retry?.arm(after: Self.pauses[denials])
          denials += 1
        }
        let words = "\(error)"
        if words != complaint { log.warning("the daemon does not take who is in front: \(words)") }
        complaint = words
      }
    }
  }
}
