import CWayland
import EventLoop
import Glibc

/// A Wayland compositor that speaks wlroots' protocols: sway, labwc, Hyprland, niri, river, Wayfire, COSMIC, phoc.
///
/// Outputs are turned through wlr-output-management, without which the connection is `lost` at once; windows are known
/// through wlr-foreign-toplevel-management, where it is offered. Touch screens and pens are the compositor's own matter
/// (see `SwayDisplay`).
public final class WaylandDisplay: DisplayServer {
  /// The versions of the protocols that are known here.
  private static let managerVersion: UInt32 = 4
  private static let toplevelVersion: UInt32 = 3
  private static let outputVersion: UInt32 = 4
  private static let detailsVersion: UInt32 = 3
  /// No machine has more.
  private static let mostOutputs = 64

  /// The outputs, in the compositor's order.
  public private(set) var outputs: [Output] = []
  /// The window that was activated last and still is.
  public private(set) var front: Toplevel?
  /// Whether the compositor offers wlr-foreign-toplevel-management.
  public var tellsFront: Bool { toplevels != nil }

  private let loop: EventLoop
  private let news: DisplayNews
  private let patience: Double
  private var connection: WaylandConnection?
  private var registry: OpaquePointer?
  private var managerName: UInt32?
  private var manager: OutputManager?
  private var shown: [ShownOutput] = []
  private var details: OpaquePointer?
  private var toplevels: ToplevelList?
  private var queue: TransformQueue?
  private var timer: TimerSource?
  private var stage = Stage.connecting

  private enum Stage {
    /// What the compositor offers is not known yet.
    case connecting
    /// It is, and was asked for.
    case listening
    /// What was asked for has come.
    case listened
    /// The outputs are known.
    case ready
  }

  /// Connects to a compositor.
  ///
  /// - Parameters:
  ///   - socket: A path, or a name in `XDG_RUNTIME_DIR`; nil: what `WAYLAND_DISPLAY` says, else `wayland-0`.
  ///   - patience: Seconds until a compositor that does not answer is given up; setting modes takes its time.
  ///   - handler: Told what happens, from the loop.
  /// - Throws: `DisplayFailure` where nobody listens there.
  public init(
    loop: EventLoop, socket: String? = nil, patience: Double = 10, handler: @escaping (DisplayEvent) -> Void
  ) throws(DisplayFailure) {
    self.loop = loop
    self.patience = patience
    news = DisplayNews(loop: loop, handler: handler)
    let path = try Self.path(socket)
    let connection = try WaylandConnection(
      loop: loop, socket: path, onEvents: { [weak self] in self?.update() }, onLoss: { [weak self] in self?.lose($0) })
    self.connection = connection
    do {
      timer = try loop.addTimer { [weak self] in
        self?.lose("the compositor at \(path) does not answer")
      }
    } catch { throw DisplayFailure("\(error)") }
    timer?.arm(after: patience)
    registry = wl_display_get_registry(connection.display)
    guard let registry else { throw DisplayFailure("no memory for the compositor's registry") }
    wl_registry_add_listener(registry, Self.table, data(of: self))
    connection.sync { [weak self] in
      self?.stage = .listening
      // What was bound tells all it has to tell before this comes back.
      self?.connection?.sync { self?.stage = .listened }
    }
  }

  isolated deinit { close() }

  /// Turns an output; see `DisplayServer`.
  public func apply(
    _ transform: OutputTransform, to output: String, completion: @escaping (DisplayFailure?) -> Void
  ) {
    if let queue {
      queue.add(transform, to: output, completion: completion)
    } else {
      news.complete([completion], DisplayFailure("the compositor has not told of its outputs"))
    }
  }

  /// Does nothing: no protocol of Wayland says which input device belongs to which output.
  public func mapInput(to output: String, completion: @escaping (DisplayFailure?) -> Void) {
    news.complete([completion], nil)
  }

  /// Ends the connection; no event and no completion comes after it.
  public func close() {
    news.close()
    release()
  }

