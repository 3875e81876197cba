/// Which window is in front: the last one that was brought there and is still there, unless an agent says otherwise.
struct ForegroundOrder {
  /// What the session's agent has said, while its connection lives.
  enum AgentChoice {
    /// There is no agent: activations decide.
    case noAgent
    /// Nobody whom the daemon knows is in front.
    case nobody
    /// This application is.
    case application(RegisteredApplication)
  }

  private var activated: [Window] = []
  var choice = AgentChoice.noAgent

  mutating func activate(_ window: Window) {
    activated.removeAll { $0 === window }
    activated.append(window)
  }

  mutating func deactivate(_ window: Window) { activated.removeAll { $0 === window } }

  mutating func forget(_ application: RegisteredApplication) {
    activated.removeAll { $0.application === application }
    if case .application(let chosen) = choice, chosen === application { choice = .nobody }
  }

  /// The window that decides, nil where none does.
  var front: Window? {
    switch choice {
    case .noAgent: activated.last
    case .nobody: nil
    case .application(let application):
      activated.last { $0.application === application } ?? application.windows.values.max { $0.order < $1.order }
    }
  }
}
