import EventLoop
import Glibc

/// Notices that somebody writes to a device's `buffer/enable`, at no cost while nobody does.
///
/// A program that opens the buffer of a device in use is refused, but only after it has switched it off.
final class BufferSwitchWatch {
  private let descriptor: Int32
  private var source: DescriptorSource?

  /// Calls back after each write, its own side's included; nil where the file cannot be watched.
  init?(loop: EventLoop, identifier: String, handler: @escaping () -> Void) {
    let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    self.descriptor = descriptor
    let file = "/sys/bus/iio/devices/\(identifier)/buffer/enable"
    guard descriptor >= 0, inotify_add_watch(descriptor, file, UInt32(IN_MODIFY)) >= 0 else { return nil }
    source = try? loop.addDescriptor(descriptor) { _ in
      var events = [UInt8](repeating: 0, count: 4096)
      while read(descriptor, &events, events.count) > 0 {}
      handler()
    }
    if source == nil { return nil }
  }

  isolated deinit {
    source = nil
    if descriptor >= 0 { close(descriptor) }
  }
}
