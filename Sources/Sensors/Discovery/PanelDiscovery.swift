import CLibUdev
import Orientation

/// What the kernel's display side says about the built-in panel.
///
/// Its property `panel orientation` is not among it: sysfs does not have it, and who reads it from the card's node may
/// become the card's master by that and keep the compositor out. A panel that is turned in its housing is configured
/// (`[panel] offset`).
public enum PanelDiscovery {
  /// The longer side of the built-in panel by its preferred mode; nil where no panel says so.
  ///
  /// Source: `modes` of DRM's connectors (eDP, LVDS, DSI), whose first line is the preferred one.
  public static var naturalOrientation: Panel.NaturalOrientation? {
    guard let udev = udev_new() else { return nil }
    defer { udev_unref(udev) }
    guard let enumerate = udev_enumerate_new(udev) else { return nil }
    defer { udev_enumerate_unref(enumerate) }
    udev_enumerate_add_match_subsystem(enumerate, "drm")
    for pattern in ["card*-eDP-*", "card*-LVDS-*", "card*-DSI-*"] {
      udev_enumerate_add_match_sysname(enumerate, pattern)
    }
    guard udev_enumerate_scan_devices(enumerate) >= 0 else { return nil }
    var entry = udev_enumerate_get_list_entry(enumerate)
    while let current = entry {
      defer { entry = udev_list_entry_get_next(current) }
      guard let path = udev_list_entry_get_name(current), let device = udev_device_new_from_syspath(udev, path) else {
        continue
      }
      defer { udev_device_unref(device) }
      guard attribute("status", of: device) == "connected", let modes = attribute("modes", of: device) else { continue }
      if let natural = naturalOrientation(ofModes: modes) { return natural }
    }
    return nil
  }

  /// The longer side of a list of modes such as `1200x1920`, one a line, by its first; nil where that is no mode.
  static func naturalOrientation(ofModes modes: String) -> Panel.NaturalOrientation? {
    guard let first = modes.split(whereSeparator: \.isNewline).first else { return nil }
    let sides = first.split(separator: "x", maxSplits: 1)
    guard sides.count == 2, let width = Int(sides[0]), let height = Int(sides[1].prefix(while: \.isNumber)),
      width > 0, height > 0
    else { return nil }
    return width > height ? .landscape : .portrait
  }

  private static func attribute(_ name: String, of device: OpaquePointer) -> String? {
    udev_device_get_sysattr_value(device, name).map { String(cString: $0) }
  }
}
