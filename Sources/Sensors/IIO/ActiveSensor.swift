import EventLoop
import Glibc
import Orientation

/// The device that is being read: scans in, samples out, and a look at why none come.
final class ActiveSensor {
  /// Why the owner has to do something about the device.
  enum Trouble {
    /// It has to be opened anew; words for the log where something outside was the reason.
    case reopen(notice: String?)
    /// Its buffer delivers nothing although the device measures.
    case bufferIsSilent
    /// It cannot be read any more.
    case failed(SensorFailure)
  }

  let opened: OpenedDevice
  private let settings: SensorSettings
  private let reader: ReaderThread
  private let emit: (SensorEvent) -> Void
  private let report: (Trouble) -> Void
  private var pipeline: SamplePipeline
  private var clock = BatchClock()
  private var pace: SamplingPace
  private var wantsEverySample: Bool
  private let filter = ReadingFilter()
  private let tuning: DeviceTuning
  private var source: DescriptorSource?
  private var timer: TimerSource?
  private var watch: BufferSwitchWatch?
  private var isActive = true
  private var interval: Double
  private var last: (sample: AccelerometerSample, sensor: Acceleration, scan: RawScan)?
  private var lastArrival: Double?
  /// Whether the kernel's queue is read at times, not when something comes.
  private var isCollecting = false
  private var failures = 0
  private var isQuiet = false
  /// When a raw value was asked for because nothing came.
  private var askedAt = -Double.infinity
  private var expectedEchoes = 0

  /// Where a fresh raw value may differ from the last sample, m/s², and the silence still be rest.
  private static let restTolerance = 1.0
  /// An answer may come so many seconds after a raw value was asked for.
  private static let echoTime = 2.0

  /// Begins to read.
  /// - Throws: `SystemError` where the kernel refuses a descriptor or a timer.
  init(
    _ opened: OpenedDevice, pipeline: SamplePipeline, evidence: ChangeReporting.Evidence, trust: MotionEventTrust,
    wantsEverySample: Bool, settings: SensorSettings, loop: EventLoop, reader: ReaderThread,
    emit: @escaping (SensorEvent) -> Void, report: @escaping (Trouble) -> Void
  ) throws(SystemError) {
    self.opened = opened
    self.pipeline = pipeline
    self.settings = settings
    self.reader = reader
    self.emit = emit
    self.report = report
    interval = 1 / settings.rate
    self.wantsEverySample = wantsEverySample
    pace = SamplingPace(wantsEverySample: wantsEverySample)
    tuning = DeviceTuning(opened, evidence: evidence, trust: trust, settings: settings, reader: reader)
    timer = try loop.addTimer { [weak self] in self?.look() }
    try tuning.start(
      on: loop,
      listener: DeviceTuning.Listener(
        heardEvent: { [weak self] in self?.hearEvent() }, lostEvent: { [weak self] in self?.loseEvent() },
        wroteSensitivity: { [weak self] in self?.watchForSilence() }, failed: { [weak self] in self?.fail($0) },
        detail: { emit(.detail($0)) }))
    switch opened.reading {
    case .buffered(let session):
      if let present = FrequencyRule.present(of: opened.facts) { interval = 1 / present }
      source = try loop.addDescriptor(session.descriptor) { [weak self] readiness in
        self?.readBuffer(session, readiness: readiness)
      }
      watch = BufferSwitchWatch(loop: loop, identifier: opened.facts.identifier) { [weak self] in self?.checkSwitch() }
      timer?.arm(after: SilenceRule.afterEnabling(interval: interval))
    case .polled:
      let device = opened.device
      interval = max(interval, opened.readingTime)
      reader.repeatEvery(1 / settings.rate) { [weak self, reader, filter] in
        let began = EventLoop.now
        let result = Result { () throws(SensorFailure) in try DeviceOpener.readRaw(device) }
        let ended = EventLoop.now
        if case .success(let reading) = result, !filter.isNews(reading, at: ended) { return }
        reader.post { self?.receivePolled(result, began: began, ended: ended) }
      }
      timer?.arm(after: SilenceRule.afterData(interval: interval))
    }
  }

  /// Stops reading; the device is powered down in the background.
  func shutDown() {
    guard isActive else { return }
    isActive = false
    source = nil
    watch = nil
    timer = nil
    tuning.stop()
    if case .polled = opened.reading { reader.stopRepeating() }
    let opened = opened
    reader.run({ opened.close() }) { _ in }
  }

  /// The device is mounted otherwise from now on.
  func setMountMatrix(_ matrix: MountMatrix) { pipeline.mountMatrix = matrix }

  /// What was seen of the way it reports, which holds also after it is reopened.
  var evidence: ChangeReporting.Evidence { tuning.evidence }

  /// What its motion event has shown itself worth, which holds too; nil where it has none.
  var trust: MotionEventTrust? { tuning.trust }

  /// m/s² a count, once it is known.
  var scale: [Double]? { pipeline.scale }

  // MARK: - Data

