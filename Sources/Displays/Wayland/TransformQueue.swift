import CWayland
import EventLoop

/// Turns outputs, one after the other, and looks whether they are turned.
///
///     waiting ──asked──► asked ──succeeded──► verifying ──seen──► done
///        ▲                 │ │                    └──never seen──► failure
///        └───cancelled─────┘ └──failed──► roundtrip ──as before──► failure
///                                             └──changed──► restoring ──► failure
final class TransformQueue {
  /// Called with what came of a wish; nil: the output is turned.
  typealias Completion = (DisplayFailure?) -> Void

  /// How often a configuration is begun anew because the outputs changed meanwhile.
  private static let mostAttempts = 8

  private struct Wish {
    var output: String
    var transform: OutputTransform
    var completions: [Completion]
  }

  private enum Stage {
    /// Nothing to do, or waiting until the state is whole.
    case waiting
    case asked(OutputConfiguration)
    case verifying
    case comparing
    case restoring(OutputConfiguration)
  }

  private let manager: OutputManager
  private let connection: WaylandConnection
  private let patience: Double
  private let complete: ([Completion], DisplayFailure?) -> Void
  private var timer: TimerSource?
  private var wishes: [Wish] = []
  private var stage = Stage.waiting
  private var attempts = 0
  private var before: [String: HeadState] = [:]

  /// - Parameters:
  ///   - patience: Seconds until a compositor that does not answer is given up.
  ///   - complete: Given what came of a wish, from inside calls and events.
  init(
    loop: EventLoop, manager: OutputManager, connection: WaylandConnection, patience: Double,
    complete: @escaping ([Completion], DisplayFailure?) -> Void
  ) throws(SystemError) {
    self.manager = manager
    self.connection = connection
    self.patience = patience
    self.complete = complete
    timer = try loop.addTimer { [weak self] in self?.giveUp() }
  }

  /// Asks for a transform; takes the place of one for the same output that was not asked for yet.
  func add(_ transform: OutputTransform, to output: String, completion: @escaping Completion) {
    if let index = wishes.lastIndex(where: { $0.output == output }), index > 0 || attempts == 0 {
      wishes[index].transform = transform
      wishes[index].completions.append(completion)
    } else {
      wishes.append(Wish(output: output, transform: transform, completions: [completion]))
    }
    advance()
  }

  /// Goes on as far as what the compositor has told allows.
  func advance() {
    switch stage {
    case .waiting: ask()
    case .asked(let configuration): if let answer = configuration.answer { handle(answer, to: configuration) }
    case .verifying: verify()
    case .comparing: break
    case .restoring(let configuration): if let answer = configuration.answer { restored(answer) }
    }
  }

  /// Fails all that is left, for it will not be done.
  func end(_ failure: DisplayFailure) {
    release()
    let left = wishes
    wishes = []
    for wish in left { complete(wish.completions, failure) }
  }

  /// Lets go of what belongs to the connection.
  func release() {
    switch stage {
    case .asked(let configuration), .restoring(let configuration): configuration.destroy()
    case .waiting, .verifying, .comparing: break
    }
    stage = .waiting
    timer = nil
  }

  private func ask() {
    while case .waiting = stage, let wish = wishes.first {
      guard manager.isSettled, connection.isFlushed else {
        if timer?.isArmed == false { timer?.arm(after: patience) }
        return
      }
      guard let head = manager.head(wish.output) else {
        finish(DisplayFailure("there is no output \(wish.output)\(names)"))
        continue
      }
      let state = manager.state(of: head)
      guard state.isEnabled else {
        finish(DisplayFailure("the output \(wish.output) is off"))
        continue
      }
      if state.transform == wish.transform.rawValue {
        finish(nil)
        continue
      }
      guard attempts < Self.mostAttempts else {
        finish(
          DisplayFailure(
            "the outputs change faster than \(wish.output) can be turned: given up after \(attempts) attempts"))
        continue
      }
      ask(wish, from: state)
    }
  }

  private func ask(_ wish: Wish, from state: HeadState) {
    before = manager.states
    var wanted = state
    wanted.transform = wish.transform.rawValue
    attempts += 1
    guard let configuration = manager.configure([wish.output: wanted]) else {
      return finish(DisplayFailure("no configuration could be made for the output \(wish.output)"))
    }
    stage = .asked(configuration)
    timer?.arm(after: patience)
    connection.flush()
  }

  private func handle(_ answer: OutputConfiguration.Answer, to configuration: OutputConfiguration) {
    switch answer {
    case .succeeded:
      stage = .verifying
      timer?.arm(after: patience)
      verify()
    case .cancelled:
      // The state that a new attempt starts from may be here already, or is on its way.
      stage = .waiting
      if manager.serial != configuration.serial { ask() }
    case .failed:
      // What the compositor changed nevertheless is known after a roundtrip.
      stage = .comparing
      connection.sync { [weak self] in self?.compare() }
    }
  }

  private func verify() {
    guard let wish = wishes.first, manager.isSettled else { return }
    guard let head = manager.head(wish.output) else {
      finish(DisplayFailure("the output \(wish.output) went away while it was turned"))
      return advance()
    }
    guard manager.state(of: head).transform == wish.transform.rawValue else { return }
    finish(nil)
    advance()
  }

  private func compare() {
    guard case .comparing = stage, let wish = wishes.first else { return }
    let now = manager.states
    guard before.contains(where: { name, state in now[name].map { !$0.isLike(state) } ?? false }) else {
      finish(refusal(of: wish, "nothing has changed"))
      return advance()
    }
    guard let configuration = manager.configure(before) else {
      return restored(.failed)
    }
    stage = .restoring(configuration)
    timer?.arm(after: patience)
    connection.flush()
  }

  private func restored(_ answer: OutputConfiguration.Answer) {
    guard let wish = wishes.first else { return }
    finish(
      refusal(
        of: wish,
        answer == .succeeded
          ? "what it had changed nevertheless was set back" : "what it had changed nevertheless could not be set back"))
    advance()
  }

  private func refusal(of wish: Wish, _ consequence: String) -> DisplayFailure {
    guard manager.head(wish.output) != nil else {
      return DisplayFailure("the output \(wish.output) went away while it was turned")
    }
    return DisplayFailure(
      "the compositor refuses to turn the output \(wish.output) to \(wish.transform.word); \(consequence)")
  }

  private func giveUp() {
    guard let wish = wishes.first else { return }
    switch stage {
    case .waiting:
      finish(DisplayFailure("the compositor does not tell how its outputs are"))
    case .asked(let configuration), .restoring(let configuration):
      configuration.destroy()
      finish(
        DisplayFailure("the compositor does not answer whether it turns the output \(wish.output)"))
    case .verifying, .comparing:
      let word = manager.outputs.first { $0.name == wish.output }?.transform.word ?? "gone"
      finish(
        DisplayFailure(
          "the compositor says that it turned the output \(wish.output) to \(wish.transform.word), but it is \(word)"))
    }
    advance()
  }

  private func finish(_ failure: DisplayFailure?) {
    timer?.disarm()
    stage = .waiting
    attempts = 0
    guard !wishes.isEmpty else { return }
    complete(wishes.removeFirst().completions, failure)
  }

  private var names: String {
    let names = manager.heads.map(\.name).sorted()
    return names.isEmpty ? ", nor any other" : "; there are: \(names.joined(separator: ", "))"
  }
}
