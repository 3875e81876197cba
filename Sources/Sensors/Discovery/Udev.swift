import CLibUdev
import EventLoop
import Glibc

/// udev's library: which devices there are.
final class Udev {
  let pointer: OpaquePointer

  /// - Throws: `SystemError` where there is no memory.
  init() throws(SystemError) {
    guard let udev = udev_new() else { throw SystemError("cannot ask udev", code: ENOMEM) }
    pointer = udev
  }

  isolated deinit { udev_unref(pointer) }

  /// The devices of a subsystem, those with a property alone where one is named.
  func devices(_ subsystem: String, property: (name: String, value: String)? = nil) -> [UdevDevice] {
    guard let enumeration = udev_enumerate_new(pointer) else { return [] }
    defer { udev_enumerate_unref(enumeration) }
    udev_enumerate_add_match_subsystem(enumeration, subsystem)
    if let property { udev_enumerate_add_match_property(enumeration, property.name, property.value) }
    udev_enumerate_scan_devices(enumeration)
    var found: [UdevDevice] = []
    var entry = udev_enumerate_get_list_entry(enumeration)
    while let present = entry {
      entry = udev_list_entry_get_next(present)
      guard let path = udev_list_entry_get_name(present), let device = udev_device_new_from_syspath(pointer, path)
      else { continue }
      found.append(UdevDevice(pointer: device))
    }
    return found
  }
}

/// A reference to one udev device.
final class UdevDevice {
  let pointer: OpaquePointer

  init(pointer: OpaquePointer) { self.pointer = pointer }

  isolated deinit { udev_device_unref(pointer) }

  /// Its folder in sysfs.
  var sysfsPath: String? { udev_device_get_syspath(pointer).map { String(cString: $0) } }
  /// The kernel's name of the moment.
  var sysfsName: String? { udev_device_get_sysname(pointer).map { String(cString: $0) } }
  /// Its node below /dev.
  var node: String? { udev_device_get_devnode(pointer).map { String(cString: $0) } }

  func property(_ name: String) -> String? {
    udev_device_get_property_value(pointer, name).map { String(cString: $0) }
  }

  /// An attribute of the nearest parent of a subsystem.
  func attribute(_ name: String, ofParent subsystem: String) -> String? {
    udev_device_get_parent_with_subsystem_devtype(pointer, subsystem, nil)
      .flatMap { udev_device_get_sysattr_value($0, name) }.map { String(cString: $0) }
  }

  /// The folder of the HID device that this one is a part of.
  var hidParent: String? {
    udev_device_get_parent_with_subsystem_devtype(pointer, "hid", nil)
      .flatMap { udev_device_get_syspath($0) }.map { String(cString: $0) }
  }
}

/// A call whenever devices of a subsystem come, go or change.
final class UdevMonitor {
  /// The kernel's name, the folder in sysfs, and whether the device is gone.
  struct Change {
    var name: String
    var path: String
    var isRemoval: Bool
    /// Whether it is an input device that measures acceleration.
    var isInputAccelerometer: Bool
  }

  private let udev: Udev
  private let monitor: OpaquePointer?
  private var source: DescriptorSource?
  private let handler: ([Change]) -> Void

  /// - Throws: `SystemError` where the kernel refuses a descriptor.
  init(
    loop: EventLoop, udev: Udev, subsystem: String, handler: @escaping ([Change]) -> Void
  ) throws(SystemError) {
    self.udev = udev
    self.handler = handler
    monitor = udev_monitor_new_from_netlink(udev.pointer, "udev")
    guard let monitor else { return }
    udev_monitor_filter_add_match_subsystem_devtype(monitor, subsystem, nil)
    guard udev_monitor_enable_receiving(monitor) >= 0 else { return }
    source = try loop.addDescriptor(udev_monitor_get_fd(monitor)) { [weak self] _ in self?.drain() }
  }

  isolated deinit {
    source = nil
    if let monitor { udev_monitor_unref(monitor) }
  }

  /// Whether devices that come and go are noticed; a sandbox without netlink hides them.
  var isListening: Bool { source != nil }

  private func drain() {
    guard let monitor else { return }
    var changes: [Change] = []
    while let pointer = udev_monitor_receive_device(monitor) {
      let device = UdevDevice(pointer: pointer)
      guard let name = device.sysfsName, let path = device.sysfsPath else { continue }
      let action = udev_device_get_action(pointer).map { String(cString: $0) }
      changes.append(
        Change(
          name: name, path: path, isRemoval: action == "remove",
          isInputAccelerometer: device.property("ID_INPUT_ACCELEROMETER") == "1"))
    }
    if !changes.isEmpty { handler(changes) }
  }
}
