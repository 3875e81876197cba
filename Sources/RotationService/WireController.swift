import Autorotation
import Orientation
import PlumbInterface
import Varlink

extension Controller {
  /// A tree that was stated on the socket, within the limits.
  /// - Throws: `VarlinkError.invalidParameter` naming the field, or `InvalidTree` naming the place in the tree.
  init(
    _ description: ControllerDescription, limits: TreeLimits, in context: ForeignOrientation.Context
  ) throws(VarlinkError) {
    try self.init(description, path: "root", in: context)
    do {
      try validate(limits: limits)
    } catch {
      throw RotationError.invalidTree(path: error.path, message: error.message).varlinkError
    }
  }

  private init(
    _ description: ControllerDescription, path: String, in context: ForeignOrientation.Context
  ) throws(VarlinkError) {
    guard description.id.utf8.count <= 255 else {
      throw RotationError.invalidTree(path: path, message: "an id has at most 255 bytes").varlinkError
    }
    func mask(_ words: [String]?, _ raw: Int?, _ field: String) throws(VarlinkError) -> InterfaceOrientationMask? {
      try InterfaceOrientationMask(words: words, raw: raw, "\(path).\(field)", in: context)
    }
    var delegate: ContainerDelegate?
    if let stated = description.containerDelegate {
      delegate = ContainerDelegate(
        supported: try mask(stated.supported, stated.supportedRaw, "containerDelegate.supported"),
        preferred: try PreferredOrientation(
          word: stated.preferred, raw: stated.preferredRaw, path + ".containerDelegate.preferred"))
    }
    var children: [Controller] = []
    for (index, child) in (description.children ?? []).enumerated() {
      children.append(try Controller(child, path: "\(path).children[\(index)]", in: context))
    }
    // A single foreign word says more than its mask: whether to turn at all, to heed the user's lock, or to leave it
    // to what lies beneath.
    let foreign =
      description.supported?.count == 1
      ? description.supported?.first.flatMap { ForeignOrientation(word: $0, in: context) } : nil
    let leavesToBeneath = foreign != nil && foreign?.mask == nil
    self.init(
      id: description.id, kind: Kind(description.kind ?? .controller),
      answers: ControllerAnswers(
        shouldAutorotate: description.shouldAutorotate ?? (foreign?.shouldAutorotate == false ? false : nil),
        supported: leavesToBeneath
          ? nil : try mask(description.supported, description.supportedRaw, "supported"),
        preferred: try PreferredOrientation(
          word: description.preferred, raw: description.preferredRaw, path + ".preferred")),
      legacyMask: try mask(description.legacyMask, description.legacyMaskRaw, "legacyMask"),
      asks: description.asks.map(Asks.init), containerDelegate: delegate,
      style: PresentationStyle(description.style ?? .fullScreen),
      presenterStayed: description.presenterStayed ?? false, answersFromBeneath: leavesToBeneath,
      ignoresUserLock: foreign?.obeysUserLock == false,
      locksInterfaceOrientation: description.locksInterfaceOrientation ?? false,
      dynamic: description.dynamic ?? false, children: children, selected: description.selected,
      presented: try description.presented.map { presented throws(VarlinkError) in
        try Controller(presented, path: path + ".presented", in: context)
      })
  }
}

extension Controller.Kind {
  init(_ kind: ControllerDescription.Kind) {
    self =
      switch kind {
      case .controller: .controller
      case .navigation: .navigation
      case .tabBar: .tabBar
      case .split: .split
      case .page: .page
      case .alert: .alert
      }
  }
}

extension Controller.Asks {
  init(_ delegation: ControllerDescription.Delegation) {
    self =
      switch delegation {
      case .visibleChild: .visibleChild
      case .visibleViewController: .visibleViewController
      }
  }
}

extension PresentationStyle {
  init(_ style: ControllerDescription.Style) {
    self =
      switch style {
      case .fullScreen: .fullScreen
      case .overFullScreen: .overFullScreen
      case .pageSheet: .pageSheet
      case .formSheet: .formSheet
      case .popover: .popover
      case .currentContext: .currentContext
      case .overCurrentContext: .overCurrentContext
      case .custom: .custom
      }
  }
}
