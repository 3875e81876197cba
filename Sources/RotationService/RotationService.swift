import Autorotation
public import Orientation
public import PlumbInterface
import Varlink

/// The state machine: how the device is held, who is registered, who is in front, what is locked; events come in,
/// decisions are made, and the state is published.
public final class RotationService {
  /// What the configuration says about decisions.
  public struct Options: Sendable, Hashable {
    /// How the panel is mounted.
    public var panel: Panel
    /// The orientations of the default application, which decides where nobody is in front.
    public var defaultMask: InterfaceOrientationMask
    /// Which one, where several are as good: all four, each once.
    public var fallbackOrder: [InterfaceOrientation]
    /// Applications of a connection, and windows of them all.
    public var windowsPerClient: Int
    /// Applications of all connections of a user, and windows of them all, root exempt.
    public var windowsPerUser: Int
    /// Levels of a controller tree.
    public var treeDepth: Int
    /// Controllers of a tree.
    public var controllers: Int

    /// By default a portrait panel, everything allowed, and the protocol's limits.
    public init(
      panel: Panel = Panel(), defaultMask: InterfaceOrientationMask = .all,
      fallbackOrder: [InterfaceOrientation] = [.portrait, .landscapeRight, .landscapeLeft, .portraitUpsideDown],
      windowsPerClient: Int = 256, windowsPerUser: Int = 1024, treeDepth: Int = 64, controllers: Int = 1024
    ) {
      self.panel = panel
      self.defaultMask = defaultMask
      self.fallbackOrder = fallbackOrder
      self.windowsPerClient = windowsPerClient
      self.windowsPerUser = windowsPerUser
      self.treeDepth = treeDepth
      self.controllers = controllers
    }
  }

  let surroundings: Surroundings
  /// Raw samples for those who may have them; the daemon fills it.
  public let sampleFeed: SampleFeed
  let publisher: StatePublisher
  let demand = Demand()
  var needs = SensorNeed.Counts() {
    didSet { countReaders() }
  }
  var panelWatch = PanelWatch()
  private(set) var options: Options
  /// How the device is held, in words of a portrait panel.
  public internal(set) var pose = DeviceOrientation.unknown
  var sensor = SensorStatus()
  var lock: InterfaceOrientation?
  var applications: [String: RegisteredApplication] = [:] {
    didSet { if applications.isEmpty != oldValue.isEmpty { onChange?() } }
  }
  let applicationsFollowers = ApplicationsFollowers()
  var foreground = ForegroundOrder()
  var defaultWindow: WindowState
  let defaultExplanation = Explanation()
  var front: Window?
  // Kept, as each reader that comes or goes is counted anew, and there may be many applications.
  var watcherCount = 0
  var nextQuery = 1
  var nextOrder = 0

  /// Starts with nobody registered: the panel's upright, or the lock that an earlier run has kept.
  public init(options: Options, surroundings: Surroundings, lock: InterfaceOrientation? = nil) {
    self.options = options
    self.surroundings = surroundings
    self.lock = lock
    var window = Self.makeDefaultWindow(options, interface: options.panel.upright, device: .unknown)
    if let lock { _ = window.handle(.lock(lock)) }
    defaultWindow = window
    let recount = Recount()
    sampleFeed = SampleFeed { recount.body() }
    publisher = StatePublisher(
      RotationState(
        serial: 0, sensor: SensorStatus(), device: .unknown, interface: window.interface, panel: options.panel,
        reason: .launch, locked: lock, foreground: nil)
    ) { recount.body() }
    recount.body = { [weak self] in self?.countReaders() }
  }

  /// Lets the parts be made before the whole that they report to.
  private final class Recount {
    var body: () -> Void = {}
  }

  static func makeDefaultWindow(
    _ options: Options, interface: InterfaceOrientation, device: DeviceOrientation
  ) -> WindowState {
    WindowState(
      application: ApplicationMasks(delegateMask: options.defaultMask, profile: .modern, idiom: .pad),
      fallbackOrder: options.fallbackOrder, interface: interface, device: device)
  }

  // MARK: What the daemon tells

