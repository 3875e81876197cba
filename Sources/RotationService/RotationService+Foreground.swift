import Autorotation
import PlumbInterface

/// Who is in front.
extension RotationService {
  /// Whether the window is the one that decides.
  func isFront(_ window: Window) -> Bool { window === front }

  /// The window that is to decide: who may is asked anew each time.
  var chosenFront: Window? { foreground.front { surroundings.access.role(of: $0).isAtTheMachine } }

  /// Follows a change of the foreground order; where that brings a window forward, `completion` gets its decision.
  func foregroundChanged(completion: ((Decision?) -> Void)? = nil) {
    let next = chosenFront
    guard next !== front else { return }
    if let previous = front, applications[previous.application.token] != nil {
      previous.state.device = device
      if let query = previous.query, query.isAboutBeingInFront { abandonQuery(of: previous) }
      previous.application.tell(
        WindowEventMessage(
          kind: .background, window: previous.name, interface: previous.state.interface, reason: .foreground))
    }
    front = next
    if let next {
      next.application.tell(
        WindowEventMessage(
          kind: .foreground, window: next.name, interface: next.state.interface, reason: .foreground))
    }
    decideInFront(.cameToFront, reason: .foreground, completion: completion)
  }
}
