import CWayland

/// An output that shows something, as every client sees it.
///
/// What output management says of an output is not always so: sway 1.7 takes one with a mode of its own making (all of
/// the headless and nested ones, others with `mode --custom`) for one that is off. To believe it would turn it off. And
/// Hyprland 0.56 tells nobody who listens already that an output was turned, but that something is done with it: so it
/// is bound a second time then, for whoever is new is told what is.
final class ShownOutput {
  /// What the registry calls it.
  let global: UInt32
  private(set) var name = ""
  /// As raw values of `wl_output.transform`.
  private(set) var transform: Int32 = 0
  /// The mode in use.
  private(set) var mode: HeadState.Size?
  /// Where it is in the compositor's plane, where the compositor tells.
  private(set) var position: HeadState.Position?
  private var proxy: OpaquePointer?
  private var details: OpaquePointer?
  private var second: OpaquePointer?
  private var hasToldGeometry = false
  private let bind: () -> OpaquePointer?
  private let onTurn: (ShownOutput) -> Void

  /// - Parameters:
  ///   - bind: Binds the output once more.
  ///   - onTurn: Told when its transform is another one.
  init(
    proxy: OpaquePointer, global: UInt32, bind: @escaping () -> OpaquePointer?, onTurn: @escaping (ShownOutput) -> Void
  ) {
    self.proxy = proxy
    self.global = global
    self.bind = bind
    self.onTurn = onTurn
    wl_output_add_listener(proxy, Self.table, data(of: self))
  }

  isolated deinit { destroy() }

  /// Asks for the position as well, and for the name where the output does not tell it.
  func addDetails(from manager: OpaquePointer) {
    guard let proxy, details == nil, let details = zxdg_output_manager_v1_get_xdg_output(manager, proxy) else { return }
    self.details = details
    zxdg_output_v1_add_listener(details, Self.detailsTable, data(of: self))
  }

  /// Lets go of it.
  func destroy() {
    if let details { zxdg_output_v1_destroy(details) }
    details = nil
    release(&second)
    release(&proxy)
  }

  private func release(_ output: inout OpaquePointer?) {
    guard let proxy = output else { return }
    output = nil
    if wl_proxy_get_version(proxy) >= WL_OUTPUT_RELEASE_SINCE_VERSION {
      wl_output_release(proxy)
    } else {
      wl_output_destroy(proxy)
    }
  }

  private func done() {
    defer { hasToldGeometry = false }
    // One that is under way is answered after all that was said before it.
    guard !hasToldGeometry, proxy != nil, second == nil, let proxy = bind() else { return }
    second = proxy
    wl_output_add_listener(proxy, Self.secondTable, data(of: self))
  }

  private func tellGeometry(_ transform: Int32) {
    hasToldGeometry = true
    show(transform)
  }

  private func show(_ transform: Int32) {
    guard transform != self.transform else { return }
    self.transform = transform
    onTurn(self)
  }

  private static let table = forever(
    wl_output_listener(
      geometry: { this, _, _, _, _, _, _, _, _, transform in
        hear(this, transform) { (output: ShownOutput, transform) in output.tellGeometry(transform) }
      },
      mode: { this, _, flags, width, height, refresh in
        guard flags & WL_OUTPUT_MODE_CURRENT.rawValue != 0 else { return }
        hear(this, HeadState.Size(width: width, height: height, refresh: refresh)) { (output: ShownOutput, size) in
          output.mode = size
        }
      },
      done: { this, _ in hear(this, ()) { (output: ShownOutput, _) in output.done() } },
      scale: { _, _, _ in },
      name: { this, _, name in hear(this, name) { (output: ShownOutput, name) in output.name = text(name) } },
      description: { _, _, _ in }))

  private static let secondTable = forever(
    wl_output_listener(
      geometry: { this, _, _, _, _, _, _, _, _, transform in
        hear(this, transform) { (output: ShownOutput, transform) in output.show(transform) }
      },
      mode: { _, _, _, _, _, _ in },
      done: { this, _ in hear(this, ()) { (output: ShownOutput, _) in output.release(&output.second) } },
      scale: { _, _, _ in },
      name: { _, _, _ in },
      description: { _, _, _ in }))

  private static let detailsTable = forever(
    zxdg_output_v1_listener(
      logical_position: { this, _, x, y in
        hear(this, HeadState.Position(x: x, y: y)) { (output: ShownOutput, place) in output.position = place }
      },
      logical_size: { _, _, _, _ in },
      done: { _, _ in },
      name: { this, _, name in hear(this, name) { (output: ShownOutput, name) in output.name = text(name) } },
      description: { _, _, _ in }))
}
