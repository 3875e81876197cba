import Glibc
public import Orientation

/// The angle of a convertible's hinge, from gravity as its display and its base feel it; tells a laptop from a tablet.
///
/// Both frames are those of a machine opened flat (180°): x along the hinge to the right, y away from the user, z out
/// of the screen and out of the keyboard. The hinge turns about x, so the angle between the two gravities in the y-z
/// plane is what it was turned from flat: 0° closed, 90° an open laptop, 360° folded back to a tablet.
///
///                laptop                       kept                    tablet
///     20°├──────────────────────┤160°├──────────────────┤200°├──────────────────────┤340°
///
/// From 160° to 200° the last answer is kept (the angles and the hysteresis of ChromeOS's tablet mode). It is kept as
/// well within 20° of closed, which gravity cannot tell from folded back, while the hinge stands nearly upright, where
/// gravity has no share across it, and while one of the two halves is being moved.
public struct HingeAngle: Sendable, Hashable {
  /// At this many degrees and more it is a tablet.
  public static let tabletFrom = 200.0
  /// At this many degrees and less it is a laptop.
  public static let laptopTo = 160.0
  /// So near to closed, degrees, closed and folded back are the same to gravity.
  public static let ambiguous = 20.0
  /// The least share of gravity across the hinge, m/s²: it is 30° or more from upright.
  public static let leastShare = 4.9
  /// How far from 1 g a half at rest may be, m/s².
  public static let restTolerance = 2.0

  /// Whether the machine is a tablet; nil until an angle has said so.
  public private(set) var isTablet: Bool?

  /// A hinge that nothing is known of.
  public init() {}

  /// The angle in degrees, 0 to 360; nil where gravity does not tell it.
  public static func angle(display: Acceleration, base: Acceleration) -> Double? {
    for half in [display, base] {
      guard half.isFinite, abs(half.magnitude - Acceleration.standardGravity) <= restTolerance,
        (half.y * half.y + half.z * half.z).squareRoot() >= leastShare
      else { return nil }
    }
    let turned = atan2(display.z, display.y) - atan2(base.z, base.y)
    let degrees = (180 + turned * (180 / Double.pi)).truncatingRemainder(dividingBy: 360)
    return degrees < 0 ? degrees + 360 : degrees
  }

  /// Takes what both halves feel now (device frames, m/s², gravity); whether it is a tablet, where that has changed.
  public mutating func update(display: Acceleration, base: Acceleration) -> Bool? {
    guard let angle = Self.angle(display: display, base: base),
      angle >= Self.ambiguous, angle <= 360 - Self.ambiguous
    else { return nil }
    let judged: Bool
    switch angle {
    case ...Self.laptopTo: judged = false
    case Self.tabletFrom...: judged = true
    default: return nil
    }
    guard judged != isTablet else { return nil }
    isTablet = judged
    return judged
  }
}
