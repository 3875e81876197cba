import CLibIIO
import EventLoop
import Glibc

/// A snapshot of the devices that a libiio URI leads to; devices that come later need a new one.
///
/// One thread uses a context at a time: it is handed over, never shared.
nonisolated final class IIOContext: @unchecked Sendable {
  private let context: OpaquePointer
  /// The URI that it was made from.
  let uri: String

  /// Looks at every device, which may block for as long as the network or a slow attribute takes.
  init(uri: String) throws(SensorFailure) {
    errno = 0
    guard let context = iio_create_context_from_uri(uri) else {
      let code = errno
      // No IIO device was ever there: the kernel makes the folder with the first one.
      throw .system(SystemError("cannot open the IIO context \(uri)", code: code == 0 ? EIO : code))
    }
    self.context = context
    self.uri = uri
    iio_context_set_timeout(context, 5000)
  }

  deinit { iio_context_destroy(context) }

  /// Whether the devices are this machine's own, with nodes and sysfs attributes.
  var isLocal: Bool { uri == "local:" }

  /// The devices that measure acceleration along x, y and z.
  func accelerometers() -> [IIODevice] {
    devices.compactMap { IIODevice(context: self, device: $0) }
  }

  /// The trigger of a name, which libiio lists as a device.
  func trigger(named name: String) -> OpaquePointer? {
    devices.first { device in
      guard let id = iio_device_get_id(device), String(cString: id).hasPrefix("trigger") else { return false }
      return iio_device_get_name(device).map { String(cString: $0) } == name
    }
  }

  private var devices: [OpaquePointer] {
    (0..<iio_context_get_devices_count(context)).compactMap { iio_context_get_device(context, $0) }
  }
}
