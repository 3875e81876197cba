import CLibUdev
import EventLoop
import Glibc

/// udev's side of discovery: which IIO devices are there, and a call whenever that changes.
final class DeviceMonitor {
  private let udev: OpaquePointer
  private let monitor: OpaquePointer?
  private var source: DescriptorSource?
  private let handler: (_ removed: Set<String>) -> Void

  /// Listens for IIO devices that come, go or change; the handler is given the sysfs paths of those that went.
  /// - Throws: `SystemError` where udev cannot be asked at all.
  init(loop: EventLoop, handler: @escaping (_ removed: Set<String>) -> Void) throws(SystemError) {
    guard let udev = udev_new() else { throw SystemError("cannot ask udev", code: ENOMEM) }
    self.udev = udev
    self.handler = handler
    monitor = udev_monitor_new_from_netlink(udev, "udev")
    guard let monitor else { return }
    udev_monitor_filter_add_match_subsystem_devtype(monitor, "iio", nil)
    guard udev_monitor_enable_receiving(monitor) >= 0 else { return }
    source = try loop.addDescriptor(udev_monitor_get_fd(monitor)) { [weak self] _ in self?.drain() }
  }

  isolated deinit {
    source = nil
    if let monitor { udev_monitor_unref(monitor) }
    udev_unref(udev)
  }

  /// Whether devices that come and go are noticed; a sandbox without netlink hides them.
  var isListening: Bool { source != nil }

  private func drain() {
    guard let monitor else { return }
    var removed: Set<String> = []
    var hasChanged = false
    while let device = udev_monitor_receive_device(monitor) {
      defer { udev_device_unref(device) }
      // A device's trigger is announced before the device itself, which nobody may open yet.
      guard let name = udev_device_get_sysname(device), String(cString: name).hasPrefix("iio:device") else { continue }
      hasChanged = true
      let action = udev_device_get_action(device).map { String(cString: $0) }
      guard let path = udev_device_get_syspath(device).map({ String(cString: $0) }) else { continue }
      if action == "remove" { removed.insert(path) }
    }
    if hasChanged { handler(removed) }
  }

  /// Every IIO device that udev knows, by its kernel name.
  func devices() -> [String: UdevFacts] {
    let controllers = Set(gameControllers())
    var facts: [String: UdevFacts] = [:]
    for (path, device) in enumerate("iio", property: nil) {
      guard let name = udev_device_get_sysname(device.pointer).map({ String(cString: $0) }) else { continue }
      facts[name] = UdevFacts(
        identifier: name, sysfsPath: path, mountMatrix: device.property("ACCEL_MOUNT_MATRIX"),
        location: device.property("ACCEL_LOCATION"),
        isGamePad: device.hidParent.map(controllers.contains) ?? false)
    }
    return facts
  }

  /// The HID devices that have a joystick among their inputs.
  private func gameControllers() -> [String] {
    enumerate("input", property: ("ID_INPUT_JOYSTICK", "1")).compactMap { $0.device.hidParent }
  }

  private func enumerate(
    _ subsystem: String, property: (name: String, value: String)?
  ) -> [(path: String, device: UdevDevice)] {
    guard let enumeration = udev_enumerate_new(udev) else { return [] }
    defer { udev_enumerate_unref(enumeration) }
    udev_enumerate_add_match_subsystem(enumeration, subsystem)
    if let property { udev_enumerate_add_match_property(enumeration, property.name, property.value) }
    udev_enumerate_scan_devices(enumeration)
    var found: [(path: String, device: UdevDevice)] = []
    var entry = udev_enumerate_get_list_entry(enumeration)
    while let present = entry {
      entry = udev_list_entry_get_next(present)
      guard let path = udev_list_entry_get_name(present), let device = udev_device_new_from_syspath(udev, path)
      else { continue }
      found.append((String(cString: path), UdevDevice(pointer: device)))
    }
    return found
  }
}

/// A reference to one udev device.
private final class UdevDevice {
  let pointer: OpaquePointer

  init(pointer: OpaquePointer) { self.pointer = pointer }

  isolated deinit { udev_device_unref(pointer) }

  func property(_ name: String) -> String? {
    udev_device_get_property_value(pointer, name).map { String(cString: $0) }
  }

  /// The folder of the HID device that this one is a part of.
  var hidParent: String? {
    udev_device_get_parent_with_subsystem_devtype(pointer, "hid", nil)
      .flatMap { udev_device_get_syspath($0) }.map { String(cString: $0) }
  }
}
