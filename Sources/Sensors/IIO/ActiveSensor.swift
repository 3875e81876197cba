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
  private var motion = MotionRate()
  private var pace: MotionPace
  private var changes: ChangeReporting
  private var source: DescriptorSource?
  private var timer: TimerSource?
  private var watch: BufferSwitchWatch?
  private var isActive = true
  private var interval: Double
  private var last: (sample: AccelerometerSample, sensor: Acceleration)?
  private var lastArrival: Double?
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
    _ opened: OpenedDevice, pipeline: SamplePipeline, streamsAtRest: Bool, settings: SensorSettings, loop: EventLoop,
    reader: ReaderThread,
    emit: @escaping (SensorEvent) -> Void, report: @escaping (Trouble) -> Void
  ) throws(SystemError) {
    self.opened = opened
    self.pipeline = pipeline
    self.settings = settings
    self.reader = reader
    self.emit = emit
    self.report = report
    interval = 1 / settings.rate
    pace = MotionPace(facts: opened.facts, settings: settings)
    changes = ChangeReporting(facts: opened.facts, streamsAtRest: streamsAtRest)
    timer = try loop.addTimer { [weak self] in self?.noticeSilence() }
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
      reader.repeatEvery(1 / settings.rate) { [weak self, reader] in
        let began = EventLoop.now
        let result = Result { () throws(SensorFailure) in try DeviceOpener.readRaw(device) }
        let ended = EventLoop.now
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
    switch opened.reading {
    case .buffered(let session): reader.run({ session.close() }, then: { _ in })
    case .polled: reader.stopRepeating()
    }
  }

  /// The device is mounted otherwise from now on.
  func setMountMatrix(_ matrix: MountMatrix) { pipeline.mountMatrix = matrix }

  /// Whether the device was seen to stream while it rested: its silence is a fault then, also after it is reopened.
  var streamsAtRest: Bool { changes.streamsAtRest }

  /// m/s² a count, once it is known.
  var scale: [Double]? { pipeline.scale }

  // MARK: - Data

  private func readBuffer(_ session: BufferSession, readiness: Readiness) {
    do throws(SensorFailure) {
      let scans = try session.read()
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
    if case .buffered = opened.reading { changes.observe(output.sensor) }
    last = (sample, output.sensor)
    lastArrival = EventLoop.now
    isQuiet = false
    timer?.arm(after: reportsOnlyChanges ? 1.5 * interval : SilenceRule.afterData(interval: interval))
    emit(.sample(sample, sensorFrame: output.sensor))
    guard isActive else { return }
    setMoving(motion.isMoving(sample))
  }

  /// Whether a sample is a hub's answer to a raw read, which goes into the buffer too and says nothing of its health.
  ///
  /// At rest that is what is like the last sample; in a stream it is one sample for each axis that was read.
  private func isEcho(_ sample: Acceleration, at time: Double) -> Bool {
    guard time - askedAt < Self.echoTime else { return false }
    if isQuiet, let last { return sample.distance(to: last.sensor) <= Self.restTolerance }
    // A hub that has had nothing to report since it was switched on shows by its answer that the buffer works.
    guard expectedEchoes > 0, last != nil || !changes.reportsOnlyChanges else { return false }
    expectedEchoes -= 1
    return true
  }

  // MARK: - Pace

  private func setMoving(_ moving: Bool) {
    guard let step = pace.step(moving: moving) else { return }
    if case .polled = opened.reading { reader.setInterval(1 / step.rate) }
    guard !step.changes.isEmpty else { return }
    let device = opened.device
    reader.run({
      step.changes.allSatisfy { change in (try? device.write(change.attribute, change.value)) != nil }
    }) { [weak self] worked in
      if !worked { self?.pace.giveUpOnDevice() }
    }
  }

  // MARK: - Silence

  private var reportsOnlyChanges: Bool {
    guard case .buffered = opened.reading else { return false }
    return changes.reportsOnlyChanges
  }

  private func noticeSilence() {
    guard isActive, !isQuiet else { return }
    let now = EventLoop.now
    if reportsOnlyChanges, let last, let lastArrival {
      if now - lastArrival < SilenceRule.settling {
        let repeated = AccelerometerSample(time: now, acceleration: last.sample.acceleration)
        self.last?.sample = repeated
        emit(.sample(repeated, sensorFrame: last.sensor))
        timer?.arm(after: interval)
        return
      }
      isQuiet = true
      emit(.quiet(time: last.sample.time))
    } else if last != nil {
      emit(.stale)
    }
    guard isActive, case .buffered = opened.reading else { return }
    lookForTheReason(silentSince: lastArrival)
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

  private func lookForTheReason(silentSince: Double?) {
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