  /// How the panel is mounted.
  public var panel: Panel { options.panel }

  /// The device orientation in words of the panel.
  public var device: DeviceOrientation { options.panel.deviceOrientation(of: pose) }

  /// The state that was published last.
  public var state: RotationState { publisher.state }

  /// The device is now held so, in words of a portrait panel; each call is a device event.
  ///
  /// With a `sensor`, its change is published together with the turn.
  public func deviceTurned(
    _ pose: DeviceOrientation, sensor: SensorStatus? = nil, reason: RotationState.Reason = .turned
  ) {
    self.pose = pose
    if let sensor { self.sensor = sensor }
    defer { demand.release() }
    for window in windows where window !== front { window.state.device = device }
    if front != nil { defaultWindow.device = device }
    decideInFront(.turned(device), reason: reason)
  }

  /// The sensor has come, gone, or fallen silent; the last orientation is kept.
  public func sensorChanged(_ sensor: SensorStatus, reason: RotationState.Reason) {
    self.sensor = sensor
    publish(reason)
    if !sensor.available || !sensor.stale { demand.release() }
  }

  /// A new configuration is in force.
  public func apply(_ options: Options) {
    guard options != self.options else { return }
    let device = options.panel.deviceOrientation(of: pose)
    let turnsPanel = options.panel != self.options.panel
    let turnsDefault = front == nil && options.defaultMask != self.options.defaultMask
    self.options = options
    var window = Self.makeDefaultWindow(options, interface: defaultWindow.interface, device: device)
    if let lock { _ = window.handle(.lock(lock)) }
    defaultWindow = window
    for window in windows {
      window.state.device = device
      window.state.fallbackOrder = options.fallbackOrder
    }
    if turnsPanel || turnsDefault { decideInFront(.turned(device), reason: .updated) }
  }

  /// Sessions have come, gone or changed places: who is not at the machine is not in front, and sees less.
  public func rolesChanged() {
    foregroundChanged()
    publisher.rolesChanged()
    countReaders()
    applicationsFollowers.registrationsChanged()
  }

  /// Called when the published state may have changed, or who is registered.
  public var onChange: (() -> Void)?

  /// Whether an application is registered.
  public var hasApplications: Bool { !applications.isEmpty }

  /// A client has connected.
  public func openSession(for peer: Peer) -> ClientSession { ClientSession(peer: peer, service: self) }

  // MARK: Demand

  /// Called with true when somebody begins to need the sensor, and with false when nobody does any more.
  public var onDemandChange: ((Bool) -> Void)? {
    get { demand.onChange }
    set { demand.onChange = newValue }
  }

  /// Whether somebody needs the sensor.
  public var isSensorNeeded: Bool { demand.exists }

  /// How many clients follow the state, their windows, or the samples, or need the sensor in another way.
  public var readerCount: Int {
    publisher.subscriberCount + sampleFeed.readerCount + watcherCount + needs.count
  }

  /// Needs the sensor as a subscriber does, or with the panel off as well, for as long as the returned object is held.
  public func needSensor(withPanelOff: Bool = false) -> AnyObject {
    SensorNeed(service: self, withPanelOff: withPanelOff)
  }

  /// Called when the state was told, or the number of readers has changed, also where nothing about it is new.
  public var onActivity: (() -> Void)?

  /// Called with true when somebody begins to want each sample, at rest too, and with false when nobody does any more.
  public var onSampleDemandChange: ((Bool) -> Void)? {
    get { demand.onSamplesChange }
    set { demand.onSamplesChange = newValue }
  }

  /// Whether somebody wants each sample.
  public var areSamplesNeeded: Bool { demand.needsSamples }

  /// Whether the panel is off, or nobody looks at it, by the word of a session's agent.
  public var isPanelOff: Bool { !panelWatch.isOn }

  /// Who reads samples measures, which is of use with the panel off as well.
  func countReaders() {
    demand.update(
      readers: isPanelOff ? sampleFeed.readerCount + needs.countWithPanelOff : readerCount,
      sampleReaders: sampleFeed.readerCount)
    onActivity?()
  }

