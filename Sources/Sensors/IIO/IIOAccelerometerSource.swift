import EventLoop
import Glibc
import Orientation

/// Real accelerometers: finds them (udev), chooses one, reads it (libiio), and finds it again when it was away.
///
/// What may block runs on a reader thread that is there only while it has something to do; a buffered sensor at work
/// needs the main loop alone.
@MainActor public final class IIOAccelerometerSource: AccelerometerSource {
  private let settings: SensorSettings
  private let loop: EventLoop
  private let handler: (SensorEvent) -> Void
  private let reader = ReaderThread()
  private var readerSource: DescriptorSource?
  private var retryTimer: TimerSource?
  private var monitor: DeviceMonitor?

  private var isStarted = false
  private var wantsEverySample = false
  /// Grows with each start and stop; what was asked for before then is of no use any more.
  private var generation = 0
  private var isScanning = false
  private var wantsScan = false
  private var backOff = BackOff()
  private var bufferBackOff = BackOff(first: 60, longest: 3600)

  private var survey = Survey()
  private var lastSummary: String?
  private var opening: SensorIdentity?
  private var active: ActiveSensor?
  private var health = Health()

  /// What is remembered of the chosen device from one opening to the next.
  private struct Health {
    var identity: SensorIdentity?
    /// How it was read when it was announced; nil where it was not.
    var announced: SensorMode?
    var isStale = false
    /// Openings in a row whose buffer fell silent soon.
    var silences = 0
    var openedAt = -Double.infinity
    var evidence = ChangeReporting.Evidence()
    var trust = MotionEventTrust()
    var faults: [String] = []
    /// What was told of it to who looks closely.
    var details: Set<String> = []
    /// Why its buffer is not used although it has one.
    var bufferFault: String?
    /// The last one of these that was told, so that each new try is not.
    var lastBufferFault: String?
  }

  /// A buffer that delivered for less than this many seconds before it fell silent did not work.
  private static let soundTime = 10.0

  /// Makes a source that looks for nothing until `start()`.
  /// - Throws: `SystemError` where the kernel refuses a descriptor or a timer.
  public init(
    loop: EventLoop, settings: SensorSettings = SensorSettings(), handler: @escaping (SensorEvent) -> Void
  ) throws(SystemError) {
    self.loop = loop
    self.handler = handler
    var sane = settings
    sane.rate = settings.rate.isFinite ? min(max(settings.rate, 0.1), 1000) : 10
    sane.restingRate = settings.restingRate.isFinite ? min(max(settings.restingRate, 0.1), sane.rate) : 1
    sane.guardRate = settings.guardRate.isFinite ? min(max(settings.guardRate, 0.1), sane.restingRate) : 0.5
    sane.movingRate = settings.movingRate.isFinite ? min(max(settings.movingRate, sane.rate), 1000) : sane.rate
    self.settings = sane
    let reader = reader
    readerSource = try loop.addDescriptor(reader.descriptor) { _ in reader.deliver() }
    retryTimer = try loop.addTimer { [weak self] in self?.retry() }
  }

  isolated deinit {
    active?.shutDown()
    reader.finish()
  }

  /// Every accelerometer of the last look at the devices.
  public var sensors: [AccelerometerDescription] {
    survey.descriptions(settings: settings).map { description in
      var description = description
      guard description.isUsed else { return description }
      description.faults += health.faults + (health.bufferFault.map { [$0] } ?? [])
      if let active {
        description.mode = active.opened.mode
        description.rate = FrequencyRule.present(of: active.opened.facts) ?? settings.rate
        if description.scale == nil, let scale = active.scale {
          description.scale = Sourced(scale, from: "learnt from gravity")
        }
      } else {
        description.isUsed = false
        description.reason = health.faults.last.map { "chosen, but it cannot be read: \($0)" } ?? "chosen, being opened"
      }
      return description
    }
  }

  /// Looks for devices, and reads the chosen one as long as it is there.
  public func start() {
    guard !isStarted else { return }
    isStarted = true
    generation += 1
    do throws(SystemError) {
      monitor = try DeviceMonitor(loop: loop) { [weak self] removed in self?.devicesChanged(removed: removed) }
    } catch {
      // The same path as for everything that comes later: not from inside this call.
      let handler = handler
      reader.post { handler(.notice("devices that come and go will not be noticed: \(error)")) }
    }
    scan()
  }

