import CLibSystemd
import CLinux
import EventLoop
import Glibc
import RotationService

/// Who may do what: the kernel says who a client is, logind whose session is active.
final class AccessControl: AccessPolicy {
  /// How long a role that nobody tells the end of is believed, s.
  private static let trustTime = 30.0

  /// The group that counts as active where no logind runs, by name or number; setting it looks everybody up anew.
  var activeGroup: String {
    didSet { roles.clear() }
  }

  private var roles = RoleCache()
  private var monitor: OpaquePointer?
  private var monitorSource: DescriptorSource?
  private let ownUser = geteuid()
  private let logindRuns: () -> Bool

  /// Called when sessions have changed, after which every role may be another.
  var onChange: (() -> Void)?

  /// Watches the sessions.
  /// - Parameter logindRuns: Whether somebody knows of sessions, asked anew each time: it may come later.
  init(loop: EventLoop, activeGroup: String, logindRuns: @escaping () -> Bool = AccessControl.hasSeats) {
    self.activeGroup = activeGroup
    self.logindRuns = logindRuns
    // Without logind there is nothing to watch; where only its folders are there it may start later. What is asked below
    // stands in the users' files, which logind writes after the sessions': at a session's event the answer is an old one.
    guard sd_login_monitor_new("uid", &monitor) >= 0 else { return }
    monitorSource = try? loop.addDescriptor(sd_login_monitor_get_fd(monitor)) { [weak self] _ in
      self?.sessionsChanged()
    }
  }

  isolated deinit { sd_login_monitor_unref(monitor) }

  func role(of peer: Peer) -> Role {
    if peer.uid == 0 || peer.uid == ownUser { return .trusted }
    let now = EventLoop.now
    if let known = roles.role(of: peer.uid, at: now) { return known }
    let asksLogind = logindRuns()
    let role = isActive(peer.uid, asksLogind: asksLogind) ? Role.active : .other
    // logind says when it is over; the user database never does.
    roles.keep(role, of: peer.uid, until: asksLogind && monitorSource != nil ? .infinity : now + Self.trustTime)
    return role
  }

  /// Whether the user sits at the machine: an active session on a seat, or the configured group.
  private func isActive(_ uid: uid_t, asksLogind: Bool) -> Bool {
    guard asksLogind else { return UserGroup(activeGroup)?.contains(uid) ?? false }
    return sd_uid_get_sessions(uid, 1, nil) > 0 && sd_uid_get_seats(uid, 1, nil) > 0
  }

  private func sessionsChanged() {
    sd_login_monitor_flush(monitor)
    roles.clear()
    onChange?()
  }

  /// Whether logind keeps its book of seats: it always has the first one, and the folder is there without it.
  nonisolated static func hasSeats() -> Bool { access("/run/systemd/seats/seat0", F_OK) == 0 }
}
