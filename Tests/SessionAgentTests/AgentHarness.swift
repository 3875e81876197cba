import Configuration
import Displays
import EventLoop
import FakeDaemon
import JSON
import PlumbInterface
import TestSupport
import Testing

@testable import SessionAgent

/// An agent between a fake daemon and fake displays.
final class AgentHarness {
  let loop: EventLoop
  private(set) var daemon: FakeDaemon
  let session = FakeSession()
  let lines = Lines()
  let folder: TemporaryFolder
  private(set) var agent: SessionAgent?
  private(set) var status: [String] = []
  /// The display that the next attempt to connect finds, nil for none.
  var nextDisplay: FakeDisplay? = FakeDisplay()
  /// The display that is connected.
  private(set) var display: FakeDisplay?
  private var handler: ((DisplayEvent) -> Void)?

  init(
    rules: String = "", options: SessionAgent.Options = .init(), isActive: Bool = true, hasDisplay: Bool = true
  ) throws {
    loop = try EventLoop()
    folder = try TemporaryFolder()
    try folder.write(rules, to: "rules.conf")
    daemon = try FakeDaemon(answers: [
      "ListApplications": { $0.reply(Rotation.ListApplicationsReply(applications: []), continues: true) }
    ])
    session.isActive = isActive
    var options = options
    options.socket = daemon.path
    let source = DisplaySource(folder: folder.path, prefix: "wayland-") { [weak self] handler in
      guard let self, let display = nextDisplay else { throw DisplayFailure("nobody there") }
      self.display = display
      self.handler = handler
      return display
    }
    let agent = try SessionAgent(
      loop: loop, options: options, session: session,
      rules: ApplicationRuleBook(
        files: ApplicationRuleFiles(ranks: [[folder.path]]), entries: DesktopEntries(folders: [])),
      display: hasDisplay ? source : nil, log: lines.log)
    agent.onStatus = { [weak self] in self?.status.append($0) }
    self.agent = agent
    agent.start()
    tell(.outputsChanged)
    // The fake daemon publishes to those who follow it by then.
    if isActive { try waitForFollowers() }
  }

  /// Waits until the daemon is followed.
  func waitForFollowers() throws {
    try run("the daemon to be followed") {
      ["Monitor", "ListApplications"].allSatisfy { member in self.daemon.received.contains { $0.member == member } }
        && self.status.last?.contains("transform") == true
    }
  }

  isolated deinit { agent?.stop() }

  /// The display tells something, as it would from the loop.
  func tell(_ event: DisplayEvent) { handler?(event) }

  /// The window in front is another.
  func bringForward(_ front: Toplevel?) {
    display?.front = front
    tell(.frontChanged)
  }

  /// Lets the loop run until something is so.
  func run(_ what: String, until isSo: () -> Bool) throws {
    let deadline = Deadline()
    while !isSo() {
      try #require(!deadline.isOver, "\(what): \(calls) \(lines.lines)")
      try loop.runOnce(timeout: 0.02)
    }
  }

  /// Waits until the daemon shows an orientation and the panel has it.
  func waitForPanel(_ transform: OutputTransform) throws {
    try run("the panel is to show \(transform.word)") { self.display?.outputs.first?.transform == transform }
  }

  /// What the daemon was told, but for what is only read, in short.
  var calls: [String] {
    daemon.received.compactMap { call in
      switch call.member {
      case "SetForeground":
        if case .string(let id) = call.parameters["application"] { return "front \(id)" }
        if case .integer(let pid) = call.parameters["pid"] { return "front \(pid)" }
        return "front nobody"
      case "Register":
        if case .string(let id) = call.parameters["application"]?["id"] { return "register \(id)" }
        return "register"
      case "SetPanel": return call.parameters["on"] == true ? "panel on" : "panel off"
      default: return nil
      }
    }
  }

  /// What the daemon was told of the panel: who is in front may be told again at any time.
  var panelCalls: [String] { calls.filter { $0.hasPrefix("panel ") } }

  /// Waits until the last calls are these, or these with some said again: each list has the agent repeat who is in front.
  func waitForCalls(_ expected: [String]) throws {
    try run("calls \(expected)") {
      let calls = self.calls
      let news = zip(calls, [""] + calls).filter { $0 != $1 }.map { $0.0 }
      return [calls, news].contains { $0.suffix(expected.count) == expected[...] }
    }
  }

  /// Ends the daemon, and makes a new one at the same place.
  func restartDaemon() throws {
    let path = daemon.path
    daemon.stop()
    daemon = try FakeDaemon(
      path: path,
      answers: ["ListApplications": { $0.reply(Rotation.ListApplicationsReply(applications: []), continues: true) }])
    try waitForFollowers()
  }

  /// Says who is registered.
  func publish(_ applications: [ApplicationStatus]) {
    daemon.publish("ListApplications", FakeDaemon.json(Rotation.ListApplicationsReply(applications: applications)))
  }
}
