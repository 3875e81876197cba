import CWayland

/// A mode of an output; only its address says which it is.
final class OutputMode {
  /// nil when the compositor has taken it back.
  private(set) var proxy: OpaquePointer?
  /// Pixels before the transform.
  private(set) var size: (width: Int32, height: Int32) = (0, 0)

  init(proxy: OpaquePointer) {
    self.proxy = proxy
    zwlr_output_mode_v1_add_listener(proxy, Self.table, data(of: self))
  }

  isolated deinit { destroy() }

  /// Lets go of it.
  func destroy() {
    guard let proxy else { return }
    self.proxy = nil
    if wl_proxy_get_version(proxy) >= ZWLR_OUTPUT_MODE_V1_RELEASE_SINCE_VERSION {
      zwlr_output_mode_v1_release(proxy)
    } else {
      zwlr_output_mode_v1_destroy(proxy)
    }
  }

  private static let table = forever(
    zwlr_output_mode_v1_listener(
      size: { this, _, width, height in
        hear(this, (width, height)) { (mode: OutputMode, size) in mode.size = size }
      },
      refresh: { _, _, _ in },
      preferred: { _, _ in },
      finished: { this, _ in hear(this, ()) { (mode: OutputMode, _) in mode.destroy() } }))
}

/// An output of the compositor.
final class OutputHead {
  /// No output has more; what comes beyond is let go at once.
  private static let mostModes = 1024

  private(set) var proxy: OpaquePointer?
  private(set) var name = ""
  private(set) var description: String?
  /// What was told last, whole or not.
  private(set) var state = HeadState()
  private var modes: [ObjectIdentifier: OutputMode] = [:]
  private let onChange: (OutputHead) -> Void

  /// - Parameter onChange: Told of each event; the group is complete with the manager's `done`.
  init(proxy: OpaquePointer, onChange: @escaping (OutputHead) -> Void) {
    self.proxy = proxy
    self.onChange = onChange
    zwlr_output_head_v1_add_listener(proxy, Self.table, data(of: self))
  }

  isolated deinit { destroy() }

  /// Lets go of it and of its modes.
  func destroy() {
    for mode in modes.values { mode.destroy() }
    modes = [:]
    guard let proxy else { return }
    self.proxy = nil
    if wl_proxy_get_version(proxy) >= ZWLR_OUTPUT_HEAD_V1_RELEASE_SINCE_VERSION {
      zwlr_output_head_v1_release(proxy)
    } else {
      zwlr_output_head_v1_destroy(proxy)
    }
  }

  /// The mode of a state, where the output has it still.
  func mode(of state: HeadState) -> OutputMode? {
    state.mode.flatMap { modes[$0] }.flatMap { $0.proxy == nil ? nil : $0 }
  }

  /// Every client was told that it has this transform now: the latest word counts, whoever hears it.
  func isShown(with transform: Int32) { state.transform = transform }

  private func addMode(_ proxy: OpaquePointer?) {
    guard let proxy else { return }
    modes = modes.filter { $0.value.proxy != nil }
    let mode = OutputMode(proxy: proxy)
    if modes.count < Self.mostModes { modes[ObjectIdentifier(mode)] = mode }
  }

  private func setCurrentMode(_ proxy: OpaquePointer?) {
    state.mode = proxy.flatMap { proxy in modes.first { $0.value.proxy == proxy } }?.key
  }

  nonisolated private static func on<Argument>(
    _ this: UnsafeMutableRawPointer?, _ argument: Argument, _ body: @MainActor (OutputHead, Argument) -> Void
  ) {
    hear(this, argument) { (head: OutputHead, argument) in
      guard head.proxy != nil else { return }
      body(head, argument)
      head.onChange(head)
    }
  }

  private static let table = forever(
    zwlr_output_head_v1_listener(
      name: { this, _, name in on(this, name) { $0.name = text($1) } },
      description: { this, _, words in on(this, words) { $0.description = text($1) } },
      physical_size: { _, _, _, _ in },
      mode: { this, _, mode in on(this, mode) { $0.addMode($1) } },
      enabled: { this, _, enabled in on(this, enabled != 0) { $0.state.isEnabled = $1 } },
      current_mode: { this, _, mode in on(this, mode) { $0.setCurrentMode($1) } },
      position: { this, _, x, y in on(this, HeadState.Position(x: x, y: y)) { $0.state.position = $1 } },
      transform: { this, _, transform in on(this, transform) { $0.state.transform = $1 } },
      scale: { this, _, scale in on(this, scale) { $0.state.scale = $1 } },
      finished: { this, _ in on(this, ()) { head, _ in head.destroy() } },
      make: { _, _, _ in },
      model: { _, _, _ in },
      serial_number: { _, _, _ in },
      adaptive_sync: { this, _, state in on(this, state) { $0.state.adaptiveSync = $1 } }))
}
