/// A window of an application, as its server sees it.
nonisolated public struct Toplevel: Equatable, Sendable {
  /// Which window it is: as long as it lives, no other window of this connection has the same.
  public var identity: UInt64
  /// The application's identifier: Wayland's app_id, X11's class; empty where it has none.
  public var appID: String
  /// Whether it fills its output.
  public var isFullScreen: Bool
  /// The process that it belongs to; nil where the server does not tell.
  public var pid: Int32?

  /// Describes a window.
  public init(identity: UInt64, appID: String, isFullScreen: Bool = false, pid: Int32? = nil) {
    self.identity = identity
    self.appID = appID
    self.isFullScreen = isFullScreen
    self.pid = pid
  }
}
