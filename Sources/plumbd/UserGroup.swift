import Glibc

/// A group of the system's, known by name or number.
struct UserGroup {
  let id: gid_t

  /// Looks a group up by its name, else takes its number; nil where there is no such name.
  init?(_ word: String) {
    if let id = Self.id(named: word) {
      self.id = id
    } else if let number = gid_t(word), number != gid_t.max {
      id = number
    } else {
      return nil
    }
  }

  /// Whether the user belongs to it, as the user database says.
  func contains(_ uid: uid_t) -> Bool {
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var buffer = [CChar](repeating: 0, count: 16384)
    guard getpwuid_r(uid, &entry, &buffer, buffer.count, &found) == 0, found != nil else { return false }
    var count: Int32 = 1024
    var groups = [gid_t](repeating: 0, count: Int(count))
    guard getgrouplist(entry.pw_name, entry.pw_gid, &groups, &count) >= 0 else { return false }
    return groups.prefix(Int(count)).contains(id)
  }

  private static func id(named name: String) -> gid_t? {
    var entry = group()
    var found: UnsafeMutablePointer<group>?
    var buffer = [CChar](repeating: 0, count: 65536)
    guard getgrnam_r(name, &entry, &buffer, buffer.count, &found) == 0, found != nil else { return nil }
    return entry.gr_gid
  }
}
