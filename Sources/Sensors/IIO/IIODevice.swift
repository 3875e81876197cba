import CLibIIO
import EventLoop
import Glibc

/// An accelerometer in a context: its attributes and its axes.
///
/// Reading and writing an attribute may block for seconds (a HID sensor is powered up for it), so only the reader thread
/// does that. One thread uses a device at a time.
nonisolated final class IIODevice: @unchecked Sendable {
  /// Keeps the pointers below alive.
  let context: IIOContext
  let device: OpaquePointer
  /// x, y and z.
  let axes: [OpaquePointer]
  /// The device's own clock, where it has one.
  let timestamp: OpaquePointer?
  let identifier: String
  let name: String
  let label: String?

  private let attributes: [String: Address]

  /// Where libiio has the attribute of a file name.
  private enum Address {
    case device(String)
    case channel(OpaquePointer, String)
  }

  /// Nil for a device that does not measure acceleration along x, y and z.
  init?(context: IIOContext, device: OpaquePointer) {
    let channels = (0..<iio_device_get_channels_count(device)).compactMap { iio_device_get_channel(device, $0) }
      .filter { !iio_channel_is_output($0) }
    let axes = [IIO_MOD_X, IIO_MOD_Y, IIO_MOD_Z].compactMap { axis in
      channels.first { iio_channel_get_type($0) == IIO_ACCEL && iio_channel_get_modifier($0) == axis }
    }
    guard axes.count == 3, let identifier = iio_device_get_id(device) else { return nil }
    self.context = context
    self.device = device
    self.axes = axes
    self.identifier = String(cString: identifier)
    name = iio_device_get_name(device).map { String(cString: $0) } ?? self.identifier
    label = iio_device_get_label(device).map { String(cString: $0) }
    timestamp = channels.first { iio_channel_get_type($0) == IIO_TIMESTAMP && iio_channel_is_scan_element($0) }
    attributes = Self.attributes(of: device, channels: channels)
  }

  private static func attributes(of device: OpaquePointer, channels: [OpaquePointer]) -> [String: Address] {
    var addresses: [String: Address] = [:]
    for channel in channels {
      var names: Set<String> = []
      for index in 0..<iio_channel_get_attrs_count(channel) {
        guard let name = iio_channel_get_attr(channel, index) else { continue }
        let file = iio_channel_attr_get_filename(channel, name).map { String(cString: $0) } ?? String(cString: name)
        // in_accel_x_scale and in_accel_scale are both `scale` of one channel, and libiio finds the first only.
        if names.insert(String(cString: name)).inserted {
          addresses[file] = .channel(channel, String(cString: name))
        }
      }
    }
    for index in 0..<iio_device_get_attrs_count(device) {
      guard let name = iio_device_get_attr(device, index).map({ String(cString: $0) }) else { continue }
      addresses[name] = .device(name)
    }
    return addresses
  }

  // MARK: - Facts

  /// What the rules need to know; reads no raw value.
  func facts(udev: UdevFacts?) -> AccelerometerFacts {
    var facts = AccelerometerFacts(identifier: identifier, name: name, label: label, udev: udev)
    let words = ["scale", "offset", "mount_matrix", "sampling_frequency", "sampling_frequency_available", "hysteresis"]
    for file in attributes.keys where words.contains(where: file.hasSuffix) || file == "location" {
      facts.attributes[file] = try? read(file)
    }
    if context.isLocal {
      // What two names of one channel hide is read by its file's name.
      for file in ["in_accel_scale", "in_accel_offset"] where facts.attributes[file] == nil {
        facts.attributes[file] = try? readFile(file)
      }
    }
    facts.hasRawValues = axes.allSatisfy { iio_channel_find_attr($0, "raw") != nil }
    facts.hasBuffer = context.isLocal && axes.allSatisfy(Self.hasSoundFormat)
    facts.trigger = trigger
    if context.isLocal {
      let length = (try? readFile("buffer/hwfifo_watermark_max")).flatMap(AttributeText.number) ?? 0
      facts.queueLength = Int(min(max(length, 0), 65_536))
      facts.motionEvent = MotionEventAttributes { (try? readFile($0)) != nil }
    }
    return facts
  }

  private var trigger: AccelerometerFacts.Trigger {
    guard context.isLocal, let current = try? readFile("trigger/current_trigger") else { return .none }
    guard current.isEmpty else { return .current(current) }
    let number = identifier.drop { !$0.isNumber }
    let name = "\(name)-dev\(number)"
    return context.trigger(named: name) == nil ? .none : .available(name)
  }

  /// Whether a channel's place and bits in a scan make sense.
  static func hasSoundFormat(_ channel: OpaquePointer) -> Bool {
    guard iio_channel_is_scan_element(channel), iio_channel_get_index(channel) >= 0,
      let format = iio_channel_get_data_format(channel)?.pointee
    else { return false }
    return DecodedCount.canDecode(format)
  }

  // MARK: - Attributes

  /// The three axes in counts, read one after the other.
  func readRaw() throws(SensorFailure) -> RawScan {
    var counts: [Double] = []
    for axis in axes {
      let text = try text(of: "raw") { iio_channel_attr_read(axis, "raw", $0, $1) }
      guard let value = AttributeText.number(text) else {
        throw .unreadable("\(identifier): a raw value reads “\(text)”")
      }
      counts.append(value)
    }
    return RawScan(x: counts[0], y: counts[1], z: counts[2], timestamp: nil)
  }

  /// An attribute by its file's name.
  func read(_ file: String) throws(SensorFailure) -> String {
    switch attributes[file] {
    case .channel(let channel, let name): try text(of: file) { iio_channel_attr_read(channel, name, $0, $1) }
    case .device(let name): try text(of: file) { iio_device_attr_read(device, name, $0, $1) }
    case nil: try readFile(file)
    }
  }

  /// A file below the device's folder that libiio keeps to itself, such as `buffer/enable`; local devices only.
  func readFile(_ path: String) throws(SensorFailure) -> String {
    try text(of: path) { iio_device_attr_read(device, path, $0, $1) }
  }

  /// Writes an attribute by its file's name.
  func write(_ file: String, _ value: String) throws(SensorFailure) {
    let result =
      switch attributes[file] {
      case .channel(let channel, let name): iio_channel_attr_write(channel, name, value)
      case .device, nil: iio_device_attr_write(device, file, value)
      }
    guard result >= 0 else {
      throw .system(SystemError("cannot write \(value) to \(file) of \(identifier)", code: Int32(clamping: -result)))
    }
  }

  private func text(
    of attribute: String, _ body: (UnsafeMutablePointer<CChar>, Int) -> Int
  ) throws(SensorFailure) -> String {
    var buffer = [CChar](repeating: 0, count: 1024)
    let length = buffer.withUnsafeMutableBufferPointer { bytes in bytes.baseAddress.map { body($0, bytes.count) } ?? 0 }
    guard length >= 0 else {
      throw .system(SystemError("cannot read \(attribute) of \(identifier)", code: Int32(clamping: -length)))
    }
    let bytes = buffer.prefix(min(length, buffer.count)).prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
    return AttributeText.trimmed(String(decoding: bytes, as: UTF8.self))
  }
}
