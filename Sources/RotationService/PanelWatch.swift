/// Whether anybody looks at the panel, as sessions' agents say: of those who are at the machine, the last to speak.
///
/// What an agent has said holds for as long as its connection. Where none speaks, somebody looks.
struct PanelWatch {
  private struct Word {
    let session: ClientSession
    let isOn: Bool
  }

  private var words: [Word] = []

  mutating func set(_ isOn: Bool, by session: ClientSession) {
    forget(agent: session)
    words.append(Word(session: session, isOn: isOn))
  }

  mutating func forget(agent session: ClientSession) { words.removeAll { $0.session === session } }

  /// An agent's word, and its place among the words; nil for who has said nothing.
  func word(of session: ClientSession) -> (rank: Int, isOn: Bool)? {
    words.firstIndex { $0.session === session }.map { ($0, words[$0].isOn) }
  }

  /// Whether the panel is looked at; the word of an agent whose user has left the machine waits until they are back.
  var isOn: Bool { words.last { $0.session.role.isAtTheMachine }?.isOn ?? true }
}
