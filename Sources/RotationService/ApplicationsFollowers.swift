import PlumbInterface
import Varlink

/// Tells who is registered to those who follow it, whenever somebody registers or goes.
final class ApplicationsFollowers {
  private var followers: [ObjectIdentifier: ApplicationsFollower] = [:]

  /// Answers a call now and after each change, until the client is gone.
  /// - Parameter visible: Those who are registered and whom the client may see.
  func add(_ call: Call, visible: @escaping () -> [ApplicationStatus]) {
    follow(call, told: nil, visible: visible).registrationsChanged()
  }

  /// Goes on answering a call that an earlier process has told of some; silent until the next change.
  func resume(_ call: Call, told: [ApplicationStatus]?, visible: @escaping () -> [ApplicationStatus]) {
    _ = follow(call, told: told, visible: visible)
  }

  private func follow(
    _ call: Call, told: [ApplicationStatus]?, visible: @escaping () -> [ApplicationStatus]
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
    snapshot.applications = follower.told
    return snapshot
  }
}

/// One open call of ListApplications; a slow reader gets the latest list alone.
private final class ApplicationsFollower {
  private let call: Call
  private let visible: () -> [ApplicationStatus]
  private(set) var told: [ApplicationStatus]?
  private var isBehind = false

  init(call: Call, told: [ApplicationStatus]?, visible: @escaping () -> [ApplicationStatus]) {
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
    let applications = visible()
    guard applications != told else { return }
    told = applications
    call.reply(Rotation.ListApplicationsReply(applications: applications), continues: true)
  }
}
