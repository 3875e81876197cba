import Orientation
import PlumbInterface
import Sensors

extension AccelerometerReport {
  /// A description as the socket tells it, with the present reading of the one that is used.
  init(_ description: AccelerometerDescription, reading: Acceleration?) {
    let present = description.isUsed ? reading : nil
    self.init(
      name: description.name, label: description.label, path: description.sysfsPath ?? description.uri,
      used: description.isUsed, why: description.reason, mode: description.isUsed ? description.mode : nil,
      location: description.location.value == .unknown ? nil : description.location.value.rawValue,
      locationSource: description.location.value == .unknown ? nil : description.location.source,
      matrix: description.mountMatrix.value.rows, matrixSource: description.mountMatrix.source,
      polarity: description.polarity.value, polaritySource: description.polarity.source,
      scale: description.scale?.value ?? [], rate: description.rate, faults: description.faults, reading: present,
      meaning: present.map(Self.meaning))
  }

  /// What an acceleration says about the device, in words: the edge, or the side, that points up.
  static func meaning(_ a: Acceleration) -> String {
    let magnitude = a.magnitude
    guard magnitude > 1 else { return "no gravity is felt: the device falls, or the sensor is asleep" }
    let largest = max(abs(a.x), abs(a.y), abs(a.z))
    let up =
      if largest == abs(a.z) {
        a.z < 0 ? "the screen looks up" : "the screen looks down"
      } else if largest == abs(a.y) {
        a.y < 0 ? "the top edge points up" : "the bottom edge points up"
      } else {
        a.x > 0 ? "the left edge points up" : "the right edge points up"
      }
    let excess = abs(magnitude - Acceleration.standardGravity)
    return excess > 3 ? up + ", while the device is being moved or its scale is wrong" : up
  }
}
