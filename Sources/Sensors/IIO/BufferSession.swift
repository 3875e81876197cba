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

  /// libiio makes the size of its own buffer the kernel's watermark too, and the loop wants to know of each scan.
  private static let scansPerRead = 1
  /// So many scans the kernel keeps while the loop is busy; more than that are not read at once either.
  private static let kernelScans = 128
  /// So many may be left to wait on purpose: 5 s at 20 Hz.
  static let mostWaiting = 100

  /// What `close()` puts back.
  private struct FoundState {
    var enabledElements: [String] = []
    var length: String?
    var watermark: String?
    var setTrigger = false
  }

  /// Switches the buffer on.
  init(opening device: IIODevice, facts: AccelerometerFacts) throws(SensorFailure) {
    try Self.checkAccess(to: device)
    var found = FoundState()
    found.length = try? device.readFile("buffer/length")
    found.watermark = try? device.readFile("buffer/watermark")
    found.enabledElements = Self.scanElements(of: device).filter { (try? device.readFile($0)) == "1" }
    // A chip hands its own queue over only where no trigger asks for each scan.
    if case .available(let name) = facts.trigger, facts.queueLength == 0,
      let trigger = device.context.trigger(named: name)
    {
      found.setTrigger = iio_device_set_trigger(device.device, trigger) == 0
    }
    for index in 0..<iio_device_get_channels_count(device.device) {
      if let channel = iio_device_get_channel(device.device, index) { iio_channel_disable(channel) }
    }
    for channel in device.axes { iio_channel_enable(channel) }
    if let timestamp = device.timestamp, IIODevice.hasSoundFormat(timestamp) { iio_channel_enable(timestamp) }
    iio_device_set_kernel_buffers_count(device.device, UInt32(Self.kernelScans))
    errno = 0
    guard let buffer = iio_device_create_buffer(device.device, Self.scansPerRead, false) else {
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

  /// Lets so many scans gather before the loop is woken; on the reader thread, when all that there were have been read.
  ///
  /// The kernel takes another watermark only while the buffer is off.
  /// - Throws: `SensorFailure` where the buffer does not go on again; a watermark that is refused stays as it was.
  func setWatermark(_ scans: Int) throws(SensorFailure) {
    guard isOpen else { return }
    try device.write("buffer/enable", "0")
    try? device.write("buffer/watermark", "\(scans)")
    try device.write("buffer/enable", "1")
  }

  /// The scans that have arrived; none where nothing has.
  func read() throws(SensorFailure) -> [RawScan] {
    var scans: [RawScan] = []
    while scans.count < Self.kernelScans {
      let length = iio_buffer_refill(buffer)
      if length == -Int(EAGAIN) || length == -Int(EINTR) { break }
      guard length >= 0 else {
        throw .system(SystemError("cannot read \(device.identifier)", code: Int32(clamping: -length)))
      }
      let step = iio_buffer_step(buffer)
      guard step > 0, length >= step else { break }
      scans.append(scan)
    }
    return scans
  }

  /// The scan that libiio holds at present.
  private var scan: RawScan {
    let axes = device.axes.map { decode($0) }
    let timestamp = device.timestamp.flatMap { iio_channel_is_enabled($0) ? decode($0).signed : nil }
    return RawScan(x: axes[0].double, y: axes[1].double, z: axes[2].double, timestamp: timestamp)
  }

  private func decode(_ channel: OpaquePointer) -> DecodedCount {
    guard let first = iio_buffer_first(buffer, channel), let format = iio_channel_get_data_format(channel)?.pointee
    else { return DecodedCount(bits: 0, length: 64, isSigned: true) }
    return DecodedCount(channel: channel, source: UnsafeRawPointer(first), format: format)
  }

  // MARK: - What was found

  private static func scanElements(of device: IIODevice) -> [String] {
    ["in_accel_x_en", "in_accel_y_en", "in_accel_z_en", "in_timestamp_en"].map { "scan_elements/" + $0 }
  }

  private static func restore(_ found: FoundState, on device: IIODevice) {
    for element in found.enabledElements { try? device.write(element, "1") }
    if let length = found.length { try? device.write("buffer/length", length) }
    if let watermark = found.watermark { try? device.write("buffer/watermark", watermark) }
    if found.setTrigger { iio_device_set_trigger(device.device, nil) }
  }

  // MARK: - Another reader, another user

  private static func node(of device: IIODevice) -> String { "/dev/" + device.identifier }

  /// Whether the buffer is free and this user may switch it on.
  ///
  /// Opening the buffer switches another reader's off before it finds out that there is one, so this asks first.
  static func checkAccess(to device: IIODevice) throws(SensorFailure) {
    let node = node(of: device)
    let descriptor = plumb_open(node, O_RDONLY | O_NONBLOCK | O_CLOEXEC, 0)
    if descriptor >= 0 {
      Glibc.close(descriptor)
    } else if errno == EBUSY {
      throw .held(node: node, holder: DeviceHolder.find(node: node))
    } else if errno == EACCES {
      throw .system(SystemError("cannot open \(node)", code: EACCES))
    }
    // udev opens the node to the daemon's group a moment before it does the same for the device's attributes.
    let path = "/sys/bus/iio/devices/\(device.identifier)/buffer/enable"
    if access(path, W_OK) != 0, errno == EACCES {
      throw .system(SystemError("cannot write \(path)", code: EACCES))
    }
  }
}
