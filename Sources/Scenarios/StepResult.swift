import Autorotation
import Orientation

/// What came of one step of a scenario.
public struct StepResult: Sendable {
  /// The scenario's name.
  public let scenario: String
  /// The step's number, from 1.
  public let step: Int
  /// The step's key.
  public let name: String
  /// The interface orientation after the step.
  public let interface: InterfaceOrientation
  /// The word of what was refused; nil where nothing was.
  public let error: String?
  /// Whether the target's supported mask was asked for.
  public let polled: Bool
  /// The application's mask.
  public let applicationMask: InterfaceOrientationMask
  /// What all allow together; nil where that was not evaluated.
  public let effectiveMask: InterfaceOrientationMask?
  /// The topmost controller that fills the window; nil without a root.
  public let target: String?
  /// The decision in words.
  public let because: String
  /// What the step's expectation does not get.
  public internal(set) var unmet: [UnmetExpectation] = []

  init(_ decision: Decision, scenario: String, step: Int, name: String) {
    self.scenario = scenario
    self.step = step
    self.name = name
    interface = decision.interface
    error = decision.refusal?.word
    polled = decision.polled
    applicationMask = decision.applicationMask
    effectiveMask = decision.effectiveMask
    target = decision.target
    because = decision.because
  }
}

extension StepResult: Encodable {
  private enum Key: String, CodingKey {
    case scenario, step, interface, error, polled, applicationMask, effectiveMask, target, because
  }

  /// Writes all fields, null ones included.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(scenario, forKey: .scenario)
    try container.encode(step, forKey: .step)
    try container.encode(interface, forKey: .interface)
    try container.encode(error, forKey: .error)
    try container.encode(polled, forKey: .polled)
    try container.encode(applicationMask.rawValue, forKey: .applicationMask)
    try container.encode(effectiveMask?.rawValue, forKey: .effectiveMask)
    try container.encode(target, forKey: .target)
    try container.encode(because, forKey: .because)
  }
}
