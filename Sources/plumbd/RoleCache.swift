import Glibc
import RotationService

/// Roles looked up not long ago: each state and each sample asks for one, and the answer may come over the network.
struct RoleCache {
  private var entries: [uid_t: (role: Role, end: Double)] = [:]

  /// What was found for a user, where that holds at a time (s).
  func role(of uid: uid_t, at time: Double) -> Role? {
    guard let entry = entries[uid], time < entry.end else { return nil }
    return entry.role
  }

  /// Keeps what was found for a user up to a time (s).
  mutating func keep(_ role: Role, of uid: uid_t, until end: Double) { entries[uid] = (role, end) }

  /// Forgets everything.
  mutating func clear() { entries.removeAll() }
}