  private func readBuffer(_ session: BufferSession, readiness: Readiness) {
    do throws(SensorFailure) {
      let scans = try session.read()
      noticeAlarm()
      if scans.isEmpty, !readiness.isDisjoint(with: [.hangUp, .failure]) {
        throw .system(SystemError("cannot read \(opened.facts.identifier)", code: ENODEV))
      }
      let times = clock.times(of: scans.map(\.timestamp), arrival: EventLoop.now, interval: interval)
      for (scan, time) in zip(scans, times) where isActive { ingest(scan, at: time) }
    } catch {
      report(.failed(error))
    }
  }

  private func receivePolled(_ result: Result<RawScan, SensorFailure>, began: Double, ended: Double) {
    guard isActive else { return }
    noticeAlarm()
    switch result {
    case .success(let scan):
      failures = 0
      // A slow device's own pace is its interval.
      interval = max(1 / settings.rate, ended - began)
      ingest(scan, at: ended)
    case .failure(let failure) where failure.isGone || failure.isBusy: report(.failed(failure))
    case .failure(let failure):
      failures += 1
      guard failures >= 3 else { return }
      report(.failed(failure))
    }
  }

  private func ingest(_ scan: RawScan, at time: Double) {
    guard let output = pipeline.convert(scan) else { return }
    let sample = AccelerometerSample(time: time, acceleration: output.device)
    if let last, last.sample.time >= time { return }
    if isEcho(output.sensor, at: time) { return }
    tuning.observe(output.sensor)
    let hasRested = isQuiet
    endQuiet(before: time)
    last = (sample, output.sensor, scan)
    lastArrival = EventLoop.now
    emit(.sample(sample, sensorFrame: output.sensor))
    guard isActive else { return }
    // A reading comes from a device that rests because it has moved; a hub's report may have another reason.
    let isMotion = hasRested && opened.mode == .polled && pace.level == .resting
    let hasChanged = pace.take(sample, isMotion: isMotion)
    if let verdict = pace.takeVerdict() { tuning.learn(verdict) }
    if hasChanged { applyPace() }
    watchForSilence()
  }

  /// What ends a silence comes from a device that has rested until a moment ago.
  private func endQuiet(before time: Double) {
    guard isQuiet else { return }
    isQuiet = false
    guard let last, time - interval > last.sample.time else { return }
    emit(.quiet(time: time - interval))
  }

  /// Whether a sample is a hub's answer to a raw read, which goes into the buffer too and says nothing of its health.
  ///
  /// At rest that is what is like the last sample; in a stream it is one sample for each axis that was read.
  private func isEcho(_ sample: Acceleration, at time: Double) -> Bool {
    guard time - askedAt < Self.echoTime else { return false }
    if isQuiet, let last { return sample.distance(to: last.sensor) <= SamplingPace.motion }
    // A hub that has had nothing to report since it was switched on shows by its answer that the buffer works.
    guard expectedEchoes > 0, last != nil || !tuning.reportsOnlyChanges else { return false }
    expectedEchoes -= 1
    return true
  }

  // MARK: - Pace

  /// Each sample is wanted from now on, at rest too, or is not any more.
  func want(everySample: Bool) {
    guard isActive, everySample != wantsEverySample else { return }
    wantsEverySample = everySample
    _ = pace.want(everySample: everySample)
    applyPace()
    watchForSilence()
  }

  private func applyPace() {
    tuning.follow(pace, everySample: wantsEverySample, scale: pipeline.scale, interval: interval)
    guard case .polled = opened.reading else { return }
    reader.setInterval(lookInterval)
    guard pace.level == .resting, let last, let scale = pipeline.scale else { return filter.passAll() }
    filter.passMotion(from: last.scan, scale: scale)
    if !isQuiet { say(quietAt: last.sample.time) }
  }

  /// Seconds between two looks at the device, where it does not tell of itself.
  private var lookInterval: Double { tuning.lookInterval(at: pace, interval: interval) }

  // MARK: - Motion event

  private func hearEvent() {
    guard isActive, pace.takeAlarm(at: EventLoop.now) else { return }
    // What has gathered at rest comes before what follows.
    if case .buffered(let session) = opened.reading { readBuffer(session, readiness: []) }
    guard isActive else { return }
    applyPace()
    watchForSilence()
  }

  /// A reading may be quicker than the event that belongs to it.
  private func noticeAlarm() {
    guard pace.level == .resting, tuning.takeAlarm() else { return }
    if pace.takeAlarm(at: EventLoop.now) { applyPace() }
  }

  private func loseEvent() {
    guard isActive, pace.level == .resting else { return }
    applyPace()
    watchForSilence()
  }

  // MARK: - Streams at rest

  /// A stream that nobody can stop is collected at rest: the kernel keeps it meanwhile.
  private var shouldCollect: Bool {
    guard case .buffered = opened.reading else { return false }
    return pace.level == .resting && !tuning.reportsOnlyChanges
  }

