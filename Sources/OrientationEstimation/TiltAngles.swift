import Glibc
import Orientation

/// Where gravity points, in the two angles that an orientation is about.
struct TiltAngles {
  /// Degrees from the screen's plane: 90 is face up, −90 face down.
  let tilt: Double
  /// Degrees clockwise in the screen's plane, −180 to 180: 0 is portrait, 90 landscapeRight, −90 landscapeLeft.
  let turn: Double

  /// The angles of a vector of polarity `gravity`.
  init(_ gravity: Acceleration) {
    let inPlane = (gravity.x * gravity.x + gravity.y * gravity.y).squareRoot()
    tilt = atan2(-gravity.z, inPlane) * (180 / Double.pi)
    turn = atan2(gravity.x, -gravity.y) * (180 / Double.pi)
  }

  /// Degrees in the screen's plane between gravity and an orientation's axis, 0 to 180.
  func distance(to orientation: InterfaceOrientation) -> Double {
    let distance = abs(turn - Self.turn(of: orientation))
    return distance > 180 ? 360 - distance : distance
  }

  /// The orientation whose axis is nearest.
  var nearest: InterfaceOrientation {
    switch turn {
    case -45..<45: .portrait
    case 45..<135: .landscapeLeft
    case -135 ..< -45: .landscapeRight
    default: .portraitUpsideDown
    }
  }

  private static func turn(of orientation: InterfaceOrientation) -> Double {
    switch orientation {
    case .portrait: 0
    case .landscapeLeft: 90
    case .portraitUpsideDown: 180
    case .landscapeRight: -90
    }
  }
}
