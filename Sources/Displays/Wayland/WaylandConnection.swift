import CLinux
import CWayland
import EventLoop
import Glibc

/// A client's connection to a compositor, which reads when there is something to read and writes when there is room.
final class WaylandConnection {
  /// libwayland's own; of no use after `close()`.
  private(set) var display: OpaquePointer?
  private var source: DescriptorSource?
  private let onEvents: () -> Void
  private let onLoss: (String) -> Void
  private var roundtrips: [ObjectIdentifier: Roundtrip] = [:]

  /// Connects; nothing is said yet.
  ///
  /// - Parameters:
  ///   - onEvents: Told when the listeners have heard all events that came together.
  ///   - onLoss: Told once, from the loop, when the connection is of no more use; words say why.
  init(
    loop: EventLoop, socket path: String, onEvents: @escaping () -> Void, onLoss: @escaping (String) -> Void
  ) throws(DisplayFailure) {
    self.onEvents = onEvents
    self.onLoss = onLoss
    let descriptor = plumb_unix_socket()
    guard descriptor >= 0 else {
      throw DisplayFailure("cannot make a socket: \(String(cString: strerror(errno)))")
    }
    // A compositor that takes no clients at the moment must not hold up the loop.
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    guard plumb_unix_connect(descriptor, path) == 0 else {
      let reason = String(cString: strerror(errno))
      Glibc.close(descriptor)
      throw DisplayFailure("cannot connect to the compositor at \(path): \(reason)")
    }
    // It owns the descriptor from here, whatever comes of it.
    display = wl_display_connect_to_fd(descriptor)
    guard display != nil else {
      throw DisplayFailure("cannot use the compositor's socket \(path): \(String(cString: strerror(errno)))")
    }
    do {
      source = try loop.addDescriptor(descriptor) { [weak self] _ in self?.handleReadiness() }
    } catch {
      close()
      throw DisplayFailure("cannot watch the connection to the compositor: \(error)")
    }
  }

  isolated deinit { close() }

  /// Ends the connection; objects made through it must be gone.
  func close() {
    source = nil
    for roundtrip in roundtrips.values { roundtrip.destroy() }
    roundtrips = [:]
    guard let display else { return }
    self.display = nil
    wl_display_disconnect(display)
  }

  /// Whether all requests have left; until then it is better to make no more.
  var isFlushed: Bool { source?.interest.contains(.writable) == false }

  /// Sends what was requested, the rest as soon as there is room.
  func flush() {
    guard let display, let source else { return }
    if wl_display_flush(display) >= 0 {
      source.interest = .readable
    } else if errno == EAGAIN {
      source.interest = [.readable, .writable]
    }
    // Any other failure is seen, with what the compositor said last, when the descriptor is read.
  }

  /// Calls back when the compositor has done all that was requested before, and told what came of it.
  func sync(_ body: @escaping () -> Void) {
    guard let display, let callback = wl_display_sync(display) else { return }
    let roundtrip = Roundtrip(proxy: callback) { [weak self] roundtrip in
      self?.roundtrips[ObjectIdentifier(roundtrip)] = nil
      body()
    }
    roundtrips[ObjectIdentifier(roundtrip)] = roundtrip
    flush()
  }

  private func handleReadiness() {
    guard let display else { return }
    // Events that are queued already have to go before others may be read.
    while wl_display_prepare_read(display) != 0 {
      guard wl_display_dispatch_pending(display) >= 0 else { return lose() }
    }
    guard wl_display_read_events(display) >= 0 || errno == EAGAIN else { return lose() }
    guard wl_display_dispatch_pending(display) >= 0 else { return lose() }
    // First, so that what follows from the events knows whether there is room again.
    flush()
    onEvents()
  }

  private func lose() {
    guard let display else { return }
    let code = wl_display_get_error(display)
    var reason: String
    switch code {
    case EPROTO:
      var interface: UnsafePointer<wl_interface>?
      let error = wl_display_get_protocol_error(display, &interface, nil)
      let name = interface.map { String(cString: $0.pointee.name) } ?? "an object that is gone"
      reason = "the compositor ended the connection for a protocol error: \(error) of \(name)"
    case 0, EPIPE, ECONNRESET: reason = "the compositor closed the connection"
    default: reason = "the connection to the compositor failed: \(String(cString: strerror(code)))"
    }
    // A watched descriptor that nobody reads any more would keep the loop awake.
    source = nil
    onLoss(reason)
  }
}

/// A question that is answered in its turn.
private final class Roundtrip {
  private var proxy: OpaquePointer?
  private let onEnd: (Roundtrip) -> Void

  init(proxy: OpaquePointer, onEnd: @escaping (Roundtrip) -> Void) {
    self.proxy = proxy
    self.onEnd = onEnd
    wl_callback_add_listener(proxy, Self.table, data(of: self))
  }

  func destroy() {
    if let proxy { wl_callback_destroy(proxy) }
    proxy = nil
  }

  private func end() {
    destroy()
    onEnd(self)
  }

  private static let table = forever(
    wl_callback_listener(done: { this, _, _ in hear(this, ()) { (roundtrip: Roundtrip, _) in roundtrip.end() } }))
}
