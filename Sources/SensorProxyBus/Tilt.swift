import Glibc
public import Orientation

/// How far the screen leans, in iio-sensor-proxy's words.
///
/// The angle is the one between the acceleration and the panel, in whole degrees: up to 20 is vertical, from 70 on flat.
/// A positive z is up. All of this is measured at iio-sensor-proxy 3.7, degree by degree, and so is the sign: it is right
/// for phones whose mount matrix mirrors z, and the opposite of `DeviceOrientation.faceUp` elsewhere. Whoever reads the
/// word knows it from there.
public enum Tilt: String, Sendable, Hashable, CaseIterable {
  /// Nothing was read yet, or nothing that says where the ground is.
  case undefined
  /// The screen stands.
  case vertical
  /// It leans, z is positive.
  case tiltedUp = "tilted-up"
  /// It leans, z is negative.
  case tiltedDown = "tilted-down"
  /// It is flat, z is positive.
  case faceUp = "face-up"
  /// It is flat, z is negative.
  case faceDown = "face-down"

  private static let mostVertical = 20.0
  private static let leastFlat = 70.0

  /// Judges one acceleration in the device frame, polarity gravity.
  public init(_ acceleration: Acceleration) {
    let inPlane = (acceleration.x * acceleration.x + acceleration.y * acceleration.y).squareRoot()
    let angle = (atan2(acceleration.z, inPlane) * 180 / Double.pi).rounded()
    guard acceleration.isFinite, acceleration.magnitude > 0 else {
      self = .undefined
      return
    }
    switch abs(angle) {
    case ...Self.mostVertical: self = .vertical
    case Self.leastFlat...: self = angle > 0 ? .faceUp : .faceDown
    default: self = angle > 0 ? .tiltedUp : .tiltedDown
    }
  }
}
