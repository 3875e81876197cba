import Orientation
import RotationService
import Sensors

/// The mock source as org.plumbd.Mock works it.
final class MockAdapter: MockControls {
  private let source: MockAccelerometerSource

  init(_ source: MockAccelerometerSource) { self.source = source }

  private var isPresent: Bool { !source.sensors.isEmpty }

  func setPose(_ pose: DeviceOrientation) -> Bool { isPresent && source.setPose(pose) }
  func setAcceleration(_ acceleration: Acceleration) -> Bool { isPresent && source.setAcceleration(acceleration) }
  func feed(_ samples: [AccelerometerSample]) -> Bool { isPresent && source.feed(samples) }

  func setTabletMode(_ on: Bool) -> Bool {
    guard isPresent else { return false }
    source.setTabletMode(on)
    return true
  }

  func remove() -> Bool { source.remove() }

  // Plugging in what is plugged in is no mistake worth an error.
  func add() -> Bool {
    source.add()
    return true
  }
}
