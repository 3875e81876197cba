import CWayland

/// A configuration of all outputs that the compositor was asked for.
final class OutputConfiguration {
  /// What the compositor says to it.
  nonisolated enum Answer {
    /// It was done.
    case succeeded
    /// It was not.
    case failed
    /// It was asked for of a state that is none any more.
    case cancelled
  }

  /// The state that it started from.
  let serial: UInt32
  /// nil until it is there.
  private(set) var answer: Answer?
  private var proxy: OpaquePointer?

  init(proxy: OpaquePointer, serial: UInt32) {
    self.proxy = proxy
    self.serial = serial
    zwlr_output_configuration_v1_add_listener(proxy, Self.table, data(of: self))
  }

  isolated deinit { destroy() }

  /// Lets go of it; an answer that is on its way is not heard.
  func destroy() {
    if let proxy { zwlr_output_configuration_v1_destroy(proxy) }
    proxy = nil
  }

  /// Says how an output is to be; what is not known of it is left to the compositor, which leaves it as it is.
  func add(_ head: OutputHead, as state: HeadState) {
    guard let proxy, let output = head.proxy else { return }
    guard state.isEnabled else { return zwlr_output_configuration_v1_disable_head(proxy, output) }
    guard let configured = zwlr_output_configuration_v1_enable_head(proxy, output) else { return }
    // The object lives and ends with the configuration; only this side's half is let go of.
    defer { zwlr_output_configuration_head_v1_destroy(configured) }
    if let mode = head.mode(of: state)?.proxy {
      zwlr_output_configuration_head_v1_set_mode(configured, mode)
    } else if let mode = state.customMode {
      zwlr_output_configuration_head_v1_set_custom_mode(configured, mode.width, mode.height, mode.refresh)
    }
    if let place = state.position {
      zwlr_output_configuration_head_v1_set_position(configured, place.x, place.y)
    }
    if let transform = state.transform { zwlr_output_configuration_head_v1_set_transform(configured, transform) }
    if let scale = state.scale, scale > 0 { zwlr_output_configuration_head_v1_set_scale(configured, scale) }
    if let state = state.adaptiveSync,
      wl_proxy_get_version(configured) >= ZWLR_OUTPUT_CONFIGURATION_HEAD_V1_SET_ADAPTIVE_SYNC_SINCE_VERSION
    {
      zwlr_output_configuration_head_v1_set_adaptive_sync(configured, state)
    }
  }

  /// Asks for it.
  func apply() { if let proxy { zwlr_output_configuration_v1_apply(proxy) } }

  nonisolated private static func take(_ this: UnsafeMutableRawPointer?, _ answer: Answer) {
    hear(this, answer) { (configuration: OutputConfiguration, answer) in
      configuration.answer = answer
      configuration.destroy()
    }
  }

  private static let table = forever(
    zwlr_output_configuration_v1_listener(
      succeeded: { this, _ in take(this, .succeeded) },
      failed: { this, _ in take(this, .failed) },
      cancelled: { this, _ in take(this, .cancelled) }))
}
