import CLinux
import Configuration
import EventLoop
import Glibc
import Orientation
import OrientationEstimation
import PlumbInterface
import Recordings
import RotationService
import Sensors
import Varlink

/// The wiring: sources into the pipeline, the pipeline into the service, the service onto the socket.
final class Daemon {
  /// How long the sensor stays on after its last reader has gone, s: a reader that comes back finds it warm.
  private static let linger = 3.0

  private let options: DaemonOptions
  private let loop: EventLoop
  private let access: AccessControl
  private let service: RotationService
  private let server: SocketServer
  private let machine = MachineIdentity.ofThisMachine()
  private var loaded: LoadedConfiguration
  private var quirks: LoadedQuirks
  private var source: (any AccelerometerSource)?
  private var tabletSwitch: TabletModeSwitch?
  private var hinge: HingeWatch?
  private var pipeline: SensorPipeline?
  private var lingering: TimerSource?
  private var statusTimer: TimerSource?
  private var sensorProxy: SensorProxyFeed?
  private var signals: [SignalSource] = []
  private var stored: ConnectionStore.Contents
  private var isToBeContinued = false

  init(options: DaemonOptions, loaded files: DaemonOptions.Loaded) throws {
    self.options = options
    loaded = files.configuration
    quirks = files.quirks
    let configuration = loaded.configuration
    Log.level = options.logLevel ?? Log.Level(configuration.log.level)
    // What can fail for itself comes before there is anything for others to see.
    let recordings: [Recording] =
      if case .recording(let file) = options.source { try RecordingFile.read(file) } else { [] }

    let loop = try EventLoop()
    self.loop = loop
    let access = AccessControl(loop: loop, activeGroup: configuration.access.group)
    self.access = access
    Self.sayUnknownGroup(in: loaded)
    let keeper = LockKeeper(directory: Self.stateDirectory(configuration, options))

    let late = Late()
    var surroundings = Surroundings(access: access, schedule: loop.schedule, makeToken: Self.randomToken)
    surroundings.keepLock = keeper.write
    surroundings.isSensorUnheard = { late.daemon?.pipeline?.isUnheard ?? false }
    surroundings.listSensors = { late.daemon?.sensorReports ?? [] }
    surroundings.listSettings = { late.daemon?.settings ?? [] }
    surroundings.process = ProcessFacts.init(pid:)
    surroundings.reload = { late.daemon?.reload() ?? [] }
    let mock =
      options.source == .mock ? try MockAccelerometerSource(loop: loop) { late.daemon?.sensed($0) } : nil
    surroundings.mock = mock.map(MockAdapter.init)
    service = RotationService(
      options: .init(configuration), surroundings: surroundings, lock: keeper.read())

    let (sockets, stored) = try ConnectionStore.take()
    self.stored = stored
    let listener = try Self.listen(sockets, else: options.socketPath ?? configuration.socket.path)
    var interfaces = [try Interfaces.rotation(), try Interfaces.sensor()]
    if mock != nil { interfaces.append(try Interfaces.mock()) }
    server = try SocketServer(
      loop: loop, listener: listener, service: service,
      varlink: Service(
        vendor: "plumbd", product: "plumbd", version: Release.version, url: "man:plumbd(8)", interfaces: interfaces
      ),
      messageLimits: Limits(messageBytes: configuration.limits.messageSize),
      limits: .init(configuration.limits))

    late.daemon = self
    access.onChange = { [service] in service.rolesChanged() }
    try handleSignals()
    try makeSource(mock, recordings)
    if options.source == .devices {
      tabletSwitch = try TabletModeSwitch(loop: loop) { [weak self] in self?.switchSays($0) }
      hinge = HingeWatch(loop: loop) { [weak self] in self?.pipeline?.handle($0) }
    }
    lingering = try loop.addTimer { [weak self] in self?.stopSensing() }
    service.onDemandChange = { [weak self] in self?.demandChanged($0) }
    statusTimer = try loop.addTimer { [weak self] in self?.updateStatus() }
    service.onReadersChange = { [weak self] in self?.statusChanged() }
    service.onChange = { [weak self] in
      self?.statusChanged()
      self?.sensorProxy?.refresh()
    }
    service.onSampleDemandChange = { [weak self] in self?.source?.wantEverySample($0) }
    try answerSensorProxy(configuration.bus)
  }

  /// Hands the closures that are made first a daemon that is made last.
  private final class Late {
    weak var daemon: Daemon?
  }

