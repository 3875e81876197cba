import Autorotation
import Orientation
import PlumbInterface

/// What the user decides: the lock, and the single turn.
extension RotationService {
  func setLock(_ orientation: InterfaceOrientation?) {
    let held = orientation ?? interface
    lock = held
    surroundings.keepLock(held)
    shareLock()
    decideInFront(.lock(held), reason: .locked)
  }

  func releaseLock() {
    guard lock != nil else { return }
    lock = nil
    surroundings.keepLock(nil)
    shareLock()
    decideInFront(.unlock, reason: .unlocked)
  }

  private func shareLock() {
    for window in windows where window !== front { window.state.lock = lock }
    if front != nil { defaultWindow.lock = lock }
  }

  /// Turns what is in front once.
  func rotate(to orientation: InterfaceOrientation, completion: @escaping (Decision?) -> Void) {
    decideInFront(.rotateOnce(orientation), reason: .geometry, completion: completion)
  }
}
