/// Which application is meant by those who know it from outside only: by its id, or by a process.
struct ApplicationLookup {
  /// Processes between a program and the one that speaks for it; more are no family any more.
  private static let generations = 64

  /// Those that may be meant.
  let applications: [RegisteredApplication]
  let process: (Int32) -> ProcessFacts?

  /// Anybody may call himself anything: of several the one that registered last.
  func application(id: String) -> RegisteredApplication? { newest { $0.id == id } }

  /// The process's own, else that of its nearest ancestor of the same user.
  ///
  /// `plumbctl run` speaks for the windows of what it runs, a browser's first process for those of its others.
  /// Descendants do not speak for it: a terminal is not what runs in it.
  func application(pid: Int32) -> RegisteredApplication? {
    if let own = newest({ $0.owner.pid == pid }) { return own }
    guard let uid = process(pid)?.uid else { return nil }
    var ancestor = pid
    for _ in 0..<Self.generations {
      guard let parent = process(ancestor)?.parent, parent > 1, process(parent)?.uid == uid else { return nil }
      if let match = newest({ $0.owner.pid == parent && $0.owner.uid == uid }) { return match }
      ancestor = parent
    }
    return nil
  }

  private func newest(_ isMeant: (RegisteredApplication) -> Bool) -> RegisteredApplication? {
    applications.filter(isMeant).max { $0.order < $1.order }
  }
}
