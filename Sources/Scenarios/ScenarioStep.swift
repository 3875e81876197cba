import Autorotation
import Orientation

/// One step of a scenario: what happens, and what should come of it.
public struct ScenarioStep: Sendable {
  /// What happens.
  enum Action: Sendable {
    /// An event that needs nothing but itself.
    case event(WindowEvent)
    /// The application starts with the root it has.
    case launch
    /// The user locks the orientation that is shown now.
    case lockHere
    /// A controller's keys are replaced.
    case update(String, ControllerEdits)
  }

  let action: Action
  /// The step's key, for people.
  public let name: String
  /// What should come of it; nil where the step expects nothing.
  public let expectation: ScenarioExpectation?
  let warnings: [String]
}

extension ScenarioStep: Decodable {
  static let actions: Set<String> = [
    "turn", "attemptRotation", "present", "dismiss", "setRoot", "push", "pop", "select", "update",
    "setApplicationMask", "setStatusBar", "setNeedsUpdate", "requestGeometry", "lock", "unlock", "window", "launch",
  ]
  static let companions: [String: Set<String>] = [
    "push": ["on"], "pop": ["on"], "select": ["on"], "update": ["with"],
  ]

  /// Reads a step; its keys are those of the format, exactly one of them an action.
  public init(from decoder: any Decoder) throws {
    let all = Self.companions.values.reduce(Self.actions) { $0.union($1) }.union(["expect"])
    let object = try StrictObject(decoder, allowing: all)
    let given = Self.actions.filter(object.contains).sorted()
    guard given.count == 1, let name = given.first else {
      throw object.failure(
        given.isEmpty
          ? "a step says what happens" : "a step holds one action, not \(given.joined(separator: " and "))")
    }
    _ = try StrictObject(decoder, allowing: (Self.companions[name] ?? []).union([name, "expect"]))
    self.name = name
    expectation = try object.value("expect")
    var warnings: [String] = []
    action = try Self.action(name, object, &warnings)
    self.warnings = warnings
  }

  private static func action(_ name: String, _ object: StrictObject, _ warnings: inout [String]) throws -> Action {
    func controller() throws -> Controller {
      let value: ControllerValue = try object.required(name)
      warnings += value.warnings
      return value.controller
    }
    func mask() throws -> InterfaceOrientationMask {
      let mask = try object.required(name, as: MaskValue.self).mask
      if let slip = MaskSlip(mask) { warnings.append("\(name): \(slip.message)") }
      return mask
    }
    func simple(_ action: Action) throws -> Action {
      guard try object.required(name, as: Bool.self) else { throw object.failure(name, "it can only be true") }
      return action
    }
    func on(_ id: String) throws -> String { try object.value("on") ?? id }

    switch name {
    case "turn": return .event(.turned(try object.required(name)))
    case "attemptRotation": return try simple(.event(.attemptRotation))
    case "present": return .event(.present(try controller()))
    case "dismiss": return try simple(.event(.dismiss))
    case "setRoot": return .event(.setRoot(try object.isNull(name) ? nil : controller()))
    case "push": return .event(.push(try controller(), on: try on("nav")))
    case "pop": return try simple(.event(.pop(on: on("nav"))))
    case "select": return .event(.select(try object.required(name), on: try on("tabs")))
    case "update":
      let edits: ControllerEdits = try object.required("with")
      warnings += edits.warnings
      return .update(try object.required(name), edits)
    case "setApplicationMask": return .event(.applicationMask(try mask()))
    case "setStatusBar": return .event(.setStatusBar(try object.required(name)))
    case "setNeedsUpdate": return try simple(.event(.setNeedsUpdate))
    case "requestGeometry": return .event(.requestGeometry(try mask()))
    case "lock":
      if let orientation = try? object.required(name, as: InterfaceOrientation.self) {
        return .event(.lock(orientation))
      }
      guard (try? object.required(name, as: Bool.self)) == true else {
        throw object.failure(name, "it is true or an orientation's word")
      }
      return .lockHere
    case "unlock": return try simple(.event(.unlock))
    case "window":
      switch try object.required(name, as: String.self) {
      case "resized": return .event(.windowed(true))
      case "full": return .event(.windowed(false))
      case let word: throw object.failure(name, "\"\(word)\" is none of: resized, full")
      }
    default: return try simple(.launch)
    }
  }
}
