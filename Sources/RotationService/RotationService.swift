import Autorotation
public import Orientation
public import PlumbInterface
import Varlink

/// The state machine: how the device is held, who is registered, who is in front, what is locked; events come in,
/// decisions are made, and the state is published.
public final class RotationService {
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
  /// Those who are registered, by their tokens.
  private(set) var applications: [String: RegisteredApplication] = [:]
  let applicationList = ApplicationList()
  let applicationsFollowers = ApplicationsFollowers()
  var foreground = ForegroundOrder()
  var defaultWindow: WindowState
  let defaultExplanation = Explanation()
  /// The window that decides.
  var front: Window? {
    didSet {
      oldValue?.application.statusMayHaveChanged()
      front?.application.statusMayHaveChanged()
    }
  }
  // Kept, as each reader that comes or goes is counted anew, and there may be many applications.
  var watcherCount = 0
  var nextQuery = 1
  var nextOrder = 0
  /// Called when the published state may have changed, or whether anybody is registered.
  public var onChange: (() -> Void)?
  /// Called when the number of readers may have changed.
  public var onReadersChange: (() -> Void)?

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

  /// Whether an application is registered.
  public var hasApplications: Bool { !applications.isEmpty }

  /// A client has connected.
  public func openSession(for peer: Peer) -> ClientSession { ClientSession(peer: peer, service: self) }

  // MARK: Who is registered

  func remember(_ application: RegisteredApplication) {
    applications[application.token] = application
    applicationList.insert(application)
    if applications.count == 1 { onChange?() }
    applicationsFollowers.registrationsChanged()
  }

  func forget(_ application: RegisteredApplication) {
    applications[application.token] = nil
    applicationList.remove(application)
    if applications.isEmpty { onChange?() }
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

  func close(_ window: Window) {
    window.application.windows[window.name] = nil
    abandonQuery(of: window)
    foreground.deactivate(window)
    foregroundChanged()
  }
}
