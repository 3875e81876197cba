import EventLoop
public import Orientation

/// What there is to publish.
public struct ProxyReadings: Sendable, Hashable {
  /// Whether there is an accelerometer that can turn the screen.
  public var hasAccelerometer = false
  /// How the device is turned; nil where nothing says so yet.
  public var turn: QuarterTurn?
  /// How it leans.
  public var tilt = Tilt.undefined

  /// Nothing is there and nothing known.
  public init() {}

  /// The word of the property.
  var orientation: String { turn?.proxyName ?? "undefined" }

  /// What those who claim the accelerometer are told of a change.
  func changes(since old: ProxyReadings) -> [(name: String, value: BusValue)] {
    var changes: [(name: String, value: BusValue)] = []
    if orientation != old.orientation { changes.append(("AccelerometerOrientation", .string(orientation))) }
    if tilt != old.tilt { changes.append(("AccelerometerTilt", .string(tilt.rawValue))) }
    return changes
  }
}
