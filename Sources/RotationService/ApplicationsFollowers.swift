import JSON
import PlumbInterface
import Varlink

/// Tells who is registered to those who follow it, whenever somebody registers or goes.
final class ApplicationsFollowers {
  private var followers: [ObjectIdentifier: ApplicationsFollower] = [:]

  /// Answers a call now and after each change, until the client is gone.
  /// - Parameter visible: The reply that names those who are registered and whom the client may see.
  func add(_ call: Call, visible: @escaping () -> EncodedParameters) {
    follow(call, told: nil, visible: visible).registrationsChanged()
  }

  /// Goes on answering a call that an earlier process has told of some; silent until the next change.
  func resume(_ call: Call, told: [ApplicationStatus]?, visible: @escaping () -> EncodedParameters) {
    let told = told.map { EncodedParameters(always: Rotation.ListApplicationsReply(applications: $0)) }
    _ = follow(call, told: told, visible: visible)
  }

  private func follow(
    _ call: Call, told: EncodedParameters?, visible: @escaping () -> EncodedParameters
  ) -> ApplicationsFollower {
    let follower = ApplicationsFollower(call: call, told: told, visible: visible)
    let key = ObjectIdentifier(call)
    followers[key] = follower
    call.onCancel = { [weak self] in self?.followers[key] = nil }
    return follower
  }

  /// Somebody has registered, is gone, or may be seen by others than before.
  func registrationsChanged() {
    for follower in followers.values { follower.registrationsChanged() }
  }

  /// What a follower was told, for a process that goes on answering; nil where the call is no follower's.
  func snapshot(of call: Call) -> CallSnapshot? {
    guard let follower = followers[ObjectIdentifier(call)] else { return nil }
    var snapshot = CallSnapshot(kind: .applications)
    snapshot.applications = follower.told.flatMap {
      try? JSONValue(parsing: $0.bytes).decode(Rotation.ListApplicationsReply.self).applications
    }
    return snapshot
  }
}

/// One open call of ListApplications; a slow reader gets the latest list alone.
private final class ApplicationsFollower {
  private let call: Call
  private let visible: () -> EncodedParameters
  private(set) var told: EncodedParameters?
  private var isBehind = false

  init(call: Call, told: EncodedParameters?, visible: @escaping () -> EncodedParameters) {
    self.call = call
    self.told = told
    self.visible = visible
    call.onDrain = { [weak self] in self?.catchUp() }
  }

  func registrationsChanged() {
    isBehind = true
    catchUp()
  }

  private func catchUp() {
    guard isBehind, call.isDrained else { return }  // told when it has read what it was told before
    isBehind = false
    let list = visible()
    guard list != told else { return }
    told = list
    call.reply(list, continues: true)
  }
}
