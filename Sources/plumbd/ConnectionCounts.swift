import Glibc

/// How many clients each user has connected; root is limited by nothing, and takes nothing away from the others.
struct ConnectionCounts {
  /// A limit that is reached.
  struct Excess: Equatable {
    /// What there is, for people.
    let what: String
    /// The key of `[limits]`, and its value.
    let key: String
    let maximum: Int
  }

  private var ofUser: [uid_t: Int] = [:]
  /// The connections of everybody but root.
  private var total = 0

  /// The limit that one more connection of a user would exceed.
  func excess(of uid: uid_t, _ limits: SocketServer.ConnectionLimits) -> Excess? {
    guard uid != 0 else { return nil }
    let own = ofUser[uid, default: 0]
    if own >= limits.perUser {
      return Excess(what: "user \(uid) has \(own) connections", key: "connections-per-user", maximum: limits.perUser)
    }
    if total >= limits.total {
      return Excess(what: "\(total) clients are connected", key: "connections", maximum: limits.total)
    }
    return nil
  }

  /// A client of a user is connected.
  mutating func add(_ uid: uid_t) {
    guard uid != 0 else { return }
    ofUser[uid, default: 0] += 1
    total += 1
  }

  /// A client of a user, connected before, is gone.
  mutating func remove(_ uid: uid_t) {
    guard let count = ofUser[uid] else { return }
    ofUser[uid] = count > 1 ? count - 1 : nil
    total -= 1
  }
}
