public import Configuration
import Displays
public import EventLoop
import Plumb
import PlumbInterface

/// The session's side of the daemon: turns the panel to what the daemon says, and tells the daemon who is in front.
///
/// It does so while its session is the one that somebody sits at; otherwise it lets go of the daemon, and leaves the
/// panel alone.
public final class SessionAgent {
  /// What the agent is told at its start.
  public struct Options: Sendable {
    /// The panel's connector; nil for the one that is built in.
    public var output: String?
    /// The daemon's socket; nil for the usual one.
    public var socket: String?
    /// The command that is run at each change; nil for none.
    public var hook: [String]?

    /// By default the built-in panel, the usual socket, and no command.
    public init(output: String? = nil, socket: String? = nil, hook: [String]? = nil) {
      self.output = output
      self.socket = socket
      self.hook = hook
    }
  }

  /// Called when something has changed that a service manager may want to show, in words.
  public var onStatus: ((String) -> Void)?
  /// Called when the session has ended, and nothing is left to do.
  public var onSessionEnd: (() -> Void)?

  private let loop: EventLoop
  private let options: Options
  private let session: any SessionActivity
  private let log: AgentLog
  private var rules: ApplicationRuleBook
  private let link: DisplayLink?
  private let panel: PanelTurner
  private let hook: ChangeHook?
  private var engaged: (daemon: DaemonClient, front: FrontTeller)?
  private var state: RotationState?
  private var hookRan: HookVariables?
  private var status = ""

  /// Makes an agent that does nothing before `start()`.
  ///
  /// - Parameters:
  ///   - loop: What drives it.
  ///   - options: What it is told.
  ///   - session: Whether it may act.
  ///   - rules: Which ways applications can be shown that do not say so.
  ///   - display: Where its display comes from; nil for none, where the command does all.
  ///   - log: Where its lines go.
  /// - Throws: where the process has no descriptors left.
  public init(
    loop: EventLoop, options: Options, session: any SessionActivity, rules: ApplicationRuleBook,
    display: DisplaySource?, log: AgentLog
  ) throws {
    self.loop = loop
    self.options = options
    self.session = session
    self.rules = rules
    self.log = log
    link = try display.map { try DisplayLink($0, loop: loop, log: log) }
    panel = PanelTurner(name: options.output, log: log)
    hook = try options.hook.map { try ChangeHook($0, loop: loop, log: log) }
    link?.onConnect = { [weak self] in self?.panel.attach($0) }
    link?.onLost = { [weak self] in self?.displayLost() }
    link?.onEvent = { [weak self] in self?.displayTold($0) }
    link?.onSessionEnd = { [weak self] in self?.onSessionEnd?() }
    panel.onSettled = { [weak self] in self?.runHook() }
    panel.onPower = { [weak self] in self?.tellPower($0) }
    session.onChange = { [weak self] in self?.sessionChanged() }
  }

  /// Begins.
  public func start() {
    link?.connect()
    sessionChanged()
    tellStatus()
  }

  /// Reads the rules anew.
  public func reload() {
    rules.forget()
    engaged?.front.reload()
  }

  /// Ends: the panel stays as it is.
  public func stop() {
    session.onChange = nil
    engaged = nil
    hook?.stop()
    link?.close()
  }

  // MARK: The session

  private func sessionChanged() {
    let isActive = session.isActive
    guard isActive != (engaged != nil) else { return }
    if isActive { engage() } else { disengage() }
    tellStatus()
  }

  private func engage() {
    do {
      let daemon = try DaemonClient(socket: options.socket, loop: loop)
      let front = try FrontTeller(daemon: daemon, rules: rules, socket: options.socket, loop: loop, log: log)
      daemon.onState = { [weak self] in self?.stateChanged($0) }
      daemon.onProblem = { [weak self] in self?.daemonLost($0) }
      front.onConnect = { [weak self] in self?.tellPower() }
      engaged = (daemon, front)
      daemon.start()
      if let problem = daemon.problem { daemonLost(problem) }
      tellFront()
      log.debug("the session is active")
    } catch { log.error("cannot follow the daemon: \(error)") }
  }

  private func disengage() {
    engaged = nil
    state = nil
    panel.forget()
    log.debug("the session is not active: the panel is another's")
  }

  // MARK: The daemon

  private func stateChanged(_ state: RotationState) {
    self.state = state
    tellStatus()
    guard let transform = OutputTransform(word: state.transform) else {
      return log.error("the daemon says an unknown transform: \(state.transform)")
    }
    if link == nil { runHook() } else { panel.want(transform) }
  }

  private func daemonLost(_ error: DaemonError) {
    log.notice("waiting for plumbd: \(error)")
    tellStatus()
  }

  private func tellPower(_ isOn: Bool? = nil) {
    // The daemon takes a panel for lit that it has heard nothing of.
    guard let isOn = isOn ?? (panel.isOn == false ? false : nil) else { return }
    log.debug("the panel is \(isOn ? "on" : "off")")
    engaged?.daemon.call("SetPanel", Rotation.SetPanelParameters(on: isOn))
  }

  // MARK: The display

  private func displayTold(_ event: DisplayEvent) {
    switch event {
    case .outputsChanged:
      panel.outputsChanged()
      tellFront()
      tellStatus()
    case .frontChanged: tellFront()
    case .lost: break
    }
  }

  private func tellFront() {
    guard let front = engaged?.front else { return }
    // Whether a display tells is known with its outputs.
    guard let display = link?.display, !display.outputs.isEmpty else { return }
    if display.tellsFront { front.frontChanged(display.front) } else { front.frontUnknown() }
  }

  private func displayLost() {
    panel.attach(nil)
    engaged?.front.frontUnknown()
    tellStatus()
  }

  // MARK: The command, and the status

  private func runHook() {
    guard let hook, let state else { return }
    let variables = HookVariables(state)
    guard variables != hookRan else { return }
    hookRan = variables
    hook.run(variables.environment)
  }

  private func tellStatus() {
    var words = state.map { "\($0.interface.word), transform \($0.transform)" } ?? "waiting for plumbd"
    if engaged == nil { words = "the session is not active" }
    if link?.display == nil, link != nil { words += "; waiting for the display" }
    guard words != status else { return }
    status = words
    onStatus?(words)
  }
}

/// What a command is told of an orientation.
struct HookVariables: Equatable {
  let orientation: String
  let transform: String
  let angle: Int

  init(_ state: RotationState) {
    orientation = state.interface.word
    transform = state.transform
    angle = state.angle
  }

  var environment: [String: String] {
    ["PLUMB_ORIENTATION": orientation, "PLUMB_TRANSFORM": transform, "PLUMB_ANGLE": "\(angle)"]
  }
}
