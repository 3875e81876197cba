import CWayland

/// The windows that the compositor tells of, and which of them has the user's attention.
final class ToplevelList {
  /// No desktop has more; what comes beyond is let go at once.
  private static let mostToplevels = 4096

  /// The window that was activated last and still is.
  private(set) var front: Toplevel?
  private var handles: [UInt64: ToplevelHandle] = [:]
  private var count: UInt64 = 0
  private var proxy: OpaquePointer?

  init(proxy: OpaquePointer) {
    self.proxy = proxy
    zwlr_foreign_toplevel_manager_v1_add_listener(proxy, Self.table, data(of: self))
  }

  isolated deinit { destroy() }

  /// Lets go of it and of all windows.
  func destroy() {
    for handle in handles.values { handle.destroy() }
    handles = [:]
    front = nil
    if let proxy { zwlr_foreign_toplevel_manager_v1_destroy(proxy) }
    proxy = nil
  }

  private func add(_ proxy: OpaquePointer?) {
    guard let proxy else { return }
    count += 1
    let handle = ToplevelHandle(proxy: proxy, identity: count) { [weak self] in self?.changed($0) }
    if handles.count < Self.mostToplevels { handles[handle.identity] = handle }
  }

  private func changed(_ handle: ToplevelHandle) {
    if handle.proxy == nil { handles[handle.identity] = nil }
    front = handles.values.filter { $0.activated > 0 }.max { $0.activated < $1.activated }?.toplevel
  }

  private static let table = forever(
    zwlr_foreign_toplevel_manager_v1_listener(
      toplevel: { this, _, handle in hear(this, handle) { (list: ToplevelList, handle) in list.add(handle) } },
      finished: { this, _ in hear(this, ()) { (list: ToplevelList, _) in list.destroy() } }))
}

/// A window that the compositor tells of.
private final class ToplevelHandle {
  let identity: UInt64
  private(set) var proxy: OpaquePointer?
  /// What was told, as of the last complete group.
  private(set) var toplevel: Toplevel
  /// When it was activated, counted over all windows; 0 while it is not.
  private(set) var activated: UInt64 = 0
  private var told: (appID: String, isFullScreen: Bool, isActivated: Bool) = ("", false, false)
  private let onChange: (ToplevelHandle) -> Void
  private static var activations: UInt64 = 0

  init(proxy: OpaquePointer, identity: UInt64, onChange: @escaping (ToplevelHandle) -> Void) {
    self.proxy = proxy
    self.identity = identity
    self.onChange = onChange
    toplevel = Toplevel(identity: identity, appID: "")
    zwlr_foreign_toplevel_handle_v1_add_listener(proxy, Self.table, data(of: self))
  }

  isolated deinit { destroy() }

  func destroy() {
    if let proxy { zwlr_foreign_toplevel_handle_v1_destroy(proxy) }
    proxy = nil
  }

  private func take(_ states: UnsafeMutablePointer<wl_array>?) {
    (told.isActivated, told.isFullScreen) = (false, false)
    guard let array = states?.pointee, let start = array.data else { return }
    for state in UnsafeRawBufferPointer(start: start, count: array.size / 4 * 4).bindMemory(to: UInt32.self) {
      if state == ZWLR_FOREIGN_TOPLEVEL_HANDLE_V1_STATE_ACTIVATED.rawValue { told.isActivated = true }
      if state == ZWLR_FOREIGN_TOPLEVEL_HANDLE_V1_STATE_FULLSCREEN.rawValue { told.isFullScreen = true }
    }
  }

  private func done() {
    toplevel.appID = told.appID
    toplevel.isFullScreen = told.isFullScreen
    if !told.isActivated {
      activated = 0
    } else if activated == 0 {
      Self.activations += 1
      activated = Self.activations
    }
    onChange(self)
  }

  private func close() {
    destroy()
    onChange(self)
  }

  nonisolated private static func on<Argument>(
    _ this: UnsafeMutableRawPointer?, _ argument: Argument, _ body: @MainActor (ToplevelHandle, Argument) -> Void
  ) {
    hear(this, argument) { (handle: ToplevelHandle, argument) in
      if handle.proxy != nil { body(handle, argument) }
    }
  }

  private static let table = forever(
    zwlr_foreign_toplevel_handle_v1_listener(
      title: { _, _, _ in },
      app_id: { this, _, name in on(this, name) { $0.told.appID = text($1) } },
      output_enter: { _, _, _ in },
      output_leave: { _, _, _ in },
      state: { this, _, states in on(this, states) { $0.take($1) } },
      done: { this, _ in on(this, ()) { handle, _ in handle.done() } },
      closed: { this, _ in on(this, ()) { handle, _ in handle.close() } },
      parent: { _, _, _ in }))
}
