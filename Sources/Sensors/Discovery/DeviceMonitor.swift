import EventLoop

/// udev's side of discovery: which IIO devices are there, and a call whenever that changes.
final class DeviceMonitor {
  private let udev: Udev
  private let monitor: UdevMonitor

  /// Listens for IIO devices that come, go or change; the handler is given the sysfs paths of those that went.
  /// - Throws: `SystemError` where udev cannot be asked at all.
  init(loop: EventLoop, handler: @escaping (_ removed: Set<String>) -> Void) throws(SystemError) {
    udev = try Udev()
    monitor = try UdevMonitor(loop: loop, udev: udev, subsystem: "iio") { changes in
      // A device's trigger is announced before the device itself, which nobody may open yet.
      let changes = changes.filter { $0.name.hasPrefix("iio:device") }
      if !changes.isEmpty { handler(Set(changes.filter(\.isRemoval).map(\.path))) }
    }
  }

  /// Whether devices that come and go are noticed; a sandbox without netlink hides them.
  var isListening: Bool { monitor.isListening }

  /// Every IIO device that udev knows, by its kernel name.
  func devices() -> [String: UdevFacts] {
    let controllers = Set(udev.devices("input", property: ("ID_INPUT_JOYSTICK", "1")).compactMap(\.hidParent))
    var facts: [String: UdevFacts] = [:]
    for device in udev.devices("iio") {
      guard let name = device.sysfsName, let path = device.sysfsPath else { continue }
      facts[name] = UdevFacts(
        identifier: name, sysfsPath: path, mountMatrix: device.property("ACCEL_MOUNT_MATRIX"),
        location: device.property("ACCEL_LOCATION"),
        isGamePad: device.hidParent.map(controllers.contains) ?? false)
    }
    return facts
  }
}
