import Orientation

/// The zones of the two angles: which pose they call for, given the last upright one.
///
///        turn from the present axis      45 − h        45 + h
///     ───────────────────────────────┬─────────────┬──────────────►
///       the present orientation      │ stays so    │ the next one
///
///     tilt            limit       limit + 5
///     ─────────────┬────────────┬─────────────►
///        turns     │ stays so   │ flat
struct Hysteresis {
  /// What the angles call for.
  enum Zone: Equatable {
    /// Nothing: between the zones.
    case between
    /// Upright, the axis so near that a turn may end there.
    case upright(InterfaceOrientation)
    /// A little short of the next axis: only a long rest there is meant.
    case shortOf(InterfaceOrientation)
    /// The screen looks at the sky or the ground.
    case flat(DeviceOrientation)

    /// The orientation that the zone belongs to, nil between zones.
    var orientation: DeviceOrientation? {
      switch self {
      case .between: nil
      case .upright(let orientation), .shortOf(let orientation): orientation.deviceOrientation
      case .flat(let orientation): orientation
      }
    }
  }

  /// Degrees beyond the tilt limit at which the device is flat.
  private static let flatMargin = 5.0
  /// Degrees around a zone in which a long rest counts as well.
  private static let shortMargin = 7.0

  private let angle: Double
  private let tiltLimit: Double
  /// The last upright orientation, which holds on while flat; nil until there was one.
  var upright: InterfaceOrientation?

  /// The zones that the knobs make.
  init(_ parameters: EstimationParameters) {
    angle = 45 - parameters.hysteresis
    tiltLimit = parameters.tiltLimit
  }

  /// The zone of a vector of polarity `gravity`.
  func zone(of gravity: Acceleration) -> Zone {
    let angles = TiltAngles(gravity)
    let tilt = abs(angles.tilt)
    if tilt > tiltLimit + Self.flatMargin { return .flat(angles.tilt > 0 ? .faceUp : .faceDown) }
    guard tilt <= tiltLimit else { return .between }
    let nearest = angles.nearest
    guard let upright else { return .upright(nearest) }
    let distance = angles.distance(to: nearest)
    if distance <= angle { return .upright(nearest) }
    if nearest != upright, distance <= min(angle + Self.shortMargin, 45) { return .shortOf(nearest) }
    return angles.distance(to: upright) < 45 + (45 - angle) ? .upright(upright) : .between
  }
}