  /// Serves until it is told to end; the exit status.
  func run() throws -> Int32 {
    try loop.feedWatchdog()
    server.takeOver(stored)
    stored = .init()
    // Those who read the sensor may be gone.
    if !service.isSensorNeeded { pipeline?.paused() }
    // What starting took, and running does not.
    malloc_trim(0)
    ServiceManager.notify("READY=1", "STATUS=\(statusText)", patience: 5)
    let status = try loop.run()
    ServiceManager.notify("STOPPING=1")
    sensorProxy?.close()
    if isToBeContinued { server.handOver() } else { server.stop() }
    source?.close()
    return status
  }

  private func handleSignals() throws {
    // A service manager ends with SIGTERM what it may start again; a person at a terminal means it with SIGINT.
    signals.append(
      try loop.addSignal(SIGTERM) { [weak self] in
        self?.isToBeContinued = true
        self?.loop.exit(0)
      })
    signals.append(try loop.addSignal(SIGINT) { [loop] in loop.exit(0) })
    signals.append(try loop.addSignal(SIGHUP) { [weak self] in _ = self?.reload() })
    Glibc.signal(SIGPIPE, SIG_IGN)
  }

  private static func listen(_ activated: [Int32], else path: String) throws -> ListeningSocket {
    guard let first = activated.first else { return try ListeningSocket(path: path) }
    for extra in activated.dropFirst() { close(extra) }
    return try ListeningSocket(activated: first)
  }

  private static func stateDirectory(_ configuration: Configuration, _ options: DaemonOptions) -> String? {
    if let directory = configuration.state.directory { return directory }
    if let directory = getenv("STATE_DIRECTORY") { return String(cString: directory) }
    // A mock or a recording leaves the machine's own lock alone.
    return options.source == .devices ? "/var/lib/plumbd" : nil
  }

