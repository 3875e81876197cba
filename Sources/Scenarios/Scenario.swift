import Autorotation
import Orientation

/// A window, its application and its device at the start, and the steps that are played.
public struct Scenario: Sendable {
  /// The name, for people.
  public var name: String
  /// The window before the first step.
  public var window: WindowState
  /// What is played.
  public var steps: [ScenarioStep]
  /// What a person should hear about the numbers and words of the file.
  public var warnings: [String]

  /// Plays all steps; throws where one cannot be played (no such controller, a tree that cannot be meant).
  public func run() throws(ScenarioError) -> [StepResult] {
    var window = window
    var results: [StepResult] = []
    for (index, step) in steps.enumerated() {
      let decision: Decision
      do throws(ScenarioError) {
        decision = try step.play(on: &window)
      } catch {
        let path = "steps[\(index)]" + (error.path.isEmpty ? "" : ".\(error.path)")
        throw ScenarioError(path: path, problem: error.problem)
      }
      var result = StepResult(decision, scenario: name, step: index + 1, name: step.name)
      result.unmet = step.expectation?.unmet(by: result) ?? []
      results.append(result)
    }
    return results
  }
}

extension ScenarioStep {
  func play(on window: inout WindowState) throws(ScenarioError) -> Decision {
    switch action {
    case .launch: return window.handle(.launch(window.root))
    case .lockHere: return window.handle(.lock(window.interface))
    case .update(let id, let edits):
      var root = try found(id, in: window, key: "update")
      root.update(id) { edits(&$0) }
      try validate(root)
      return window.handle(.tree(root))
    case .event(let event):
      try check(event, on: window)
      let decision = window.handle(event)
      if let root = window.root { try validate(root) }
      return decision
    }
  }

  private func check(_ event: WindowEvent, on window: WindowState) throws(ScenarioError) {
    switch event {
    case .push(_, on: let id), .pop(on: let id), .select(_, on: let id): _ = try found(id, in: window, key: "on")
    case .present:
      if window.root == nil { throw ScenarioError(path: name, problem: "there is no root to present over") }
    default: break
    }
  }

  private func found(_ id: String, in window: WindowState, key: String) throws(ScenarioError) -> Controller {
    guard let root = window.root, root.find(id) != nil else {
      throw ScenarioError(path: key, problem: "there is no controller \"\(id)\"")
    }
    return root
  }

  private func validate(_ root: Controller) throws(ScenarioError) {
    do { try root.validate() } catch { throw ScenarioError(path: name, problem: error.message) }
  }
}
