import Autorotation
import Orientation

/// What should come of a step; what is left out may be anything.
public struct ScenarioExpectation: Sendable {
  var interface: InterfaceOrientation?
  // The outer optional: whether it is expected at all; the inner: none.
  var error: String??
  var polled: Bool?
  var applicationMask: InterfaceOrientationMask?
  var effectiveMask: InterfaceOrientationMask??
  var target: String??
}

extension ScenarioExpectation: Decodable {
  static let keys: Set<String> = ["interface", "error", "polled", "applicationMask", "effectiveMask", "target"]

  private static let errors = [
    "noCommonOrientation", "unsupportedPreferredOrientation", "geometryRequestRefused", "recursiveQuery",
  ]

  /// Reads an expectation; its keys are those of the format.
  public init(from decoder: any Decoder) throws {
    let object = try StrictObject(decoder, allowing: Self.keys)
    interface = try object.value("interface")
    polled = try object.value("polled")
    applicationMask = try object.value("applicationMask", as: MaskValue.self)?.mask
    if object.contains("error") {
      let word = try object.value("error", as: String.self)
      if let word, !Self.errors.contains(word) {
        throw object.failure("error", "\"\(word)\" is none of: \(Self.errors.joined(separator: ", "))")
      }
      error = .some(word)
    }
    if object.contains("effectiveMask") {
      effectiveMask = .some(try object.value("effectiveMask", as: MaskValue.self)?.mask)
    }
    if object.contains("target") { target = .some(try object.value("target")) }
  }
}

/// An expectation that was not met.
public struct UnmetExpectation: Sendable, Hashable {
  /// The field's key.
  public let field: String
  /// What was expected.
  public let expected: String
  /// What came.
  public let actual: String
}

extension ScenarioExpectation {
  /// What a step's result does not meet.
  func unmet(by result: StepResult) -> [UnmetExpectation] {
    var unmet: [UnmetExpectation] = []
    func compare<Value: Equatable>(
      _ field: String, _ expected: Value?, _ actual: Value, _ words: (Value) -> String
    ) {
      guard let expected, expected != actual else { return }
      unmet.append(UnmetExpectation(field: field, expected: words(expected), actual: words(actual)))
    }
    compare("interface", interface, result.interface) { $0.word }
    compare("error", error, result.error) { $0 ?? "null" }
    compare("polled", polled, result.polled) { "\($0)" }
    compare("applicationMask", applicationMask, result.applicationMask) { "\($0.rawValue)" }
    compare("effectiveMask", effectiveMask, result.effectiveMask) { $0.map { "\($0.rawValue)" } ?? "null" }
    compare("target", target, result.target) { $0 ?? "null" }
    return unmet
  }
}