  /// How long an answer may wait for a sensor that was off, s.
  static let firstReadingTime = 2.0

  /// Answers a question about the present: a sensor that was off is looked for and read first.
  func whenSensorIsHeard(_ call: Call, answer: @escaping () -> Void) {
    guard surroundings.isSensorUnheard() else { return answer() }
    let timeout = surroundings.schedule(Self.firstReadingTime) { [weak self] in
      self?.demand.release()
      self?.countReaders()
    }
    demand.wait(call, timeout: timeout, changed: { [weak self] in self?.countReaders() }) { [weak self] in
      answer()
      self?.countReaders()
    }
  }

  // MARK: Decisions

  var windows: [Window] { applications.values.flatMap { $0.windows.values } }

  /// The orientation of what is in front.
  var interface: InterfaceOrientation { front?.state.interface ?? defaultWindow.interface }

  /// What words of other systems depend on.
  var foreignContext: ForeignOrientation.Context {
    ForeignOrientation.Context(panel: options.panel, interface: interface)
  }

  func publish(_ reason: RotationState.Reason) {
    publisher.publish(
      RotationState(
        serial: 0, sensor: sensor, device: device, interface: interface, panel: options.panel, reason: reason,
        locked: lock, foreground: front?.windowName))
    onActivity?()
    onChange?()
  }

  /// Decides about a window, after its dynamic controller has answered where it has one that is watched.
  func decide(
    _ window: Window, _ event: WindowEvent, reason: RotationState.Reason,
    completion: @escaping (Decision?) -> Void = { _ in }
  ) {
    settleQuery(of: window, before: event)
    guard let question = window.state.question(for: event), isWatched(window) else {
      return conclude(window, window.state.handle(event), reason: reason, completion: completion)
    }
    let query = PendingQuery(number: nextQuery, event: event, reason: reason, completion: completion)
    nextQuery += 1
    window.query = query
    query.timeout = surroundings.schedule(Self.answerTime) { [weak self, weak window] in
      guard let self, let window, window.query === query else { return }
      answer(window, nil)
    }
    var message = WindowEventMessage(kind: .query, window: window.name, reason: reason)
    message.query = query.number
    message.controller = question.controller
    window.application.tell(message)
  }

  /// How long a dynamic controller may take, s.
  static let answerTime = 0.2

  /// The answer to the pending query, nil for the declared values.
  func answer(_ window: Window, _ answers: ControllerAnswers?) {
    guard let query = window.query else { return }
    window.query = nil
    conclude(
      window, window.state.handle(query.event, answers: answers), reason: query.reason, completion: query.completion)
  }

  /// A newer event ends the wait for an older one: a turn is overtaken by the next turn, all else is decided first.
  private func settleQuery(of window: Window, before event: WindowEvent) {
    guard let query = window.query else { return }
    switch (query.event, event) {
    case (.turned, .turned): window.query = nil
    // The application's mask is part of what is evaluated when the answer comes.
    case (_, .applicationMask): break
    default: answer(window, nil)
    }
  }

  /// What was asked is of no interest any more; whoever waits for the decision learns that there is none.
  private func abandonQuery(of window: Window) {
    guard let query = window.query else { return }
    window.query = nil
    query.timeout = nil
    query.completion(nil)
  }

  private func isWatched(_ window: Window) -> Bool {
    window.application.watchers.values.contains { $0.watches(window.name) }
  }

  private func conclude(
    _ window: Window, _ decision: Decision, reason: RotationState.Reason, completion: (Decision?) -> Void
  ) {
    window.explanation.decision = decision
    let reason = decision.hasSettled ? .settled : decision.trigger.reason ?? reason
    if decision.changed {
      window.reason = reason
      tellOrientation(of: window)
    }
    completion(decision)
    // What a controller is being asked about is published together with what comes of it.
    if window === front, window.query == nil { publish(reason) }
  }

