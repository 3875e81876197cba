import EventLoop
import Orientation
import OrientationEstimation
import Sensors

/// Two accelerometers and no switch: the hinge's angle says whether a convertible is a laptop or a tablet.
///
/// The base's sensor is read slowly, and only while the display's is read and no switch is there.
final class HingeWatch {
  /// Readings of the base a second: nobody folds a machine faster than they can wait.
  private static let rate = 2.0

  private let loop: EventLoop
  private let handler: (SensorEvent) -> Void
  private var base: (path: String, source: IIOAccelerometerSource)?
  private var display: Acceleration?
  private var hinge = SteadyHinge()

  /// Makes a watch that reads nothing yet; it tells `tabletMode` and `notice` events.
  init(loop: EventLoop, handler: @escaping (SensorEvent) -> Void) {
    self.loop = loop
    self.handler = handler
  }

  /// Reads the base's sensor where that is of use, and leaves it alone where it is not.
  func consider(_ sensors: [AccelerometerDescription], settings: SensorSettings, hasSwitch: Bool) {
    let hasDisplay = sensors.contains { $0.isUsed && $0.location.value == .display && $0.mode != .input }
    let found = sensors.first { !$0.isUsed && $0.location.value == .base && $0.mode != .input && $0.faults.isEmpty }
    guard hasDisplay, !hasSwitch, let path = found?.sysfsPath else {
      let wasLaptop = hinge.isTablet == false
      stop()
      // Without anybody to tell it is a tablet; a switch speaks for itself.
      if wasLaptop, hasDisplay, !hasSwitch { handler(.tabletMode(true)) }
      return
    }
    guard base?.path != path else { return }
    stop()
    var own = settings
    own.device = path
    own.mode = .polled
    own.rate = Self.rate
    own.movingRate = Self.rate
    // What the configuration says of the one sensor is not said of the other.
    own.mountMatrix = nil
    own.polarity = nil
    do throws(SystemError) {
      let source = try IIOAccelerometerSource(loop: loop, settings: own) { [weak self] in self?.baseSays($0) }
      base = (path, source)
      // The display moves while the base stands still, and their angle is of both.
      source.wantEverySample(true)
      source.start()
    } catch {
      handler(.notice("the sensor in the base is not read: \(error)"))
    }
  }

  /// What the display feels now, device frame, m/s².
  func displayFeels(_ acceleration: Acceleration) { display = acceleration }

  /// Leaves the base's sensor alone; what was told last holds.
  func stop() {
    base?.source.close()
    base = nil
    display = nil
    hinge = SteadyHinge()
  }

  private func baseSays(_ event: SensorEvent) {
    guard case .sample(let sample, sensorFrame: _) = event, let display else { return }
    if let isTablet = hinge.update(display: display, base: sample.acceleration, at: sample.time) {
      handler(.tabletMode(isTablet))
    }
  }
}
