/// Which window is in front: the last one that was brought there and is still there, unless an agent says otherwise.
struct ForegroundOrder {
  /// A session's agent and what it has said: an application, or nobody whom the daemon knows.
  private struct Agent {
    let session: ClientSession
    var application: RegisteredApplication?
  }

  private var activated: [Window] = []
  private var agents: [Agent] = []

  mutating func activate(_ window: Window) {
    deactivate(window)
    activated.append(window)
  }

  mutating func deactivate(_ window: Window) { activated.removeAll { $0 === window } }

  /// An agent names who is in front; of several agents the one that spoke last decides, for as long as it lives.
  mutating func choose(_ application: RegisteredApplication?, by session: ClientSession) {
    forget(agent: session)
    agents.append(Agent(session: session, application: application))
  }

  mutating func forget(agent session: ClientSession) { agents.removeAll { $0.session === session } }

  mutating func forget(_ application: RegisteredApplication) {
    activated.removeAll { $0.application === application }
    for index in agents.indices where agents[index].application === application { agents[index].application = nil }
  }

  /// The place of each window that was brought to the front.
  var activations: [ObjectIdentifier: Int] {
    Dictionary(activated.enumerated().map { (ObjectIdentifier($1), $0) }) { first, _ in first }
  }

  /// An agent's place among the agents, and whom it has named; nil for who is none.
  func word(of session: ClientSession) -> (rank: Int, application: RegisteredApplication?)? {
    agents.firstIndex { $0.session === session }.map { ($0, agents[$0].application) }
  }

  /// The window that decides, nil where none does.
  ///
  /// What those have said and brought forward who may not decide now is passed over and not forgotten: a user whose
  /// session is active again finds the screen as it was.
  func front(_ mayDecide: (Peer) -> Bool) -> Window? {
    guard let agent = agents.last(where: { mayDecide($0.session.peer) }) else {
      return activated.last { mayDecide($0.application.owner) }
    }
    guard let application = agent.application, mayDecide(application.owner) else { return nil }
    return activated.last { $0.application === application } ?? application.windows.values.max { $0.order < $1.order }
  }
}
