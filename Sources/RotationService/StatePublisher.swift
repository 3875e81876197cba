import PlumbInterface
import Varlink

/// Tells the state to those who monitor it: encoded once, sent to all, and to a slow reader the latest alone.
final class StatePublisher {
  /// The same state as two kinds of readers may see it.
  private struct Edition {
    let full: Snapshot
    let reduced: Snapshot

    init(_ state: RotationState) {
      full = Snapshot(state)
      var state = state
      state.foreground = nil
      reduced = state == full.state ? full : Snapshot(state)
    }

    func snapshot(seeingForeground: Bool) -> Snapshot { seeingForeground ? full : reduced }
  }

  private var edition: Edition
  private var subscribers: [ObjectIdentifier: Subscriber] = [:] {
    didSet { onCountChanged() }
  }
  private let onCountChanged: () -> Void

  init(_ state: RotationState, onCountChanged: @escaping () -> Void) {
    edition = Edition(state)
    self.onCountChanged = onCountChanged
  }

  /// The state that was published last.
  var state: RotationState { edition.full.state }

  /// How many monitor.
  var subscriberCount: Int { subscribers.count }

  /// Publishes a state under the next serial, unless it says the same as the last.
  func publish(_ state: RotationState) {
    guard !state.saysTheSame(as: self.state) else { return }
    var state = state
    state.serial = self.state.serial + 1
    edition = Edition(state)
    for subscriber in subscribers.values { tell(subscriber) }
  }

  /// Answers once.
  func answer(_ call: Call, seeingForeground: Bool) {
    call.reply(edition.snapshot(seeingForeground: seeingForeground).encoded)
  }

  /// Answers now and after each change until the client is gone.
  func subscribe(_ call: Call, seesForeground: @escaping () -> Bool) {
    tell(add(call, told: nil, seesForeground: seesForeground))
  }

  @discardableResult
  private func add(_ call: Call, told: Snapshot?, seesForeground: @escaping () -> Bool) -> Subscriber {
    let key = ObjectIdentifier(call)
    let subscriber = Subscriber(call: call, told: told, seesForeground: seesForeground)
    subscribers[key] = subscriber
    call.onCancel = { [weak self] in self?.subscribers[key] = nil }
    call.onDrain = { [weak self, weak subscriber] in
      if let subscriber, subscriber.isBehind { self?.tell(subscriber) }
    }
    return subscriber
  }

  /// Tells what is new to everybody who may see more, or less, than before.
  func rolesChanged() {
    for subscriber in subscribers.values { tell(subscriber) }
  }

  // MARK: Across a restart

  /// What a reader was told last; nil for a call that is no reader's.
  func snapshot(of call: Call) -> CallSnapshot? {
    guard let subscriber = subscribers[ObjectIdentifier(call)] else { return nil }
    var snapshot = CallSnapshot(kind: .states)
    switch subscriber.told {
    case nil: break
    case let told? where told.state.saysTheSame(as: edition.full.state): snapshot.told = .full
    case let told? where told.state.saysTheSame(as: edition.reduced.state): snapshot.told = .reduced
    case let told?: snapshot.toldState = told.state
    }
    return snapshot
  }

  /// Goes on from the state that an earlier process has published last; its serial counts on.
  func resume(_ state: RotationState) { edition = Edition(state) }

  /// Goes on telling a reader, who knows what it was told before.
  func resume(_ call: Call, _ snapshot: CallSnapshot, seesForeground: @escaping () -> Bool) {
    let told: Snapshot? =
      switch snapshot.told {
      case .full: edition.full
      case .reduced: edition.reduced
      case nil: snapshot.toldState.map(Snapshot.init)
      }
    add(call, told: told, seesForeground: seesForeground)
  }

  private func tell(_ subscriber: Subscriber) {
    subscriber.isBehind = !subscriber.call.isDrained
    guard !subscriber.isBehind else { return }  // told when it has read what it was told before
    let snapshot = edition.snapshot(seeingForeground: subscriber.seesForeground())
    if let told = subscriber.told, snapshot.saysTheSame(as: told) { return }
    subscriber.told = snapshot
    subscriber.call.reply(snapshot.encoded, continues: true)
  }
}

/// A state and its bytes, made when the first reader needs them.
private final class Snapshot {
  let state: RotationState
  private(set) lazy var encoded = EncodedParameters(always: Rotation.MonitorReply(state: state))

  /// The last one that it was compared with: most readers were told the same one.
  private weak var compared: Snapshot?
  private var saysTheSameAsCompared = false

  init(_ state: RotationState) { self.state = state }

  func saysTheSame(as other: Snapshot) -> Bool {
    if other === self { return true }
    if other !== compared {
      compared = other
      saysTheSameAsCompared = other.state.saysTheSame(as: state)
    }
    return saysTheSameAsCompared
  }
}

/// One open call of Monitor.
private final class Subscriber {
  let call: Call
  let seesForeground: () -> Bool
  var told: Snapshot?
  /// Whether there may be news for it.
  var isBehind = true

  init(call: Call, told: Snapshot?, seesForeground: @escaping () -> Bool) {
    self.call = call
    self.told = told
    self.seesForeground = seesForeground
  }
}
