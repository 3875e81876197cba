import Autorotation
import Orientation
import PlumbInterface

/// What the user decides: the lock, and the single turn.
extension RotationService {
  /// Locks; what comes back is why the next start will not find the lock, nil where it will.
  func setLock(_ orientation: InterfaceOrientation?) -> String? {
    let held = orientation ?? interface
    lock = held
    let problem = surroundings.keepLock(held)
    shareLock()
    decideInFront(.lock(held), reason: .locked)
    return problem
  }

  /// Unlocks; what comes back is why the next start will find a lock all the same, nil where it will not.
  func releaseLock() -> String? {
    // Where nothing is locked, too: an earlier time may have been unable to forget.
    let problem = surroundings.keepLock(nil)
    guard lock != nil else { return problem }
    lock = nil
    shareLock()
    decideInFront(.unlock, reason: .unlocked)
    return problem
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