  /// Powers the device down in the background.
  public func stop() {
    guard isStarted else { return }
    isStarted = false
    generation += 1
    isScanning = false
    wantsScan = false
    monitor = nil
    retryTimer?.disarm()
    closeActive()
    opening = nil
    lastSummary = nil
    health = Health()
    backOff.reset()
    bufferBackOff.reset()
  }

  /// Powers the device down and waits for it.
  public func close() {
    stop()
    reader.finish()
  }

  /// Lets the sensor stream at rest too, or rest with the device.
  public func wantEverySample(_ wanted: Bool) {
    wantsEverySample = wanted
    active?.want(everySample: wanted)
  }

  // MARK: - Looking

  private func devicesChanged(removed: Set<String>) {
    if let path = health.identity?.sysfsPath, removed.contains(path) { lose("the sensor was removed") }
    backOff.reset()
    scan()
  }

  private func scan() {
    guard isStarted else { return }
    guard !isScanning else {
      wantsScan = true
      return
    }
    isScanning = true
    let uri = settings.uri
    let udev = uri == "local:" ? monitor?.devices() ?? [:] : [:]
    let generation = generation
    reader.run({ Survey.take(uri: uri, udev: udev) }) { [weak self] result in
      self?.finishScan(result, generation: generation)
    }
  }

  private func finishScan(_ result: Result<[SurveyedDevice], SensorFailure>, generation: Int) {
    guard generation == self.generation else { return }
    isScanning = false
    switch result {
    case .success(let devices): survey = Survey(devices, settings: settings)
    case .failure(let failure):
      survey = Survey()
      if health.faults != [failure.description] { handler(.unavailable(reason: failure.description)) }
      health.faults = [failure.description]
      retryTimer?.arm(after: backOff.delay())
    }
    if let chosen = survey.chosen {
      use(chosen)
    } else {
      if health.identity != nil { lose(survey.summary) }
      if survey.summary != lastSummary, case .success = result { handler(.unavailable(reason: survey.summary)) }
    }
    lastSummary = survey.summary
    if wantsScan {
      wantsScan = false
      scan()
    }
  }

  private func use(_ device: SurveyedDevice) {
    let identity = device.identity
    if health.identity == identity, active != nil || opening == identity {
      active?.setMountMatrix(device.mountMatrix(settings: settings))
      // udev may have opened it to this user just now.
      if let active, active.opened.isBufferBlocked { reopenIfFree(active) }
      return
    }
    if let previous = health.identity, previous != identity { lose("another accelerometer is used now") }
    open(device)
  }

  // MARK: - Opening and closing

  private func open(_ device: SurveyedDevice) {
    closeActive()
    health.identity = device.identity
    opening = device.identity
    let opener = DeviceOpener(settings: settings, allowsBuffer: health.bufferFault == nil)
    let generation = generation
    reader.run({
      Result { () throws(SensorFailure) in try opener.open(device.device, facts: device.facts) }
    }) { [weak self, reader] result in
      guard let self, generation == self.generation, opening == device.identity else {
        // Nobody waits for it any more: power it down where that may block.
        reader.run({
          guard case .success(let opened) = result else { return }
          opened.close()
        }) { _ in }
        return
      }
      opening = nil
      switch result {
      case .success(let opened): activate(opened, device)
      case .failure(let failure): giveUp(failure)
      }
    }
  }

  private func activate(_ opened: OpenedDevice, _ device: SurveyedDevice) {
    var settings = settings
    // Whoever asks for the hinge's angle waits as long as a slow poll takes, not as long as a guard.
    if survey.hasBase(settings: settings) { settings.guardRate = settings.restingRate }
    do throws(SystemError) {
      active = try ActiveSensor(
        opened, pipeline: device.pipeline(settings: settings), evidence: health.evidence,
        trust: health.trust, wantsEverySample: wantsEverySample, settings: settings, loop: loop, reader: reader,
        emit: { [weak self] in self?.pass($0) }, report: { [weak self] in self?.handle($0) })
    } catch {
      giveUp(.system(error))
      return
    }
    health.openedAt = EventLoop.now
    for fault in opened.faults where !health.faults.contains(fault) { handler(.notice(fault)) }
    health.faults = opened.faults
    for detail in opened.details { pass(.detail(detail)) }
    if opened.isBufferBlocked {
      retryTimer?.arm(after: backOff.delay())
    } else if health.bufferFault != nil {
      retryTimer?.arm(after: bufferBackOff.delay())
    } else {
      backOff.reset()
    }
    guard health.announced != opened.mode, let description = sensors.first(where: \.isUsed) else { return }
    health.announced = opened.mode
    handler(.appeared(description))
  }

