import EventLoop

/// Waits on the loop for a device's motion event, as long as the device rests and the event is worth it.
final class MotionEventWatch {
  /// What it has shown itself worth, which holds also after the device is reopened.
  private(set) var trust: MotionEventTrust

  private let session: MotionEventSession
  private let reader: ReaderThread
  private let name: String
  private let tell: (String) -> Void
  private let gaveUp: () -> Void
  private var source: DescriptorSource?
  private var isWanted = false
  /// Grows with each wish; the answer to an older one is of no interest any more.
  private var wish = 0

  /// Calls `heard` when the event comes, `gaveUp` when it is waited for no more, `tell` with words for who looks closely.
  /// - Throws: `SystemError` where the descriptor cannot be watched.
  init(
    _ session: MotionEventSession, of name: String, trust: MotionEventTrust, loop: EventLoop, reader: ReaderThread,
    tell: @escaping (String) -> Void, gaveUp: @escaping () -> Void, heard: @escaping () -> Void
  ) throws(SystemError) {
    self.session = session
    self.name = name
    self.trust = trust
    self.reader = reader
    self.tell = tell
    self.gaveUp = gaveUp
    source = try loop.addDescriptor(session.descriptor) { [weak self] _ in
      if self?.takeAlarm() == true { heard() }
    }
    source?.isEnabled = false
  }

  /// Whether the device need hardly be looked at: the event is waited for, and has proved itself.
  var isGuarding: Bool { isWanted && trust.isTrusted }

  /// Waits for the event; `scale` is m/s² a count for x, y and z.
  func arm(scale: [Double]) {
    guard !isWanted, !trust.isGivenUp else { return }
    isWanted = true
    wish += 1
    let (session, wish) = (session, wish)
    let threshold = session.kind.threshold * trust.factor
    reader.run({
      Result { () throws(SensorFailure) in try session.arm(threshold: threshold, scale: scale) }
    }) { [weak self] result in
      guard let self, wish == self.wish else { return }
      switch result {
      case .success: source?.isEnabled = true
      case .failure(let failure): giveUp("\(failure)")
      }
    }
  }

  /// Waits for it no more.
  func disarm() {
    guard isWanted else { return }
    isWanted = false
    wish += 1
    source?.isEnabled = false
    let session = session
    reader.run({ session.disarm() }) { _ in }
  }

  /// Whether the event has come since it was last asked.
  func takeAlarm() -> Bool {
    guard isWanted else { return false }
    guard let hasCome = session.drain() else {
      giveUp("its events cannot be read")
      return false
    }
    return hasCome
  }

  /// Takes what has become of an event, or of motion without one, since it was armed.
  func learn(_ verdict: SamplingPace.AlarmVerdict) {
    guard !trust.isGivenUp else { return }
    let before = trust
    trust.learn(verdict)
    if trust.isGivenUp {
      giveUp("it comes for nothing, or stays away")
    } else if trust.isTrusted != before.isTrusted {
      let news = trust.isTrusted ? "works" : "stayed away: until it comes it is relied on no more"
      tell("the motion event of \(name) \(news)")
    }
  }

  private func giveUp(_ reason: String) {
    disarm()
    trust.giveUp()
    tell("the motion event of \(name) is of no use: \(reason)")
    gaveUp()
  }
}
