/// What udev knows of one IIO device.
nonisolated struct UdevFacts: Sendable, Hashable {
  /// `iio:device0`, the name that libiio uses too.
  var identifier: String
  /// The device's folder in sysfs.
  var sysfsPath: String
  /// `ACCEL_MOUNT_MATRIX`, from `60-sensor.hwdb` or an administrator's rule.
  var mountMatrix: String?
  /// `ACCEL_LOCATION`, likewise.
  var location: String?
  /// Whether it is part of a game controller.
  var isGamePad = false
}
