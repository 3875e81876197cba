import Varlink

/// Tells who is registered to those who follow it, whenever somebody registers or goes.
final class ApplicationsFollowers {
  private var followers: [ObjectIdentifier: ApplicationsFollower] = [:]

  /// Answers a call now and after each change, until the client is gone.
  /// - Parameter tell: Replies with those who are registered and whom the client may see.
  func add(_ call: Call, tell: @escaping () -> Void) {
    let follower = ApplicationsFollower(call: call, tell: tell)
    let key = ObjectIdentifier(follower)
    followers[key] = follower
    call.onCancel = { [weak self] in self?.followers[key] = nil }
    follower.registrationsChanged()
  }

  /// Somebody has registered, is gone, or may be seen by others than before.
  func registrationsChanged() {
    for follower in followers.values { follower.registrationsChanged() }
  }
}

/// One open call of ListApplications; a slow reader gets the latest list alone.
private final class ApplicationsFollower {
  private let call: Call
  private let tell: () -> Void
  private var isBehind = false

  init(call: Call, tell: @escaping () -> Void) {
    self.call = call
    self.tell = tell
    call.onDrain = { [weak self] in self?.catchUp() }
  }

  func registrationsChanged() {
    isBehind = true
    catchUp()
  }

  private func catchUp() {
    guard isBehind, call.isDrained else { return }  // told when it has read what it was told before
    isBehind = false
    tell()
  }
}
