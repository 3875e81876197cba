import Configuration
import EventLoop
import Orientation
import OrientationEstimation
import PlumbInterface
import RotationService
import Sensors

/// The way of the data from a source to the service: samples in, device orientations out.
final class SensorPipeline {
  typealias TabletMode = Configuration.SensorSettings.TabletMode

  private let service: RotationService
  private let describeUsed: () -> AccelerometerDescription?
  private var tracker: OrientationTracker
  private var tabletMode: TabletMode
  private var hingeSaysTablet = true
  private var timer: TimerSource?
  private var isStale = true
  /// The sensor whose state stands since the panel went off, until it has told how the device is held.
  private var hidden: SensorStatus?

  /// Whether nothing has been said yet, since the source was started, of how the device is held or why that is unknown.
  private(set) var isUnheard = true

  /// The last sample, for those who ask what a sensor reads.
  private(set) var reading: AccelerometerSample?

  init(
    loop: EventLoop, service: RotationService, configuration: Configuration, tabletMode: TabletMode,
    describeUsed: @escaping () -> AccelerometerDescription?
  ) throws(SystemError) {
    self.service = service
    self.describeUsed = describeUsed
    self.tabletMode = tabletMode
    tracker = OrientationTracker(
      parameters: EstimationParameters(configuration.estimation),
      laptopOrientation: DeviceOrientation(configuration.panel.laptopOrientation))
    timer = try loop.addTimer { [weak self] in self?.judgeSilence(until: EventLoop.now) }
    obeyHinge()
  }

  /// New knobs are in force; what is known of the device's pose stays published until it is judged again.
  func apply(_ configuration: Configuration, tabletMode: TabletMode) {
    tracker.parameters = EstimationParameters(configuration.estimation)
    tracker.laptopOrientation = DeviceOrientation(configuration.panel.laptopOrientation)
    self.tabletMode = tabletMode
    obeyHinge()
  }

  func handle(_ event: SensorEvent) {
    switch event {
    case .sample(let sample, let sensorFrame): take(sample, sensorFrame)
    case .appeared(let description): appeared(description)
    case .lost(let reason): lost(reason)
    case .unavailable(let reason): unavailable(reason)
    case .stale: fellSilent()
    case .recovered: recovered()
    case .quiet(let time): restsUntilItMoves(since: time)
    case .ended: Log.notice("the recording is over; the last orientation is kept")
    case .tabletMode(let on): tabletModeChanged(on)
    case .notice(let text): Log.notice(.sensorNotice, text)
    case .detail(let text): Log.debug(text)
    }
  }

  /// The source was stopped for want of readers: what is known grows old.
  ///
  /// With `isHidden` nobody sees the panel: the last state stands, and is told anew only where it has become another.
  func paused(isHidden: Bool = false) {
    timer?.disarm()
    tracker.sensorChanged()
    service.sampleFeed.sensorStopped()
    reading = nil
    isStale = true
    isUnheard = true
    hidden = isHidden ? service.state.sensor : nil
    if service.state.sensor.available, !isHidden { service.sensorChanged(status, reason: .sensorLost) }
  }

  private func take(_ sample: AccelerometerSample, _ sensorFrame: Acceleration) {
    reading = sample
    service.sampleFeed.publish(sample, sensorFrame: sensorFrame)
    judged(tracker.ingest(sample))
    // Folded, the device is not judged by what the sensor reads; that it reads is known all the same.
    if isStale, !tracker.isTablet { publish(service.pose, reason: .sensorAppeared) }
  }

  private func restsUntilItMoves(since time: Double) {
    service.sampleFeed.publish(SampleEvent(.quiet, at: time))
    judgeSilence(until: time)
  }

  private func judgeSilence(until time: Double) { judged(tracker.silence(until: time)) }

  private func judged(_ orientation: DeviceOrientation?) {
    if let orientation { publish(orientation, reason: .turned) }
    if let deadline = tracker.nextDeadline { timer?.arm(at: deadline) } else { timer?.disarm() }
  }

  private func publish(_ orientation: DeviceOrientation, reason: RotationState.Reason) {
    let wasStale = isStale
    hidden = nil
    isStale = false
    isUnheard = false
    if orientation != service.pose {
      service.deviceTurned(orientation, sensor: status, reason: reason)
    } else if wasStale {
      service.sensorChanged(status, reason: .sensorAppeared)
    }
  }

  private func appeared(_ description: AccelerometerDescription) {
    Log.notice(
      .sensorRead,
      "reading \(description.name) (\(description.mode.rawValue), \(description.sysfsPath ?? description.uri))")
    for fault in description.faults { Log.warning(.sensorNotice, "\(description.name): \(fault)") }
    tracker.sensorChanged()
    let report = AccelerometerReport(description, reading: nil)
    service.sampleFeed.publish(SampleEvent(.added, at: EventLoop.now, sensor: report))
    if let hidden, hidden.name == description.name, hidden.mode == description.mode { return }
    hidden = nil
    // What a daemon before this one has heard is no news; should the sensor say nothing, that will be.
    var heard = status
    heard.stale = false
    if service.state.sensor != heard { service.sensorChanged(status, reason: .sensorAppeared) }
  }

  private func lost(_ reason: String) {
    Log.warning(.sensorLost, "the accelerometer is gone: \(reason); the last orientation is kept")
    tracker.sensorChanged()
    service.sampleFeed.publish(SampleEvent(.removed, at: EventLoop.now))
    timer?.disarm()
    reading = nil
    isStale = true
    isUnheard = false
    service.sensorChanged(SensorStatus(), reason: .sensorLost)
  }

  private func unavailable(_ reason: String) {
    Log.warning(.sensorUnavailable, "no orientation comes from a sensor: \(reason)")
    isUnheard = false
    service.sensorChanged(SensorStatus(), reason: .sensorLost)
  }

  private func fellSilent() {
    Log.warning(.sensorSilent, "the accelerometer has stopped to deliver; the last orientation is kept")
    isStale = true
    service.sensorChanged(status, reason: .sensorLost)
  }

  private func recovered() {
    Log.notice(.sensorBack, "the accelerometer delivers again")
    isStale = false
    service.sensorChanged(status, reason: .sensorAppeared)
  }

  private func tabletModeChanged(_ on: Bool) {
    service.sampleFeed.publish(SampleEvent(on ? .tabletMode : .laptopMode, at: EventLoop.now))
    hingeSaysTablet = on
    obeyHinge()
  }

  /// Follows the device, or leaves off, as the switch and the configuration say.
  private func obeyHinge() {
    let on =
      switch tabletMode {
      case .auto: hingeSaysTablet
      case .always: true
      case .never: false
      }
    guard on != tracker.isTablet else { return }
    Log.notice(
      .tabletMode, on ? "a tablet now: following the device" : "a laptop now: not following the device")
    if let orientation = tracker.setTabletMode(on) { service.deviceTurned(orientation, reason: .tabletMode) }
  }

  private var status: SensorStatus {
    let used = describeUsed()
    return SensorStatus(available: used != nil, name: used?.name, mode: used?.mode, stale: used != nil && isStale)
  }
}