  private func look() {
    guard isActive else { return }
    if shouldCollect, case .buffered(let session) = opened.reading {
      readBuffer(session, readiness: [])
      guard isActive, shouldCollect else { return }
      let patience = SilenceRule.afterData(interval: tuning.gathers ? lookInterval : interval)
      if let lastArrival, EventLoop.now - lastArrival < patience { return watchForSilence() }
    }
    noticeSilence()
  }

  // MARK: - Silence

  /// Looks again when something should have come.
  private func watchForSilence() {
    if isCollecting != (shouldCollect && !tuning.gathers) {
      isCollecting.toggle()
      source?.isEnabled = !isCollecting
    }
    switch opened.reading {
    case .buffered where isCollecting: timer?.arm(after: lookInterval)
    // The chip wakes the loop at its watermark; where it does not, its queue is emptied all the same.
    case .buffered where tuning.gathers: timer?.arm(after: SilenceRule.afterBatch(interval: lookInterval))
    case .buffered:
      timer?.arm(after: tuning.reportsOnlyChanges ? 1.5 * interval : SilenceRule.afterData(interval: interval))
    case .polled where isQuiet: timer?.arm(after: betweenLooks)
    case .polled: timer?.arm(after: SilenceRule.afterData(interval: interval))
    }
  }

  private var betweenLooks: Double {
    tuning.isGuarded ? SilenceRule.betweenGuardedLooks : SilenceRule.betweenLooks
  }

  /// The device rests, by its own word or by what was read of it: what is known of it holds.
  private func say(quietAt time: Double) {
    isQuiet = true
    emit(.quiet(time: time))
  }

  private func noticeSilence() {
    let now = EventLoop.now
    switch opened.reading {
    case .polled where isQuiet:
      let slowest = max(lookInterval, interval)
      if now - filter.lastReading < SilenceRule.afterData(interval: slowest) {
        timer?.arm(after: betweenLooks)
        return
      }
      // Its next reading is news.
      filter.passAll()
      emit(.stale)
    case .polled:
      if last != nil { emit(.stale) }
    case .buffered where tuning.reportsOnlyChanges && last != nil:
      noticeRest(at: now)
    case .buffered:
      if last != nil { emit(.stale) }
      lookForTheReason(silentSince: lastArrival)
    }
  }

  private func noticeRest(at now: Double) {
    guard let last, let lastArrival else { return }
    if !isQuiet {
      if pace.level != .resting, now - lastArrival < SilenceRule.settling {
        let repeated = AccelerometerSample(time: now, acceleration: last.sample.acceleration)
        self.last?.sample = repeated
        emit(.sample(repeated, sensorFrame: last.sensor))
        timer?.arm(after: interval)
        return
      }
      say(quietAt: last.sample.time)
      guard isActive else { return }
      if pace.takeQuiet() { applyPace() }
    }
    // A change of what the hub compares with makes it speak once more: no reason to ask it again.
    if now - askedAt >= SilenceRule.betweenRawReads { lookForTheReason(silentSince: lastArrival) }
    timer?.arm(at: askedAt + SilenceRule.betweenRawReads)
  }

  private func checkSwitch() {
    guard isActive else { return }
    let device = opened.device
    reader.run({ try? device.readFile("buffer/enable") }) { [weak self] value in
      guard let self, isActive, value == "0" else { return }
      report(.reopen(notice: switchedOffNotice))
    }
  }

  private var switchedOffNotice: String {
    "another program switched the buffer of \(opened.facts.identifier) off; it is switched on again"
  }

  /// The device does not go on as it was told.
  private func fail(_ failure: SensorFailure) {
    guard isActive else { return }
    report(failure.isGone ? .failed(failure) : .reopen(notice: nil))
  }

  private func lookForTheReason(silentSince: Double?) {
    guard isActive else { return }
    let device = opened.device
    askedAt = EventLoop.now
    expectedEchoes = device.axes.count
    reader.run({
      let enabled = try? device.readFile("buffer/enable")
      return (enabled: enabled, raw: Result { () throws(SensorFailure) in try device.readRaw() })
    }) { [weak self] found in
      guard let self, isActive, lastArrival == silentSince else { return }
      judge(isSwitchedOff: found.enabled == "0", raw: found.raw)
    }
  }

  private func judge(isSwitchedOff: Bool, raw: Result<RawScan, SensorFailure>) {
    guard !isSwitchedOff else { return report(.reopen(notice: switchedOffNotice)) }
    switch raw {
    case .failure(let failure) where failure.isGone: report(.failed(failure))
    case .failure:
      // Drivers that refuse raw values while the buffer is on say nothing about rest either way.
      if !isQuiet { report(last == nil && settings.mode == .auto ? .bufferIsSilent : .reopen(notice: nil)) }
    case .success(let scan):
      if isQuiet, let last, let present = pipeline.convert(scan) {
        if present.sensor.distance(to: last.sensor) <= Self.restTolerance { return }
        emit(.stale)
        report(.reopen(notice: nil))
      } else {
        report(last == nil ? .bufferIsSilent : .reopen(notice: nil))
      }
    }
  }
}
