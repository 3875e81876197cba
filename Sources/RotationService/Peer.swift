/// Who is at the other end of a connection, as the kernel says.
public struct Peer: Sendable, Hashable {
  /// The user.
  public let uid: UInt32
  /// The user's primary group.
  public let gid: UInt32
  /// The process that connected.
  public let pid: Int32

  /// Names a peer by what SO_PEERCRED tells.
  public init(uid: UInt32, gid: UInt32, pid: Int32) {
    self.uid = uid
    self.gid = gid
    self.pid = pid
  }
}

/// What a peer may do.
public enum Role: Sendable, Hashable {
  /// root and the daemon's own user: everything.
  case trusted
  /// The user whose session is active: everything but to reload.
  case active
  /// Any other local user: the orientation, and windows that never come to the front.
  case other

  /// Whether it may bring windows to the front, lock, and see who is in front.
  var isAtTheMachine: Bool { self != .other }
}

/// Says who is who at the moment: sessions come and go.
public protocol AccessPolicy: AnyObject {
  /// What the peer may do now.
  func role(of peer: Peer) -> Role
}
