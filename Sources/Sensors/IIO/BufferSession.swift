import CLibIIO
import CLinux
import EventLoop
import Glibc

/// A buffer that is switched on, and what has to be put back when it is switched off.
///
/// Opening and closing block (they power the device up and down), so the reader thread does both; in between, the main
/// loop reads.
nonisolated final class BufferSession: @unchecked Sendable {
  let device: IIODevice
  /// Ready when there is something to read.
  let descriptor: Int32

  private let buffer: OpaquePointer
  private let found: FoundState
  private var isOpen = true

  /// At most so many scans are read at once.
  private static let capacity = 16

  /// What `close()` puts back.
  private struct FoundState {
    var enabledElements: [String] = []
    var length: String?
    var setTrigger = false
  }

  /// Switches the buffer on.
  init(opening device: IIODevice, trigger: AccelerometerFacts.Trigger) throws(SensorFailure) {
    try Self.checkHolder(of: device)
    var found = FoundState()
    found.length = try? device.readFile("buffer/length")
    found.enabledElements = Self.scanElements(of: device).filter { (try? device.readFile($0)) == "1" }
    if case .available(let name) = trigger, let trigger = device.context.trigger(named: name) {
      found.setTrigger = iio_device_set_trigger(device.device, trigger) == 0
    }
    if let watermark = try? device.readFile("buffer/watermark"), watermark != "1" {
      // Each scan at once; where the driver refuses, the batch clock spreads what comes together.
      try? device.write("buffer/watermark", "1")
    }
    for index in 0..<iio_device_get_channels_count(device.device) {
      if let channel = iio_device_get_channel(device.device, index) { iio_channel_disable(channel) }
    }
    for channel in device.axes { iio_channel_enable(channel) }
    if let timestamp = device.timestamp, IIODevice.hasSoundFormat(timestamp) { iio_channel_enable(timestamp) }
    errno = 0
    guard let buffer = iio_device_create_buffer(device.device, Self.capacity, false) else {
      let code = errno
      Self.restore(found, on: device)
      throw code == EBUSY
        ? .held(node: Self.node(of: device), holder: DeviceHolder.find(node: Self.node(of: device)))
        : .system(SystemError("cannot switch the buffer of \(device.identifier) on", code: code == 0 ? EIO : code))
    }
    iio_buffer_set_blocking_mode(buffer, false)
    descriptor = iio_buffer_get_poll_fd(buffer)
    self.device = device
    self.buffer = buffer
    self.found = found
    guard descriptor >= 0 else {
      close()
      throw .system(SystemError("cannot poll the buffer of \(device.identifier)", code: -descriptor))
    }
  }

  deinit { close() }

  /// Switches the buffer off and puts back what was found; a second call does nothing.
  func close() {
    guard isOpen else { return }
    isOpen = false
    iio_buffer_destroy(buffer)
    Self.restore(found, on: device)
  }

  /// The scans that have arrived; none where nothing has.
  func read() throws(SensorFailure) -> [RawScan] {
    let length = iio_buffer_refill(buffer)
    if length == -Int(EAGAIN) || length == -Int(EINTR) { return [] }
    guard length >= 0 else {
      throw .system(SystemError("cannot read \(device.identifier)", code: Int32(clamping: -length)))
    }
    let step = iio_buffer_step(buffer)
    guard step > 0, length >= step else { return [] }
    return (0..<length / step).map { index in
      RawScan(
        x: Self.number(device.axes[0], buffer, offset: index * step).double,
        y: Self.number(device.axes[1], buffer, offset: index * step).double,
        z: Self.number(device.axes[2], buffer, offset: index * step).double,
        timestamp: device.timestamp.flatMap { channel in
          iio_channel_is_enabled(channel) ? Self.number(channel, buffer, offset: index * step).signed : nil
        })
    }
  }

  // MARK: - Decoding

  private static func number(_ channel: OpaquePointer, _ buffer: OpaquePointer, offset: Int) -> DecodedCount {
    guard let first = iio_buffer_first(buffer, channel), let format = iio_channel_get_data_format(channel)?.pointee
    else { return DecodedCount(bits: 0, length: 64, isSigned: true) }
    return DecodedCount(channel: channel, source: UnsafeRawPointer(first) + offset, format: format)
  }

  // MARK: - What was found

  private static func scanElements(of device: IIODevice) -> [String] {
    ["in_accel_x_en", "in_accel_y_en", "in_accel_z_en", "in_timestamp_en"].map { "scan_elements/" + $0 }
  }

  private static func restore(_ found: FoundState, on device: IIODevice) {
    for element in found.enabledElements { try? device.write(element, "1") }
    if let length = found.length { try? device.write("buffer/length", length) }
    if found.setTrigger { iio_device_set_trigger(device.device, nil) }
  }

  // MARK: - Another reader

  private static func node(of device: IIODevice) -> String { "/dev/" + device.identifier }

  /// Opening the buffer switches another reader's off before it finds out that there is one, so this asks first.
  static func checkHolder(of device: IIODevice) throws(SensorFailure) {
    let node = node(of: device)
    let descriptor = plumb_open(node, O_RDONLY | O_NONBLOCK | O_CLOEXEC, 0)
    if descriptor >= 0 {
      Glibc.close(descriptor)
    } else if errno == EBUSY {
      throw .held(node: node, holder: DeviceHolder.find(node: node))
    }
  }
}
