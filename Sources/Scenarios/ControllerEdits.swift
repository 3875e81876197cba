import Autorotation
import Orientation

/// Keys of a controller as a file gives them, to be written into a controller; null puts a default back.
struct ControllerEdits: Decodable, Sendable {
  private var edits: [@Sendable (inout Controller) -> Void] = []
  /// What a person should hear about the numbers.
  private(set) var warnings: [String] = []

  static let keys: Set<String> = [
    "id", "kind", "shouldAutorotate", "supported", "preferred", "legacyMask", "asks", "containerDelegate", "style",
    "presenterStayed", "locksInterfaceOrientation", "dynamic", "children", "selected", "presented",
  ]

  func callAsFunction(_ controller: inout Controller) {
    for edit in edits { edit(&controller) }
  }

  init(from decoder: any Decoder) throws {
    let object = try StrictObject(decoder, allowing: Self.keys)
    try edit(object, "id", object.value("id", as: String.self)) { if let id = $1 { $0.id = id } }
    try edit(object, "kind", object.word("kind", as: Controller.Kind.self)) { $0.kind = $1 ?? .controller }
    try edit(object, "shouldAutorotate", object.value("shouldAutorotate", as: Bool.self)) {
      $0.answers.shouldAutorotate = $1
    }
    try editMask(object, "supported") { $0.declareSupported($1) }
    try edit(object, "preferred", object.value("preferred", as: PreferredValue.self)) {
      $0.answers.preferred = $1?.preferred
    }
    try editMask(object, "legacyMask") { $0.legacyMask = $1 }
    try edit(object, "asks", object.word("asks", as: Controller.Asks.self)) { $0.asks = $1 }
    try edit(object, "containerDelegate", object.value("containerDelegate", as: DelegateValue.self)) {
      $0.containerDelegate = $1?.delegate
    }
    try edit(object, "style", object.word("style", as: PresentationStyle.self)) { $0.style = $1 ?? .fullScreen }
    try edit(object, "presenterStayed", object.value("presenterStayed", as: Bool.self)) {
      $0.presenterStayed = $1 ?? false
    }
    try edit(object, "locksInterfaceOrientation", object.value("locksInterfaceOrientation", as: Bool.self)) {
      $0.locksInterfaceOrientation = $1 ?? false
    }
    try edit(object, "dynamic", object.value("dynamic", as: Bool.self)) { $0.dynamic = $1 ?? false }
    try edit(object, "selected", object.value("selected", as: Int.self)) { $0.selected = $1 }
    let children = try object.value("children", as: [ControllerValue].self)
    warnings += children?.flatMap(\.warnings) ?? []
    try edit(object, "children", children) { $0.children = $1?.map(\.controller) ?? [] }
    let presented = try object.value("presented", as: ControllerValue.self)
    warnings += presented?.warnings ?? []
    try edit(object, "presented", presented) { $0.presented = $1?.controller }
    if let preferred = try object.value("preferred", as: PreferredValue.self)?.preferred {
      warn("preferred", MaskSlip(preferred))
    }
  }

  private mutating func edit<Value: Sendable>(
    _ object: StrictObject, _ key: String, _ value: Value?,
    _ write: @escaping @Sendable (inout Controller, Value?) -> Void
  ) throws {
    if object.contains(key) { edits.append { write(&$0, value) } }
  }

  private mutating func editMask(
    _ object: StrictObject, _ key: String,
    _ write: @escaping @Sendable (inout Controller, InterfaceOrientationMask?) -> Void
  ) throws {
    let value = try object.value(key, as: MaskValue.self)
    if let mask = value?.mask { warn(key, MaskSlip(mask)) }
    try edit(object, key, value) { controller, value in
      if key == "supported", let foreign = value?.foreign {
        foreign.declare(in: &controller)
      } else {
        write(&controller, value?.mask)
      }
    }
  }

  private mutating func warn(_ key: String, _ slip: MaskSlip?) {
    if let slip { warnings.append("\(key): \(slip.message)") }
  }
}

/// A whole controller in a file: its id is required.
struct ControllerValue: Decodable, Sendable {
  let controller: Controller
  let warnings: [String]

  init(from decoder: any Decoder) throws {
    let object = try StrictObject(decoder, allowing: ControllerEdits.keys)
    var controller = Controller(id: try object.required("id"))
    let edits = try ControllerEdits(from: decoder)
    edits(&controller)
    self.controller = controller
    warnings = edits.warnings.map { $0.hasPrefix("\"") ? $0 : "\"\(controller.id)\": \($0)" }
  }
}

/// A container delegate's answers in a file.
private struct DelegateValue: Decodable, Sendable {
  let delegate: Controller.ContainerDelegate

  init(from decoder: any Decoder) throws {
    let object = try StrictObject(decoder, allowing: ["supported", "preferred"])
    delegate = Controller.ContainerDelegate(
      supported: try object.value("supported", as: MaskValue.self)?.mask,
      preferred: try object.value("preferred", as: PreferredValue.self)?.preferred)
  }
}