  private static func randomToken() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<2).map { _ in
      let half = String(generator.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - half.count) + half
    }.joined()
  }

  // MARK: The sensor

  private func makeSource(_ mock: MockAccelerometerSource? = nil, _ recordings: [Recording] = []) throws {
    let handler: (SensorEvent) -> Void = { [weak self] in self?.sensed($0) }
    let source: any AccelerometerSource
    switch options.source {
    case .devices:
      source = try SystemAccelerometerSource(
        loop: loop, settings: sensorSettings, handler: handler)
    case .mock:
      guard let mock else { return }
      source = mock
    case .recording:
      source = try RecordingAccelerometerSource(loop: loop, recordings: recordings, handler: handler)
    }
    self.source = source
    pipeline = try SensorPipeline(
      loop: loop, service: service, configuration: loaded.configuration, tabletMode: tabletMode
    ) { [weak source] in source?.sensors.first(where: \.isUsed) }
  }

  private var tabletMode: SensorPipeline.TabletMode { options.tabletMode ?? loaded.configuration.sensor.tabletMode }

  private var sensorSettings: SensorSettings {
    SensorSettings(loaded.configuration.sensor, quirks: quirks, machine: machine)
  }

  private func switchSays(_ event: SensorEvent) {
    // One of the two tells: the switch, where there is one.
    if case .tabletMode = event { watchHinge() }
    pipeline?.handle(event)
  }

  private func watchHinge() {
    guard tabletMode == .auto else { return hinge?.stop() ?? () }
    hinge?.consider(source?.sensors ?? [], settings: sensorSettings, hasSwitch: tabletSwitch?.isThere ?? false)
  }

  private func sensed(_ event: SensorEvent) {
    pipeline?.handle(event)
    sensorProxy?.handle(event)
    switch event {
    case .sample(let sample, sensorFrame: _): hinge?.displayFeels(sample.acceleration)
    case .appeared, .lost: watchHinge()
    default: break
    }
  }

  /// Answers net.hadess.SensorProxy, or leaves the bus, as the configuration says.
  private func answerSensorProxy(_ settings: Configuration.BusSettings) throws(SystemError) {
    guard settings.sensorProxy else {
      sensorProxy?.close()
      sensorProxy = nil
      return
    }
    if let sensorProxy {
      sensorProxy.publishing = settings.publish
    } else {
      sensorProxy = try SensorProxyFeed(
        loop: loop, service: service, access: access, publishing: settings.publish,
        hasSensor: { if case .recording = options.source { true } else { false } }()
      ) { [weak self] in self?.pipeline?.isUnheard ?? false }
    }
  }

  private func demandChanged(_ needed: Bool) {
    if needed {
      lingering?.disarm()
      source?.start()
      tabletSwitch?.start()
    } else {
      lingering?.arm(after: Self.linger)
    }
  }

  private func stopSensing() {
    source?.stop()
    tabletSwitch?.stop()
    hinge?.stop()
    pipeline?.paused(isHidden: service.isPanelOff)
    statusChanged()
  }

  private var sensorReports: [AccelerometerReport] {
    let reading = pipeline?.reading?.acceleration
    return (source?.sensors ?? []).map { AccelerometerReport($0, reading: reading) }
  }

  // MARK: Configuration and status

  private var settings: [Setting] {
    loaded.entries.map {
      Setting(
        section: $0.section, key: $0.key, value: $0.value, file: $0.origin?.file, line: $0.origin?.line)
    }
  }

  /// The default's group need not exist; one that somebody has written down is meant to.
  private static func sayUnknownGroup(in loaded: LoadedConfiguration) {
    for entry in loaded.entries where entry.section == "access" && entry.key == "group" {
      guard let origin = entry.origin, UserGroup(entry.value) == nil else { continue }
      Log.warning("\(origin.file):\(origin.line): [access] group: there is no group \"\(entry.value)\"")
    }
  }

  /// Takes the whole new configuration, or keeps the old one and returns what is wrong.
  private func reload() -> [String] {
    let next: DaemonOptions.Loaded
    do {
      next = try options.load()
    } catch {
      let problems = error.issues.map(\.description)
      for problem in problems { Log.error(problem) }
      Log.error("the new configuration was refused; the old one stays in force")
      return problems
    }
    let old = loaded.configuration
    let new = next.configuration.configuration
    let oldSensor = sensorSettings
    loaded = next.configuration
    quirks = next.quirks
    Log.level = options.logLevel ?? Log.Level(new.log.level)
    access.activeGroup = new.access.group
    Self.sayUnknownGroup(in: loaded)
    server.limits = .init(new.limits)
    service.apply(.init(new))
    // Another group, or the same one with other members.
    service.rolesChanged()
    pipeline?.apply(new, tabletMode: tabletMode)
    if oldSensor != sensorSettings { replaceSource() }
    do throws(SystemError) {
      try answerSensorProxy(new.bus)
    } catch {
      Log.error("cannot answer on the system bus: \(error)")
    }
    for (key, changed) in [
      ("[socket] path", old.socket != new.socket && options.socketPath == nil),
      ("[state] directory", old.state != new.state),
      ("[limits] message-size", old.limits.messageSize != new.limits.messageSize),
    ] where changed {
      Log.notice("\(key) counts from the next start on")
    }
    Log.notice("the configuration was read again")
    return []
  }

  private func replaceSource() {
    guard options.source == .devices else { return }
    let wasNeeded = service.isSensorNeeded
    source?.close()
    tabletSwitch?.stop()
    hinge?.stop()
    pipeline?.paused()
    do {
      try makeSource()
      source?.wantEverySample(service.areSamplesNeeded)
      if wasNeeded {
        source?.start()
        tabletSwitch?.start()
      }
      sensorProxy?.lookForSensor()
    } catch {
      Log.error("cannot look for accelerometers: \(error)")
    }
  }

  private var statusText: String {
    let state = service.state
    let sensor =
      if let name = state.sensor.name {
        "\(name) (\(state.sensor.mode?.rawValue ?? "off"))"
      } else {
        service.isSensorNeeded ? "no accelerometer" : "sensor off, nobody needs it"
      }
    let held = state.locked == nil ? "" : " (locked)"
    let readers = service.readerCount
    return "\(state.interface.word)\(held), \(sensor), \(readers) reader\(readers == 1 ? "" : "s")"
  }

  /// Lets the service manager know soon, and once, however much happens until then.
  private func statusChanged() {
    if statusTimer?.isArmed == false { statusTimer?.arm(after: 0.2) }
  }

  private func updateStatus() { ServiceManager.notify("STATUS=\(statusText)") }
}

extension EventLoop {
  /// Calls back once after so many seconds, unless the returned object is dropped before.
  func schedule(_ seconds: Double, _ body: @escaping () -> Void) -> AnyObject? {
    let timer = try? addTimer(handler: body)
    timer?.arm(after: seconds)
    return timer
  }
}