  private func giveUp(_ failure: SensorFailure) {
    let words = failure.description
    let isNew = health.faults != [words]
    if health.announced != nil { lose(words) } else if isNew { handler(.unavailable(reason: words)) }
    health.identity = nil
    health.faults = [words]
    retryTimer?.arm(after: backOff.delay())
  }

  private func closeActive() {
    if let active {
      health.evidence = active.evidence
      if let trust = active.trust { health.trust = trust }
      active.shutDown()
    }
    active = nil
  }

  private func lose(_ reason: String) {
    closeActive()
    opening = nil
    let wasAnnounced = health.announced != nil
    health = Health()
    if wasAnnounced { handler(.lost(reason: reason)) }
  }

  private func retry() {
    if active != nil, health.bufferFault != nil {
      // Perhaps its buffer works by now.
      health.bufferFault = nil
      return reopen()
    }
    guard let active, active.opened.isBufferBlocked else { return scan() }
    reopenIfFree(active)
  }

  /// Reads the buffer of a device that is polled where it was held or forbidden and is so no longer.
  private func reopenIfFree(_ active: ActiveSensor) {
    let device = active.opened.device
    let generation = generation
    reader.run({ Result { () throws(SensorFailure) in try BufferSession.checkAccess(to: device) } }) {
      [weak self] result in
      guard let self, generation == self.generation, self.active === active else { return }
      switch result {
      case .success: reopen()
      case .failure: retryTimer?.arm(after: backOff.delay())
      }
    }
  }

  private func reopen() {
    closeActive()
    guard let chosen = survey.chosen, chosen.identity == health.identity else {
      health.identity = nil
      return scan()
    }
    open(chosen)
  }

  // MARK: - What the device at work says

  private func pass(_ event: SensorEvent) {
    switch event {
    case .sample:
      if health.isStale {
        health.isStale = false
        handler(.recovered)
      }
      handler(event)
    case .stale:
      guard !health.isStale else { return }
      health.isStale = true
      handler(event)
    case .detail(let words):
      // Each new opening would tell it again.
      if health.details.insert(words).inserted { handler(event) }
    case .appeared, .lost, .unavailable, .recovered, .quiet, .ended, .tabletMode, .notice: handler(event)
    }
  }

  private func handle(_ trouble: ActiveSensor.Trouble) {
    switch trouble {
    case .reopen(let notice?):
      handler(.notice(notice))
      reopenInTime()
    case .reopen(nil):
      health.silences = EventLoop.now - health.openedAt < Self.soundTime ? health.silences + 1 : 1
      if health.silences > 2, settings.mode == .auto { fallBackToPolling() } else { reopenInTime() }
    case .bufferIsSilent:
      if settings.mode == .auto { fallBackToPolling() } else { pass(.stale); reopenInTime() }
    case .failed(let failure):
      closeActive()
      if failure.isGone { lose(failure.description) } else { giveUp(failure) }
      retryTimer?.arm(after: backOff.delay())
    }
  }

  private func fallBackToPolling() {
    let name = health.identity?.identifier ?? "the sensor"
    let fault = "\(name) delivers nothing into its buffer (no working trigger); polled instead"
    health.bufferFault = fault
    if health.lastBufferFault != fault { handler(.notice(fault)) }
    health.lastBufferFault = fault
    reopen()
  }

  /// At once after a long good time, with growing waits where it keeps happening.
  private func reopenInTime() {
    guard EventLoop.now - health.openedAt < 1 else {
      reopen()
      return
    }
    closeActive()
    health.identity = nil
    retryTimer?.arm(after: backOff.delay())
  }
}