  /// Decides about what is in front; a refusal that the device's turning causes goes to the window's watchers.
  func decideInFront(
    _ event: WindowEvent, reason: RotationState.Reason, completion: ((Decision?) -> Void)? = nil
  ) {
    guard let front else {
      let decision = defaultWindow.handle(event)
      defaultExplanation.decision = decision
      completion?(decision)
      return publish(reason)
    }
    decide(front, event, reason: reason) { [weak self, weak front] decision in
      if let completion {
        completion(decision)
      } else if let decision, let front {
        self?.reportRefusal(decision, to: front, reason: reason)
      }
    }
  }

  func tellOrientation(of window: Window) {
    window.application.tell(
      WindowEventMessage(
        kind: .orientation, window: window.name, interface: window.state.interface, reason: window.reason))
  }

  func reportRefusal(_ decision: Decision, to window: Window, reason: RotationState.Reason) {
    guard let error = decision.refusal.map({ RotationError($0, window: window.name) }) else { return }
    var message = WindowEventMessage(
      kind: .refusal, window: window.name, interface: decision.interface, reason: reason)
    message.error = error.varlinkError.name
    message.message = error.message
    window.application.tell(message)
  }

  // MARK: The window in front

  /// Whether the window is the one that decides.
  func isFront(_ window: Window) -> Bool { window === front }

  /// The window that decides.
  var frontWindow: Window? { front }

  /// The window that is to decide: who may is asked anew each time.
  var chosenFront: Window? { foreground.front { surroundings.access.role(of: $0).isAtTheMachine } }

  /// A number that is higher than any before.
  func takeOrder() -> Int {
    nextOrder += 1
    return nextOrder
  }

  /// Makes a window of an application, with what it must know of the device and the lock.
  func makeWindow(_ name: String, of application: RegisteredApplication) -> Window {
    var state = WindowState(
      application: application.masks, fallbackOrder: options.fallbackOrder, device: device)
    state.lock = lock
    let window = Window(name: name, application: application, order: takeOrder(), state: state)
    application.windows[name] = window
    return window
  }

  /// Follows a change of the foreground order; where that brings a window forward, `completion` gets its decision.
  func foregroundChanged(completion: ((Decision?) -> Void)? = nil) {
    let next = chosenFront
    guard next !== front else { return }
    if let previous = front, applications[previous.application.token] != nil {
      previous.state.device = device
      if let query = previous.query, query.isAboutBeingInFront { abandonQuery(of: previous) }
      previous.application.tell(
        WindowEventMessage(
          kind: .background, window: previous.name, interface: previous.state.interface, reason: .foreground))
    }
    front = next
    if let next {
      next.application.tell(
        WindowEventMessage(
          kind: .foreground, window: next.name, interface: next.state.interface, reason: .foreground))
    }
    decideInFront(.cameToFront, reason: .foreground, completion: completion)
  }

  func forget(_ application: RegisteredApplication) {
    applications[application.token] = nil
    let watchers = application.watchers.values
    watcherCount -= watchers.count
    application.watchers = [:]
    for watcher in watchers { watcher.end() }
    countReaders()
    let windows = application.windows.values
    application.windows = [:]
    for window in windows { abandonQuery(of: window) }
    foreground.forget(application)
    foregroundChanged()
    applicationsFollowers.registrationsChanged()
  }

  func close(_ window: Window) {
    window.application.windows[window.name] = nil
    abandonQuery(of: window)
    foreground.deactivate(window)
    foregroundChanged()
  }

  // MARK: The user's lock

  func setLock(_ orientation: InterfaceOrientation?) {
    let held = orientation ?? interface
    lock = held
    surroundings.keepLock(held)
    shareLock()
    decideInFront(.lock(held), reason: .locked)
  }

  func releaseLock() {
    guard lock != nil else { return }
    lock = nil
    surroundings.keepLock(nil)
    shareLock()
    decideInFront(.unlock, reason: .unlocked)
  }

  private func shareLock() {
    for window in windows where window !== front { window.state.lock = lock }
    if front != nil { defaultWindow.lock = lock }
  }

  /// Turns what is in front once.
  func rotate(to orientation: InterfaceOrientation, completion: @escaping (Decision?) -> Void) {
    decideInFront(.rotateOnce(orientation), reason: .geometry, completion: completion)
  }
}
