import CXCB

/// The active window as the window manager tells it (the Extended Window Manager Hints).
struct X11Front {
  private let connection: X11Connection

  init(_ connection: X11Connection) {
    self.connection = connection
    watch(connection.root)
  }

  /// Whether a window manager tells.
  var isTold: Bool {
    let supported = connection.numbers("_NET_SUPPORTED", of: connection.root, type: XCB_ATOM_ATOM.rawValue)
    return supported.contains(connection.atom("_NET_ACTIVE_WINDOW"))
  }

  /// The active window, nil for none.
  var window: Toplevel? {
    let window =
      connection.numbers("_NET_ACTIVE_WINDOW", of: connection.root, type: XCB_ATOM_WINDOW.rawValue).first ?? 0
    guard window != 0 else { return nil }
    // Its class may come after it, and it may fill the screen later.
    watch(window)
    let pid = connection.numbers("_NET_WM_PID", of: window, type: XCB_ATOM_CARDINAL.rawValue).first
    let states = connection.numbers("_NET_WM_STATE", of: window, type: XCB_ATOM_ATOM.rawValue)
    return Toplevel(
      identity: UInt64(window), appID: Self.windowClass(in: connection.bytes("WM_CLASS", of: window)),
      isFullScreen: states.contains(connection.atom("_NET_WM_STATE_FULLSCREEN")),
      pid: pid.flatMap { Int32(exactly: $0) })
  }

  /// The class of `WM_CLASS`, which is an instance's name, a NUL, a class, a NUL; the instance where there is no class.
  static func windowClass(in bytes: [UInt8]) -> String {
    let parts = bytes.split(separator: 0, omittingEmptySubsequences: false)
    let name = parts.count > 1 && !parts[1].isEmpty ? parts[1] : parts.first ?? []
    return String(decoding: name, as: UTF8.self)
  }

  private func watch(_ window: xcb_window_t) {
    var mask = XCB_EVENT_MASK_PROPERTY_CHANGE.rawValue
    _ = xcb_change_window_attributes(connection.handle, window, XCB_CW_EVENT_MASK.rawValue, &mask)
  }
}
