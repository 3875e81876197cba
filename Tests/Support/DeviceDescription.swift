/// A description of an IIO accelerometer in umockdev's words, made of the parts that a case is about.
///
/// It lies at rest, upright: one g is 1024 counts, and x, y, z are 0, -1024, 0.
public nonisolated struct DeviceDescription {
  /// N of `iio:deviceN`.
  public var number: Int
  /// What its driver calls it.
  public var name: String
  /// Attributes that every case has, unless it says otherwise; a dash leaves one out.
  public var attributes: [String: String] = [
    "in_accel_x_raw": "0", "in_accel_y_raw": "-1024", "in_accel_z_raw": "0", "in_accel_scale": "0.009577",
  ]
  /// What udev knows of it besides.
  public var properties: [String: String]
  /// Formats of x, y and z, in the order of their indexes; none means no buffer.
  public var formats: [String]
  /// Which index x, y and z have.
  public var indexes: [Int]
  /// The format of the device's own time, where it has one.
  public var timestampFormat: String?
  /// Whether it has a trigger that fills its buffer.
  public var hasTrigger: Bool

  /// Describes a device; without arguments one that can only be read value by value.
  public init(
    number: Int = 0, name: String = "accel_3d", properties: [String: String] = [:], formats: [String] = [],
    indexes: [Int] = [0, 1, 2], timestampFormat: String? = nil, hasTrigger: Bool = true
  ) {
    self.number = number
    self.name = name
    self.properties = properties
    self.formats = formats
    self.indexes = indexes
    self.timestampFormat = timestampFormat
    self.hasTrigger = hasTrigger
  }

  /// The description, for `Testbed`.
  public var text: String {
    let path = "/devices/platform/mock\(number)"
    var all = attributes.merging(["name": name, "dev": "250:\(number)"]) { $1 }
    if !formats.isEmpty {
      for (axis, (format, index)) in zip(["x", "y", "z"], zip(formats, indexes)) {
        all["scan_elements/in_accel_\(axis)_en"] = "0"
        all["scan_elements/in_accel_\(axis)_index"] = "\(index)"
        all["scan_elements/in_accel_\(axis)_type"] = format
      }
      if let timestampFormat {
        all["scan_elements/in_timestamp_en"] = "0"
        all["scan_elements/in_timestamp_index"] = "3"
        all["scan_elements/in_timestamp_type"] = timestampFormat
      }
      all.merge(["buffer/enable": "0", "buffer/length": "2", "buffer/watermark": "1"]) { own, _ in own }
      all["trigger/current_trigger"] = ""
    }
    all.merge(attributes) { $1 }
    var lines = ["P: \(path)/iio:device\(number)", "N: iio:device\(number)"]
    lines += [
      "E: DEVNAME=/dev/iio:device\(number)", "E: DEVTYPE=iio_device", "E: MAJOR=250", "E: MINOR=\(number)",
      "E: SUBSYSTEM=iio",
    ]
    lines += properties.sorted { $0.key < $1.key }.map { "E: \($0.key)=\($0.value)" }
    lines += all.filter { $0.value != "-" }.sorted { $0.key < $1.key }.map { "A: \($0.key)=\($0.value)\\n" }
    if !formats.isEmpty, hasTrigger {
      lines += ["", "P: \(path)/trigger\(number)", "E: DEVTYPE=iio_trigger", "E: SUBSYSTEM=iio"]
      lines.append("A: name=\(name)-dev\(number)\\n")
    }
    return lines.joined(separator: "\n") + "\n\n"
  }

  /// The attributes with some of them changed; "-" takes one away.
  public func with(_ changes: [String: String]) -> DeviceDescription {
    var copy = self
    copy.attributes.merge(changes) { $1 }
    return copy
  }
}
