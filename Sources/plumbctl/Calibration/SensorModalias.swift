import Glibc

/// The modalias by which udev's `60-sensor.hwdb` knows a sensor: that of the device it hangs on.
enum SensorModalias {
  /// The modalias of the nearest parent that has one; nil for what is no device of this machine.
  ///
  /// - Parameter path: The IIO device's folder in sysfs.
  static func find(above path: String) -> String? {
    guard path.hasPrefix("/"), let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    var parts = String(cString: real).split(separator: "/")
    while !parts.isEmpty {
      if let text = text("/" + parts.joined(separator: "/") + "/modalias") { return text }
      parts.removeLast()
    }
    return nil
  }

  private static func text(_ path: String) -> String? {
    guard let file = fopen(path, "re") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = fread(&bytes, 1, bytes.count, file)
    let line = String(decoding: bytes[..<max(0, count)], as: UTF8.self).split(whereSeparator: \.isNewline).first
    return line.map(String.init)
  }
}
