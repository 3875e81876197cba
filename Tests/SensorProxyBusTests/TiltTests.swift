import EventLoop
import Glibc
import Orientation
import Testing

@testable import SensorProxyBus

struct TiltTests {
  /// What iio-sensor-proxy 3.7 said when its sensor's vector was turned degree by degree, about both axes.
  @Test(arguments: [
    (0, Tilt.vertical), (20, .vertical), (21, .tiltedUp), (45, .tiltedUp), (69, .tiltedUp), (70, .faceUp),
    (90, .faceUp), (110, .faceUp), (111, .tiltedUp), (159, .tiltedUp), (160, .vertical), (180, .vertical),
    (-20, .vertical), (-21, .tiltedDown), (-69, .tiltedDown), (-70, .faceDown), (-90, .faceDown), (-110, .faceDown),
    (-111, .tiltedDown), (-159, .tiltedDown), (-160, .vertical),
  ])
  func isUpstreams(degrees: Int, tilt: Tilt) {
    let angle = Double(degrees) * .pi / 180
    for length in [9.81, 1, 30] {
      let y = -length * cos(angle)
      let z = length * sin(angle)
      #expect(Tilt(Acceleration(x: 0, y: y, z: z)) == tilt)
      #expect(Tilt(Acceleration(x: y, y: 0, z: z)) == tilt)
      #expect(Tilt(Acceleration(x: y / 2.0.squareRoot(), y: -y / 2.0.squareRoot(), z: z)) == tilt)
    }
  }

  @Test(arguments: [
    Acceleration(x: 0, y: 0, z: 0), Acceleration(x: .nan, y: 0, z: 0), Acceleration(x: 0, y: .infinity, z: 1),
    Acceleration(x: 0, y: 1, z: -.infinity),
  ])
  func whatPointsNowhereIsUndefined(acceleration: Acceleration) {
    #expect(Tilt(acceleration) == .undefined)
  }
}
