import Orientation

/// What the iOS 5 predicate, `shouldAutorotateToInterfaceOrientation:`, says to each of the four orientations.
///
/// The base class agrees to portrait alone; a navigation controller asks its top, a tab bar controller all of its
/// tabs, which have to agree (Apple's documentation of iOS 5).
struct LegacyPredicate: Sendable, Hashable {
  /// The orientations it agrees to.
  private(set) var mask = InterfaceOrientationMask.all
  /// The controller that wants to be asked at the moment; of several, one.
  private(set) var dynamicController: String?

  /// Asks a controller, or whoever answers for it.
  init(of target: Controller, live: ControllerAnswers?) {
    var pending = [target]
    while let controller = pending.popLast() {
      let isAskedNow = controller.dynamic && dynamicController == nil
      if isAskedNow { dynamicController = controller.id }
      if isAskedNow, let answer = live?.supported {
        mask.formIntersection(answer)
      } else if let answer = controller.kind == .alert ? nil : controller.legacyMask {
        mask.formIntersection(answer)
      } else if controller.kind == .navigation, let top = controller.children.last {
        pending.append(top)
      } else if controller.kind == .tabBar, !controller.children.isEmpty {
        // Plain tabs need no place in the queue.
        for index in controller.children.indices {
          if controller.children[index].isPlain {
            mask.formIntersection(controller.children[index].legacyMask ?? .portrait)
          } else {
            pending.append(controller.children[index])
          }
        }
      } else {
        mask.formIntersection(.portrait)
      }
    }
  }
}

extension Controller {
  /// Whether nobody but its own predicate answers for it.
  fileprivate var isPlain: Bool { kind == .controller && !dynamic }
}
