/// The part of the machine that a sensor is built into.
nonisolated public enum SensorLocation: String, Sendable, Hashable, Codable, CaseIterable {
  /// With the screen: it turns as the screen does.
  case display
  /// With the keyboard.
  case base
  /// With a camera that moves on its own.
  case camera
  /// Nobody says.
  case unknown

  /// What a word of firmware, driver or udev means; nil where it says nothing about a place.
  ///
  /// Sources: the kernel's ABI `sysfs-bus-iio` (`label`: `accel-display`, `accel-base`, `accel-camera`; `location`:
  /// `lid`, `base`), systemd's `60-sensor.hwdb` (`display`, `base`).
  init?(word: String) {
    switch word.filter({ !$0.isWhitespace && $0 != "\0" }).lowercased() {
    case "accel-display", "display", "lid": self = .display
    case "accel-base", "base": self = .base
    case "accel-camera", "camera": self = .camera
    default: return nil
    }
  }
}
