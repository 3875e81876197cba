import CLinux
import EventLoop
import Glibc

/// Notices what appears in a folder, and that the folder itself is gone.
final class FolderWatch {
  private let descriptor: Int32
  private var source: DescriptorSource?

  /// What is noticed.
  enum Event: Equatable {
    /// A file of this name has appeared.
    case appeared(String)
    /// The folder is gone, or what it was mounted from.
    case gone
  }

  /// Calls back for each event; nil where the folder cannot be watched.
  init?(_ folder: String, loop: EventLoop, handler: @escaping (Event) -> Void) {
    let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    self.descriptor = descriptor
    let events = UInt32(IN_CREATE | IN_MOVED_TO | IN_DELETE_SELF | IN_ONLYDIR)
    guard descriptor >= 0, inotify_add_watch(descriptor, folder, events) >= 0 else { return nil }
    source = try? loop.addDescriptor(descriptor) { _ in
      for event in Self.events(from: descriptor) { handler(event) }
    }
    if source == nil { return nil }
  }

  isolated deinit {
    source = nil
    if descriptor >= 0 { close(descriptor) }
  }

  private static func events(from descriptor: Int32) -> [Event] {
    var events: [Event] = []
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
      let header = MemoryLayout<inotify_event>.size
      while true {
        let count = read(descriptor, buffer.baseAddress, buffer.count)
        guard count > 0 else { return }
        var offset = 0
        while offset + header <= count {
          let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
          let length = Int(event.len)
          guard offset + header + length <= count else { return }
          let name = buffer[(offset + header)..<(offset + header + length)].prefix { $0 != 0 }
          if event.mask & UInt32(IN_DELETE_SELF | IN_UNMOUNT) != 0 {
            events.append(.gone)
          } else if !name.isEmpty {
            events.append(.appeared(String(decoding: name, as: UTF8.self)))
          }
          offset += header + length
        }
      }
    }
    return events
  }
}
