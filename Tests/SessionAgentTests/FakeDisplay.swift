import Displays
import EventLoop

@testable import SessionAgent

/// A display that does what a test says, when it says so.
final class FakeDisplay: DisplayServer {
  var outputs: [Output]
  var front: Toplevel?
  var tellsFront: Bool
  /// The calls so far: output and transform.
  private(set) var applied: [String] = []
  /// The outputs that touch screens were tied to.
  private(set) var tied: [String] = []
  private(set) var isClosed = false
  /// What the next requests are answered with.
  var failure: DisplayFailure?
  /// Whether requests are answered at once, or by `answer()`.
  var answersAtOnce = true
  private var waiting: [() -> Void] = []

  init(_ outputs: [Output] = [Output(name: "eDP-1", width: 800, height: 1280)], tellsFront: Bool = true) {
    self.outputs = outputs
    self.tellsFront = tellsFront
  }

  func apply(
    _ transform: OutputTransform, to output: String, completion: @escaping (DisplayFailure?) -> Void
  ) {
    applied.append("\(output) \(transform.word)")
    let failure = failure
    waiting.append { [unowned self] in
      if failure == nil, let index = outputs.firstIndex(where: { $0.name == output }) {
        outputs[index].transform = transform
      }
      completion(failure)
    }
    if answersAtOnce { answer() }
  }

  /// Answers the oldest request that waits.
  func answer() { if !waiting.isEmpty { waiting.removeFirst()() } }

  func mapInput(to output: String, completion: @escaping (DisplayFailure?) -> Void) {
    tied.append(output)
    completion(nil)
  }

  func close() { isClosed = true }
}

/// Lines as a test reads them.
final class Lines {
  private(set) var lines: [String] = []
  var log: AgentLog { AgentLog { [weak self] level, line in self?.lines.append("\(level): \(line)") } }
  func contain(_ text: String) -> Bool { lines.contains { $0.contains(text) } }
}

/// A session that a test makes active or not.
final class FakeSession: SessionActivity {
  var isActive = true {
    didSet { onChange?() }
  }
  var onChange: (() -> Void)?
}
