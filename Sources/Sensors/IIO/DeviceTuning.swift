import EventLoop
import Orientation

/// What the pace asks of the device itself: its frequency, its sensitivity, its watermark and its motion event.
///
/// Attributes block, so the reader thread writes them, one after the other.
final class DeviceTuning {
  /// What the owner has to know.
  struct Listener {
    /// The device's motion event has come.
    var heardEvent: () -> Void
    /// The event is waited for no more: at rest the device has to be looked at as one without.
    var lostEvent: () -> Void
    /// The hub compares with something else now, which changes what its silence means.
    var wroteSensitivity: () -> Void
    /// The device does not go on as it was told.
    var failed: (SensorFailure) -> Void
    /// Something to tell, in words, to who looks closely.
    var detail: (String) -> Void
  }

  private let opened: OpenedDevice
  private let settings: SensorSettings
  private let reader: ReaderThread
  private let earlierTrust: MotionEventTrust
  private var listener: Listener?
  private var frequency: FrequencyPace
  private var changes: ChangeReporting
  private var motionEvent: MotionEventWatch?
  /// Scans that gather before the loop is woken.
  private var watermark = 1

  /// Takes a device as it was opened, and what was seen of it before.
  init(
    _ opened: OpenedDevice, evidence: ChangeReporting.Evidence, trust: MotionEventTrust, settings: SensorSettings,
    reader: ReaderThread
  ) {
    self.opened = opened
    self.settings = settings
    self.reader = reader
    earlierTrust = trust
    frequency = FrequencyPace(facts: opened.facts, settings: settings)
    changes = ChangeReporting(facts: opened.facts, evidence: evidence)
  }

  /// Begins to tell.
  /// - Throws: `SystemError` where the motion event's descriptor cannot be watched.
  func start(on loop: EventLoop, listener: Listener) throws(SystemError) {
    self.listener = listener
    guard let session = opened.motionEvent else { return }
    motionEvent = try MotionEventWatch(
      session, of: opened.facts.identifier, trust: earlierTrust, loop: loop, reader: reader, tell: listener.detail,
      gaveUp: listener.lostEvent, heard: listener.heardEvent)
  }

  /// Tells nothing more; what was written is put back when the device is closed.
  func stop() {
    listener = nil
    motionEvent = nil
  }

  // MARK: - What is known of the device

  /// What was seen of the way it reports, which holds also after it is reopened.
  var evidence: ChangeReporting.Evidence { changes.evidence }

  /// What its motion event has shown itself worth, which holds too; nil where it has none.
  var trust: MotionEventTrust? { motionEvent?.trust }

  /// Whether its silence may mean rest.
  var reportsOnlyChanges: Bool {
    guard case .buffered = opened.reading else { return false }
    return changes.reportsOnlyChanges
  }

  /// Whether the device need hardly be looked at, because it is sure to say that it moves.
  var isGuarded: Bool { motionEvent?.isGuarding ?? false }

  /// Whether the chip itself gathers what it measures, and wakes the loop when that is enough.
  var gathers: Bool { watermark > 1 }

  /// Seconds between two looks at the device at a pace, where it measures every `interval` seconds.
  func lookInterval(at pace: SamplingPace, interval: Double) -> Double {
    let wanted = 1 / pace.rate(settings, isGuarded: isGuarded)
    guard case .buffered = opened.reading else { return wanted }
    return min(wanted, Double(BufferSession.mostWaiting) * interval)
  }

  /// Takes a sample that the device sent of itself (m/s², its own frame).
  func observe(_ acceleration: Acceleration) {
    if case .buffered = opened.reading { changes.observe(acceleration) }
  }

  /// Whether the motion event has come since it was last asked.
  func takeAlarm() -> Bool { motionEvent?.takeAlarm() ?? false }

  /// Takes what has become of the event.
  func learn(_ verdict: SamplingPace.AlarmVerdict) { motionEvent?.learn(verdict) }

  // MARK: - What is asked of it

  /// Lets the device work as a pace has it; `scale` is m/s² a count, and it measures every `interval` seconds.
  func follow(_ pace: SamplingPace, everySample: Bool, scale: [Double]?, interval: Double) {
    // Chips refuse another frequency while they measure for an event.
    if pace.level != .resting { motionEvent?.disarm() }
    write(frequency.changes(moving: pace.level == .moving))
    let rests = pace.level == .resting && !reportsOnlyChanges
    if rests, let scale { motionEvent?.arm(scale: scale) }
    guard case .buffered(let session) = opened.reading else { return }
    if let value = changes.value(for: pace.level, everySample: everySample) { writeSensitivity(value) }
    let gathering = Int(lookInterval(at: pace, interval: interval) / interval)
    setWatermark(rests ? min(opened.facts.queueLength, gathering) : 1, of: session)
  }

  private func write(_ steps: [FrequencyRule.Change]) {
    guard !steps.isEmpty else { return }
    let device = opened.device
    reader.run({
      steps.allSatisfy { step in (try? device.write(step.attribute, step.value)) != nil }
    }) { [weak self] worked in
      if !worked { self?.frequency.giveUpOnDevice() }
    }
  }

  private func writeSensitivity(_ value: String) {
    let device = opened.device
    reader.run({ () -> Double? in
      guard (try? device.write(ChangeReporting.attribute, value)) != nil else { return nil }
      return (try? device.read(ChangeReporting.attribute)).flatMap(AttributeText.number)
    }) { [weak self] present in
      guard let self else { return }
      changes.wrote(present)
      listener?.wroteSensitivity()
    }
  }

  private func setWatermark(_ scans: Int, of session: BufferSession) {
    let wanted = max(scans, 1)
    guard opened.facts.queueLength > 1, wanted != watermark else { return }
    watermark = wanted
    reader.run({
      Result { () throws(SensorFailure) in try session.setWatermark(wanted) }
    }) { [weak self] result in
      if case .failure(let failure) = result { self?.listener?.failed(failure) }
    }
  }
}
