import Displays
import EventLoop
import SessionAgent

/// Which display the session has.
struct DisplayChoice {
  private enum Server {
    case wayland(socket: String)
    case x11(display: String)
    case none
  }

  private let server: Server

  /// Chooses by the command line and, where that leaves it open, by the environment.
  /// - Throws: `DisplayFailure` where the environment lacks what is needed.
  init(_ kind: SessionOptions.DisplayKind) throws {
    let wayland = SessionEnvironment.value("WAYLAND_DISPLAY")
    let x11 = SessionEnvironment.value("DISPLAY")
    switch kind {
    case .none: server = .none
    case .auto where wayland == nil && x11 != nil: server = .x11(display: x11 ?? "")
    // A compositor that is not there yet is going to take this name.
    case .auto, .wayland: server = .wayland(socket: wayland ?? "wayland-0")
    case .x11:
      guard let x11 else { throw DisplayFailure("--display x11: DISPLAY is not set") }
      server = .x11(display: x11)
    }
  }

  /// What tells this display from others, nil for none.
  var name: String? {
    switch server {
    case .wayland(let socket): socket
    case .x11(let display): "x11" + display
    case .none: nil
    }
  }

  /// Where the agent gets it from, nil for none.
  func source(loop: EventLoop) -> DisplaySource? {
    switch server {
    case .none: nil
    case .wayland(let socket):
      DisplaySource(folder: Self.folder(of: socket), prefix: Self.name(of: socket)) { handler in
        // What sway's own socket adds is done without where nobody answers there.
        if let sway = SwaySocket.path,
          let display = try? SwayDisplay(loop: loop, socket: socket, ipcSocket: sway, handler: handler)
        {
          return display
        }
        return try WaylandDisplay(loop: loop, socket: socket, handler: handler)
      }
    case .x11(let display):
      DisplaySource(folder: "/tmp/.X11-unix", prefix: "X") { try X11Display(display, loop: loop, handler: $0) }
    }
  }

  /// The folder of a Wayland socket, which is a path or a name in the session's folder.
  private static func folder(of socket: String) -> String? {
    guard let slash = socket.lastIndex(of: "/") else { return SessionEnvironment.runtimeFolder }
    return slash == socket.startIndex ? "/" : String(socket[..<slash])
  }

  private static func name(of socket: String) -> String { socket.split(separator: "/").last.map(String.init) ?? socket }
}
