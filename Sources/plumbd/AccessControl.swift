import CLibSystemd
import CLinux
import EventLoop
import Glibc
import RotationService

/// Who may do what: the kernel says who a client is, logind whose session is active.
final class AccessControl: AccessPolicy {
  /// The group that counts as active where no logind runs.
  var activeGroup: String {
    didSet { roles.removeAll() }
  }

  private var roles: [uid_t: Role] = [:]
  private var monitor: OpaquePointer?
  private var monitorSource: DescriptorSource?
  private let ownUser = geteuid()

  /// Called when sessions have changed, after which every role may be another.
  var onChange: (() -> Void)?

  init(loop: EventLoop, activeGroup: String) {
    self.activeGroup = activeGroup
    guard Self.logindRuns, sd_login_monitor_new("session", &monitor) >= 0 else { return }
    monitorSource = try? loop.addDescriptor(sd_login_monitor_get_fd(monitor)) { [weak self] _ in
      self?.sessionsChanged()
    }
  }

  isolated deinit { sd_login_monitor_unref(monitor) }

  func role(of peer: Peer) -> Role {
    if peer.uid == 0 || peer.uid == ownUser { return .trusted }
    if let known = roles[peer.uid] { return known }
    let role = isActive(peer.uid) ? Role.active : .other
    if monitorSource != nil { roles[peer.uid] = role }
    return role
  }

  /// Whether the user sits at the machine: an active session on a seat, or the configured group.
  private func isActive(_ uid: uid_t) -> Bool {
    guard Self.logindRuns else { return isMember(uid, of: activeGroup) }
    return sd_uid_get_sessions(uid, 1, nil) > 0 && sd_uid_get_seats(uid, 1, nil) > 0
  }

  private func sessionsChanged() {
    sd_login_monitor_flush(monitor)
    roles.removeAll()
    onChange?()
  }

  private static var logindRuns: Bool { access("/run/systemd/seats/", F_OK) == 0 }

  private func isMember(_ uid: uid_t, of group: String) -> Bool {
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var buffer = [CChar](repeating: 0, count: 16384)
    guard getpwuid_r(uid, &entry, &buffer, buffer.count, &found) == 0, found != nil else { return false }
    var groupEntry = Glibc.group()
    var foundGroup: UnsafeMutablePointer<Glibc.group>?
    var groupBuffer = [CChar](repeating: 0, count: 65536)
    guard getgrnam_r(group, &groupEntry, &groupBuffer, groupBuffer.count, &foundGroup) == 0, foundGroup != nil
    else { return false }
    var count: Int32 = 1024
    var groups = [gid_t](repeating: 0, count: Int(count))
    guard getgrouplist(entry.pw_name, entry.pw_gid, &groups, &count) >= 0 else { return false }
    return groups.prefix(Int(count)).contains(groupEntry.gr_gid)
  }
}
