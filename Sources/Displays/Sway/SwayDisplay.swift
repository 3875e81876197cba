import EventLoop
import Glibc
import JSON

/// Sway: a Wayland compositor that also tells which process a window belongs to, and lets touch screens and pens be
/// tied to an output.
///
/// Outputs and windows come through Wayland as from any other compositor; what sway's own IPC adds is left out where
/// that connection fails.
public final class SwayDisplay: DisplayServer {
  /// Seconds that a change of the front is held back until its process is known.
  private static let patience = 1.0

  /// The outputs, in sway's order.
  public var outputs: [Output] { wayland?.outputs ?? [] }
  /// The window that has the user's attention, with its process where sway tells.
  public private(set) var front: Toplevel?
  /// Whether sway tells of windows.
  public var tellsFront: Bool { wayland?.tellsFront ?? false }

  private let news: DisplayNews
  private var wayland: WaylandDisplay?
  private var ipc: SwayConnection?
  private var timer: TimerSource?
  private var inputOutput: String?
  /// How often a process was asked for.
  private var questions = 0

  /// Connects to sway.
  ///
  /// - Parameters:
  ///   - socket: The Wayland socket, as for `WaylandDisplay`.
  ///   - ipcSocket: The path of sway's own socket; nil: what `SWAYSOCK` says.
  ///   - handler: Told what happens, from the loop.
  /// - Throws: `DisplayFailure` where one of the two sockets has no sway behind it.
  public init(
    loop: EventLoop, socket: String? = nil, ipcSocket: String? = nil, handler: @escaping (DisplayEvent) -> Void
  ) throws(DisplayFailure) {
    news = DisplayNews(loop: loop, handler: handler)
    guard let path = ipcSocket ?? getenv("SWAYSOCK").map({ String(cString: $0) }) else {
      throw DisplayFailure("SWAYSOCK is not set: it says where sway's IPC is")
    }
    do { timer = try loop.addTimer { [weak self] in self?.settleFront(pid: nil) } } catch {
      throw DisplayFailure("\(error)")
    }
    ipc = try SwayConnection(
      loop: loop, socket: path, onEvent: { [weak self] in self?.hear($0, $1) },
      onLoss: { [weak self] _ in self?.ipcIsGone() })
    ipc?.ask(SwayMessage.Kind.subscribe, #"["workspace"]"#) { _ in }
    wayland = try WaylandDisplay(loop: loop, socket: socket) { [weak self] in self?.hear($0) }
  }

  isolated deinit { close() }

  /// Turns an output; see `DisplayServer`.
  public func apply(
    _ transform: OutputTransform, to output: String, completion: @escaping (DisplayFailure?) -> Void
  ) {
    wayland?.apply(transform, to: output, completion: completion)
  }

  /// Maps all touch screens and pens, those that come later as well, to an output; sway turns what is mapped.
  ///
  /// Lasts until sway reads its configuration again, and then is said again.
  public func mapInput(to output: String, completion: @escaping (DisplayFailure?) -> Void) {
    // Sway's commands are text: nothing but a name may get in.
    let isName = !output.isEmpty && output.utf8.count <= 64
    guard isName, output.utf8.allSatisfy({ isalnum(Int32($0)) != 0 || "-_.:".utf8.contains($0) }) else {
      return news.complete([completion], DisplayFailure("\"\(output)\" is no name of an output that sway can be told"))
    }
    guard let ipc else {
      return news.complete(
        [completion], DisplayFailure("touch screens and pens do not follow: the connection to sway's IPC is gone"))
    }
    inputOutput = output
    let command = ["touch", "tablet_tool"].map { "input type:\($0) map_to_output \(output)" }.joined(separator: "; ")
    ipc.ask(SwayMessage.Kind.runCommand, command) { [news] reply in
      news.complete([completion], Self.failure(reply))
    }
  }

  /// Ends the connections; no event and no completion comes after it.
  public func close() {
    news.close()
    release()
  }

  private func release() {
    timer = nil
    wayland?.close()
    wayland = nil
    ipc?.close()
    ipc = nil
  }

  private static func failure(_ reply: Result<JSONValue, DisplayFailure>) -> DisplayFailure? {
    switch reply {
    case .failure(let failure): return failure
    case .success(.array(let results)) where !results.isEmpty:
      guard let failed = results.first(where: { $0["success"] != true }) else { return nil }
      guard case .string(let words)? = failed["error"] else { break }
      return DisplayFailure("sway does not map touch screens and pens: \(words)")
    case .success: break
    }
    return DisplayFailure("sway does not map touch screens and pens, and does not say why")
  }

  private func hear(_ kind: UInt32, _ event: JSONValue) {
    guard kind == SwayMessage.Kind.workspaceEvent, event["change"] == "reload", let inputOutput else { return }
    mapInput(to: inputOutput) { _ in }
  }

  private func hear(_ event: DisplayEvent) {
    switch event {
    case .outputsChanged: news.outputsChanged()
    case .frontChanged: askForProcess()
    case .lost(let reason):
      release()
      news.lose(reason)
    }
  }

  private func ipcIsGone() {
    ipc = nil
    if timer?.isArmed == true { settleFront(pid: nil) }
  }

  // MARK: The process in front

  private func askForProcess() {
    guard let ahead = wayland?.front, let ipc else { return settleFront(pid: nil) }
    if let front, front.identity == ahead.identity, front.appID == ahead.appID { return settleFront(pid: front.pid) }
    timer?.arm(after: Self.patience)
    questions += 1
    ipc.ask(SwayMessage.Kind.getTree) { [weak self, questions] reply in
      // Another one may be in front by now, and asked for.
      guard let self, questions == self.questions, self.timer?.isArmed == true else { return }
      guard case .success(let tree) = reply, let focused = FocusedView(in: tree), focused.appID == ahead.appID else {
        return self.settleFront(pid: nil)
      }
      self.settleFront(pid: focused.pid)
    }
  }

  private func settleFront(pid: Int32?) {
    timer?.disarm()
    var next = wayland?.front
    next?.pid = pid
    guard next != front else { return }
    front = next
    news.frontChanged()
  }
}

/// The view that has the focus, as sway's tree tells.
nonisolated struct FocusedView: Equatable {
  /// Its process.
  var pid: Int32
  /// Wayland's app_id, or X11's class.
  var appID: String

  init?(in tree: JSONValue) {
    // The tree is as deep as its reader allows, and no deeper.
    if tree["focused"] == true, case .integer(let number)? = tree["pid"], let pid = Int32(exactly: number), pid > 0 {
      self.pid = pid
      if case .string(let name)? = tree["app_id"] {
        appID = name
      } else if case .string(let name)? = tree["window_properties"]?["class"] {
        appID = name
      } else {
        appID = ""
      }
      return
    }
    for key in ["nodes", "floating_nodes"] {
      guard case .array(let nodes)? = tree[key] else { continue }
      for node in nodes {
        if let view = FocusedView(in: node) {
          self = view
          return
        }
      }
    }
    return nil
  }
}
