import CLibEvdev
import EventLoop
import Glibc

/// An open input device: its descriptor and libevdev's picture of it, given up together.
final class EvdevDevice {
  private let pointer: OpaquePointer
  /// Readable when something has happened; to be watched only.
  let descriptor: Int32

  /// Opens a node such as `/dev/input/event3`.
  /// - Throws: `SystemError` where it cannot be opened, or is no input device.
  init(_ node: String) throws(SystemError) {
    let descriptor = open(node, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError("cannot open \(node)", code: errno) }
    var device: OpaquePointer?
    let result = libevdev_new_from_fd(descriptor, &device)
    guard result == 0, let device else {
      close(descriptor)
      throw SystemError("cannot ask \(node) what it is", code: result < 0 ? -result : ENODEV)
    }
    pointer = device
    self.descriptor = descriptor
  }

  isolated deinit {
    libevdev_free(pointer)
    close(descriptor)
  }

  /// What the driver calls it.
  var name: String { libevdev_get_name(pointer).map { String(cString: $0) } ?? "" }

  /// Whether it has such a thing as an axis or a switch.
  func has(_ type: Int32, _ code: Int32) -> Bool {
    libevdev_has_event_code(pointer, UInt32(bitPattern: type), UInt32(bitPattern: code)) == 1
  }

  /// The present value of an axis or a switch.
  func value(_ type: Int32, _ code: Int32) -> Int32 {
    libevdev_get_event_value(pointer, UInt32(bitPattern: type), UInt32(bitPattern: code))
  }

  /// Counts a unit of an axis; 0 where the driver does not say.
  func resolution(_ axis: Int32) -> Int32 { libevdev_get_abs_resolution(pointer, UInt32(bitPattern: axis)) }

  /// Reads what there is, and calls back at the end of each packet, when all values are of one moment.
  /// - Throws: `SystemError` where the device is gone.
  func read(_ packetEnded: () -> Void) throws(SystemError) {
    var event = input_event()
    var flags = UInt32(LIBEVDEV_READ_FLAG_NORMAL.rawValue)
    while true {
      let status = libevdev_next_event(pointer, flags, &event)
      switch status {
      case Int32(LIBEVDEV_READ_STATUS_SUCCESS.rawValue):
        if event.type == UInt16(EV_SYN), event.code == UInt16(SYN_REPORT) { packetEnded() }
      case Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue):
        // Events were lost: libevdev replays the difference, and then goes on.
        flags = UInt32(LIBEVDEV_READ_FLAG_SYNC.rawValue)
      case -EAGAIN:
        guard flags == UInt32(LIBEVDEV_READ_FLAG_SYNC.rawValue) else { return }
        flags = UInt32(LIBEVDEV_READ_FLAG_NORMAL.rawValue)
        packetEnded()
      case -EINTR: break
      default: throw SystemError("cannot read an input device", code: -status)
      }
    }
  }
}
