import Autorotation
import Orientation

/// A controller as it is kept across a restart: what it declares is understood already, so foreign words keep the meaning
/// that they had when they were declared.
struct ControllerSnapshot: Codable, Sendable, Hashable {
  var id: String
  var kind: String?
  var shouldAutorotate: Bool?
  var supported: Int?
  var preferred: Int?
  var legacyMask: Int?
  var asks: String?
  var containerDelegate: Delegate?
  var style: String?
  var presenterStayed: Bool?
  var answersFromBeneath: Bool?
  var ignoresUserLock: Bool?
  var declinesAutorotation: Bool?
  var locksInterfaceOrientation: Bool?
  var dynamic: Bool?
  var children: [ControllerSnapshot]?
  var selected: Int?
  /// None or one: a struct cannot hold itself.
  var presented: [ControllerSnapshot]?

  struct Delegate: Codable, Sendable, Hashable {
    var supported: Int?
    var preferred: Int?
  }

  /// Takes a tree; what has its default value is left out.
  init(_ controller: Controller) {
    func always(_ flag: Bool) -> Bool? { flag ? true : nil }
    id = controller.id
    kind = controller.kind == .controller ? nil : controller.kind.rawValue
    shouldAutorotate = controller.answers.shouldAutorotate
    supported = controller.answers.supported?.rawValue
    preferred = controller.answers.preferred?.rawValue
    legacyMask = controller.legacyMask?.rawValue
    asks = controller.asks?.rawValue
    containerDelegate = controller.containerDelegate.map {
      Delegate(supported: $0.supported?.rawValue, preferred: $0.preferred?.rawValue)
    }
    style = controller.style == .fullScreen ? nil : controller.style.rawValue
    presenterStayed = always(controller.presenterStayed)
    answersFromBeneath = always(controller.answersFromBeneath)
    ignoresUserLock = always(controller.ignoresUserLock)
    declinesAutorotation = always(controller.declinesAutorotation)
    locksInterfaceOrientation = always(controller.locksInterfaceOrientation)
    dynamic = always(controller.dynamic)
    children = controller.children.isEmpty ? nil : controller.children.map(Self.init)
    selected = controller.selected
    presented = controller.presented.map { [Self($0)] }
  }

  /// The tree again, within the limits that are in force now.
  func controller(limits: TreeLimits) throws(SnapshotError) -> Controller {
    let controller = try controller()
    do {
      try controller.validate(limits: limits)
    } catch {
      throw SnapshotError(error.message)
    }
    return controller
  }

  private func controller() throws(SnapshotError) -> Controller {
    try SnapshotError.check(id.utf8.count <= 255, "a controller's id has more than 255 bytes")
    var inside: [Controller] = []
    for child in children ?? [] { inside.append(try child.controller()) }
    return Controller(
      id: id, kind: try Self.value(kind, .controller),
      answers: ControllerAnswers(
        shouldAutorotate: shouldAutorotate, supported: supported.map(InterfaceOrientationMask.init),
        preferred: preferred.map(PreferredOrientation.init)),
      legacyMask: legacyMask.map(InterfaceOrientationMask.init),
      asks: try asks.map { asks throws(SnapshotError) in try Self.value(asks, .visibleChild) },
      containerDelegate: containerDelegate.map {
        .init(
          supported: $0.supported.map(InterfaceOrientationMask.init),
          preferred: $0.preferred.map(PreferredOrientation.init))
      },
      style: try Self.value(style, .fullScreen), presenterStayed: presenterStayed ?? false,
      answersFromBeneath: answersFromBeneath ?? false, ignoresUserLock: ignoresUserLock ?? false,
      declinesAutorotation: declinesAutorotation ?? false,
      locksInterfaceOrientation: locksInterfaceOrientation ?? false, dynamic: dynamic ?? false, children: inside,
      selected: selected,
      presented: try presented?.first.map { presented throws(SnapshotError) in try presented.controller() })
  }

  private static func value<Value: RawRepresentable<String>>(
    _ word: String?, _ standard: Value
  ) throws(SnapshotError) -> Value {
    guard let word else { return standard }
    return try SnapshotError.require(Value(rawValue: word), "\"\(word)\" is no word for a controller")
  }
}
