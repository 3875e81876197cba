import CXCB
import EventLoop
import Glibc

/// A connection to an X server: its socket in the loop, and the few questions that are asked here.
///
/// An answer is waited for: the server is on this machine, and a session whose server does not answer has no screen.
final class X11Connection {
  let handle: OpaquePointer
  let root: xcb_window_t
  /// Pixels an inch, as the server said at the start.
  let dotsPerInch: Double
  private var source: DescriptorSource?
  private var atoms: [String: xcb_atom_t] = [:]

  /// Connects, and calls back when there may be events to take.
  init(_ display: String, loop: EventLoop, handler: @escaping () -> Void) throws(DisplayFailure) {
    var number: Int32 = 0
    guard let handle = xcb_connect(display, &number) else { throw DisplayFailure("no memory for an X connection") }
    self.handle = handle
    let problem = xcb_connection_has_error(handle)
    var screens = xcb_setup_roots_iterator(xcb_get_setup(handle))
    for _ in 0..<max(0, number) where problem == 0 && screens.rem > 1 { xcb_screen_next(&screens) }
    guard problem == 0, screens.rem > 0, let screen = screens.data?.pointee else {
      xcb_disconnect(handle)
      throw DisplayFailure("the X server \(display) cannot be reached (xcb's error \(problem))")
    }
    root = screen.root
    dotsPerInch =
      screen.height_in_millimeters > 0
      ? Double(screen.height_in_pixels) * 25.4 / Double(screen.height_in_millimeters) : 96
    do {
      source = try loop.addDescriptor(xcb_get_file_descriptor(handle)) { _ in handler() }
    } catch {
      xcb_disconnect(handle)
      throw DisplayFailure("\(error)")
    }
  }

  isolated deinit {
    source = nil
    xcb_disconnect(handle)
  }

  /// Whether the server is gone.
  var isLost: Bool { xcb_connection_has_error(handle) != 0 }

  func flush() { xcb_flush(handle) }

  /// The number of a name, 0 where the server is gone.
  func atom(_ name: String) -> xcb_atom_t {
    if let atom = atoms[name] { return atom }
    let cookie = xcb_intern_atom(handle, 0, UInt16(name.utf8.count), name)
    let atom = take(xcb_intern_atom_reply(handle, cookie, nil)) { $0.pointee.atom } ?? 0
    if atom != 0 { atoms[name] = atom }
    return atom
  }

  /// The 32-bit items of a window's property; empty where there is none of the type.
  func numbers(_ name: String, of window: xcb_window_t, type: xcb_atom_t) -> [UInt32] {
    property(name, of: window, type: type, most: 1024) { reply in
      guard reply.pointee.format == 32, let value = xcb_get_property_value(reply) else { return [] }
      let items = value.assumingMemoryBound(to: UInt32.self)
      return Array(UnsafeBufferPointer(start: items, count: Int(reply.pointee.value_len)))
    } ?? []
  }

  /// The bytes of a window's property of text.
  func bytes(_ name: String, of window: xcb_window_t) -> [UInt8] {
    property(name, of: window, type: XCB_ATOM_STRING.rawValue, most: 256) { reply in
      guard reply.pointee.format == 8, let value = xcb_get_property_value(reply) else { return [] }
      return Array(UnsafeRawBufferPointer(start: value, count: Int(reply.pointee.value_len)))
    } ?? []
  }

  /// Asks for a property's first so many 32-bit units.
  private func property<Value>(
    _ name: String, of window: xcb_window_t, type: xcb_atom_t, most: UInt32,
    _ body: (UnsafeMutablePointer<xcb_get_property_reply_t>) -> Value
  ) -> Value? {
    let cookie = xcb_get_property(handle, 0, window, atom(name), type, 0, most)
    return take(xcb_get_property_reply(handle, cookie, nil), body)
  }
}

/// What is read from a reply, which is freed; nil for no reply.
func take<Reply, Value>(
  _ reply: UnsafeMutablePointer<Reply>?, _ body: (UnsafeMutablePointer<Reply>) -> Value
) -> Value? {
  guard let reply else { return nil }
  defer { free(reply) }
  return body(reply)
}
