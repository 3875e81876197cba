import Configuration
import EventLoop
import Orientation
import RotationService
import SensorProxyBus
import Sensors

/// What net.hadess.SensorProxy publishes: the sensor's presence, the orientation that the configuration asks for, the
/// tilt; and the need for the sensor that claims are.
///
/// Presence is known while nobody needs the sensor, too: it is looked for at the start and when udev has news.
final class SensorProxyFeed {
  typealias Publishing = Configuration.BusSettings.Publishing

  /// How long a look takes at most, s.
  private static let lookTime = 5.0

  private let loop: EventLoop
  private let service: RotationService
  private let access: AccessControl
  private let isUnheard: () -> Bool
  private var watch: AccelerometerWatch?
  private var lookTimer: TimerSource?
  /// Held while it is looked whether there is a sensor.
  private var look: AnyObject?
  /// Held while somebody claims the accelerometer.
  private var claim: AnyObject?
  private var proxy: SensorProxy?
  private var readings = ProxyReadings()
  /// What the last sample said, published or not.
  private var tilt = Tilt.undefined
  /// Whether the pose that the service knows was read from the sensor that is there.
  private var isPoseKnown = false

  /// Which orientation is published.
  var publishing: Publishing {
    didSet { refresh() }
  }

  /// - Parameter hasSensor: Whether there is one that need not be looked for.
  init(
    loop: EventLoop, service: RotationService, access: AccessControl, publishing: Publishing, hasSensor: Bool,
    isUnheard: @escaping () -> Bool
  ) throws(SystemError) {
    self.loop = loop
    self.service = service
    self.access = access
    self.publishing = publishing
    self.isUnheard = isUnheard
    lookTimer = try loop.addTimer { [weak self] in self?.endLook() }
    watch = try AccelerometerWatch(loop: loop) { [weak self] in self?.lookForSensor() }
    if hasSensor {
      readings.hasAccelerometer = true
      endLook()
    } else {
      lookForSensor()
    }
  }

  /// Leaves the bus.
  func close() {
    watch = nil
    endLook(offers: false)
    proxy?.close()
    proxy = nil
    claim = nil
  }

  /// Finds out whether there is a sensor, by switching it on for a moment where nobody else has.
  func lookForSensor() {
    lookTimer?.arm(after: Self.lookTime)
    if look == nil { look = service.needSensor(withPanelOff: true) }
  }

  /// Takes what a sensor says, after the pipeline has.
  func handle(_ event: SensorEvent) {
    switch event {
    case .sample(let sample, sensorFrame: _):
      // One that felt nothing before is an accelerometer all the same.
      readings.hasAccelerometer = true
      tilt = Tilt(sample.acceleration)
    case .appeared: readings.hasAccelerometer = true
    case .lost, .unavailable:
      readings = ProxyReadings()
      tilt = .undefined
      isPoseKnown = false
    case .stale, .recovered, .quiet, .ended, .tabletMode, .notice, .detail: break
    }
    refresh()
    switch event {
    case .appeared, .sample, .lost, .unavailable: endLook()
    default: break
    }
    if !isUnheard() { proxy?.sensorHeard() }
  }

  /// Publishes what is new; to be called when the service has changed, too.
  func refresh() {
    let state = service.state
    if readings.hasAccelerometer, state.sensor.available, !state.sensor.stale { isPoseKnown = true }
    // Nobody learns how the device is held without a claim, and after the last one the words stay, as upstream has it.
    if claim != nil {
      readings.tilt = tilt
      if isPoseKnown, let turn { readings.turn = turn }
    }
    proxy?.update(readings)
  }

  /// How the device, or the interface, is turned; nil where nothing new says so.
  private var turn: QuarterTurn? {
    let isApproved =
      switch publishing {
      case .raw: false
      case .approved: true
      case .auto: service.hasApplications || service.state.locked != nil
      }
    guard service.pose != .unknown else { return nil }
    if isApproved { return service.panel.turn(showing: service.state.interface) }
    // A flat device keeps the orientation that it had, as upstream has it.
    return service.device.interfaceOrientation.map(service.panel.turn(showing:))
  }

  private func endLook(offers: Bool = true) {
    lookTimer?.disarm()
    look = nil
    guard offers, proxy == nil else { return }
    // The name is taken when it is known what there is to say: who finds it asks at once, and some ask only once.
    do throws(SystemError) {
      proxy = try SensorProxy(
        loop: loop, readings: readings,
        surroundings: SensorProxy.Surroundings(
          mayClaim: { [access] in access.role(of: Peer(uid: $0, gid: $0, pid: 0)) != .other }, isUnheard: isUnheard,
          demandChanged: { [weak self] in self?.demandChanged($0) }, report: { Log.notice($0) }))
    } catch {
      Log.error("\(SensorProxy.name) is not answered: \(error)")
    }
  }

  private func demandChanged(_ isNeeded: Bool) {
    claim = isNeeded ? service.needSensor() : nil
    refresh()
  }
}
