import CXCB
import Glibc
import TestSupport
import Testing

/// A client that paints, looks, and plays the window manager.
final class XClient {
  let handle: OpaquePointer
  let root: xcb_window_t

  init(_ server: XServer) throws {
    handle = try #require(xcb_connect(server.display, nil))
    try #require(xcb_connection_has_error(handle) == 0)
    let screen = try #require(xcb_setup_roots_iterator(xcb_get_setup(handle)).data)
    root = screen.pointee.root
  }

  isolated deinit { xcb_disconnect(handle) }

  func atom(_ name: String) -> xcb_atom_t {
    let reply = xcb_intern_atom_reply(handle, xcb_intern_atom(handle, 0, UInt16(name.utf8.count), name), nil)
    defer { free(reply) }
    return reply?.pointee.atom ?? 0
  }

  func set(_ name: String, of window: xcb_window_t, type: xcb_atom_t, _ numbers: [UInt32]) {
    xcb_change_property(
      handle, UInt8(XCB_PROP_MODE_REPLACE.rawValue), window, atom(name), type, 32, UInt32(numbers.count), numbers)
    xcb_flush(handle)
  }

  func set(_ name: String, of window: xcb_window_t, text: String) {
    xcb_change_property(
      handle, UInt8(XCB_PROP_MODE_REPLACE.rawValue), window, atom(name), XCB_ATOM_STRING.rawValue, 8,
      UInt32(text.utf8.count), text)
    xcb_flush(handle)
  }

  func makeWindow() -> xcb_window_t {
    let window = xcb_generate_id(handle)
    xcb_create_window(
      handle, 0, window, root, 0, 0, 10, 10, 0, UInt16(XCB_WINDOW_CLASS_INPUT_OUTPUT.rawValue), 0, 0, nil)
    xcb_flush(handle)
    return window
  }

  func destroy(_ window: xcb_window_t) {
    xcb_destroy_window(handle, window)
    xcb_flush(handle)
  }

  /// The size of the root window.
  var size: [Int] {
    let reply = xcb_get_geometry_reply(handle, xcb_get_geometry(handle, root), nil)
    defer { free(reply) }
    return [Int(reply?.pointee.width ?? 0), Int(reply?.pointee.height ?? 0)]
  }

  /// Paints the four quarters of the root window, clockwise from the top left.
  func paint(_ colours: [UInt32]) {
    let (width, height) = (size[0], size[1])
    let context = xcb_generate_id(handle)
    xcb_create_gc(handle, context, root, 0, nil)
    let corners = [(0, 0), (width / 2, 0), (width / 2, height / 2), (0, height / 2)]
    for (colour, corner) in zip(colours, corners) {
      var value = colour
      xcb_change_gc(handle, context, XCB_GC_FOREGROUND.rawValue, &value)
      var area = xcb_rectangle_t(
        x: Int16(corner.0), y: Int16(corner.1), width: UInt16(width / 2), height: UInt16(height / 2))
      xcb_poly_fill_rectangle(handle, root, context, 1, &area)
    }
    xcb_free_gc(handle, context)
    // An answer means that all before it is done.
    _ = size
  }

  /// The colours at places of the root window.
  func colours(at places: [(Int, Int)]) -> [UInt32] {
    places.map { x, y in
      let cookie = xcb_get_image(
        handle, UInt8(XCB_IMAGE_FORMAT_Z_PIXMAP.rawValue), root, Int16(x), Int16(y), 1, 1, UInt32.max)
      guard let reply = xcb_get_image_reply(handle, cookie, nil) else { return 0 }
      defer { free(reply) }
      guard let data = xcb_get_image_data(reply), xcb_get_image_data_length(reply) >= 4 else { return 0 }
      return UnsafeRawPointer(data).loadUnaligned(as: UInt32.self) & 0xffffff
    }
  }

  /// A device's matrix.
  func matrix(of device: xcb_input_device_id_t) -> [Float] {
    let cookie = xcb_input_xi_get_property(
      handle, device, 0, atom("Coordinate Transformation Matrix"), atom("FLOAT"), 0, 9)
    guard let reply = xcb_input_xi_get_property_reply(handle, cookie, nil) else { return [] }
    defer { free(reply) }
    guard let items = xcb_input_xi_get_property_items(reply), reply.pointee.num_items == 9 else { return [] }
    return (0..<9).map { UnsafeRawPointer(items).loadUnaligned(fromByteOffset: 4 * $0, as: Float.self) }
  }
}
