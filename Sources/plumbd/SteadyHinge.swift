import Orientation
import OrientationEstimation

/// The hinge's angle, believed only when it has lasted: the two halves are not felt at the same moment.
///
/// A sensor that rests is looked at once a second. Until then a machine that is picked up as a whole seems folded, by one
/// half that has moved and one that is yet to be seen to.
struct SteadyHinge {
  /// Seconds: more than a sensor at rest takes to notice that it is moved, whichever of the two it is.
  static let leastDuration = 1.25

  private var hinge = HingeAngle()
  private var since: Double?

  /// Whether the machine is a tablet; nil until an angle has said so.
  var isTablet: Bool? { hinge.isTablet }

  /// Takes what both halves felt last (device frames, m/s², gravity); whether it is a tablet, where that has changed.
  ///
  /// The first answer is taken at once: both have just been switched on.
  mutating func update(display: Acceleration, base: Acceleration, at time: Double) -> Bool? {
    var folded = hinge
    guard let isTablet = folded.update(display: display, base: base) else {
      since = nil
      return nil
    }
    let began = since ?? time
    since = began
    guard hinge.isTablet == nil || time - began >= Self.leastDuration else { return nil }
    hinge = folded
    since = nil
    return isTablet
  }
}