  private func release() {
    timer = nil
    queue?.release()
    queue = nil
    toplevels?.destroy()
    manager?.destroy()
    manager = nil
    for output in shown { output.destroy() }
    shown = []
    if let details { zxdg_output_manager_v1_destroy(details) }
    details = nil
    if let registry { wl_registry_destroy(registry) }
    registry = nil
    connection?.close()
    connection = nil
  }

  private func lose(_ reason: String) {
    queue?.end(DisplayFailure(reason))
    release()
    news.lose(reason)
  }

  // MARK: What the compositor has

  private func add(global name: UInt32, _ interface: String, version: UInt32) {
    guard let registry else { return }
    switch interface {
    case "zwlr_output_manager_v1":
      guard manager == nil, let proxy = plumb_bind_output_manager(registry, name, min(version, Self.managerVersion))
      else { return }
      managerName = name
      manager = OutputManager(proxy: proxy) { [weak self] name in self?.shown.first { $0.name == name } }
    case "zwlr_foreign_toplevel_manager_v1":
      guard toplevels == nil,
        let proxy = plumb_bind_toplevel_manager(registry, name, min(version, Self.toplevelVersion))
      else { return }
      toplevels = ToplevelList(proxy: proxy)
    case "zxdg_output_manager_v1":
      guard details == nil else { return }
      details = plumb_bind_xdg_output_manager(registry, name, min(version, Self.detailsVersion))
      if let details { for output in shown { output.addDetails(from: details) } }
    case "wl_output":
      let version = min(version, Self.outputVersion)
      guard shown.count < Self.mostOutputs, let proxy = plumb_bind_output(registry, name, version) else { return }
      let output = ShownOutput(
        proxy: proxy, global: name,
        bind: { [weak self] in self?.registry.flatMap { plumb_bind_output($0, name, version) } },
        onTurn: { [weak self] output in self?.manager?.head(output.name)?.isShown(with: output.transform) })
      shown.append(output)
      if let details { output.addDetails(from: details) }
    default: break
    }
  }

  private func remove(global name: UInt32) {
    if name == managerName { manager?.finish() }
    shown.removeAll { $0.global == name }
  }

  /// Looks at what the listeners have heard.
  private func update() {
    guard stage != .connecting else { return }
    guard let manager else {
      return lose("the compositor does not offer wlr-output-management-unstable-v1, so it cannot be told to turn")
    }
    if let end = manager.end { return lose(end) }
    if stage == .listened, manager.serial != nil, !becomeReady(manager) { return }
    guard stage == .ready else { return }
    if manager.isSettled, manager.outputs != outputs {
      outputs = manager.outputs
      news.outputsChanged()
    }
    if toplevels?.front != front {
      front = toplevels?.front
      news.frontChanged()
    }
    queue?.advance()
  }

  private func becomeReady(_ manager: OutputManager) -> Bool {
    guard let connection else { return false }
    do {
      queue = try TransformQueue(
        loop: loop, manager: manager, connection: connection, patience: patience,
        complete: { [news] in news.complete($0, $1) })
    } catch {
      lose("\(error)")
      return false
    }
    timer = nil
    stage = .ready
    news.outputsChanged()
    return true
  }

  private static func path(_ socket: String?) throws(DisplayFailure) -> String {
    let name = socket ?? getenv("WAYLAND_DISPLAY").map { String(cString: $0) } ?? "wayland-0"
    if name.hasPrefix("/") { return name }
    guard let folder = getenv("XDG_RUNTIME_DIR") else {
      throw DisplayFailure("the Wayland socket \(name) is looked for in XDG_RUNTIME_DIR, which is not set")
    }
    return String(cString: folder) + "/" + name
  }

  private static let table = forever(
    wl_registry_listener(
      global: { this, _, name, interface, version in
        hear(this, (name, interface, version)) { (display: WaylandDisplay, global) in
          display.add(global: global.0, text(global.1), version: global.2)
        }
      },
      global_remove: { this, _, name in
        hear(this, name) { (display: WaylandDisplay, name) in
          display.remove(global: name)
        }
      }))
}
