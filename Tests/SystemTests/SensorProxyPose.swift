/// How a device lies in counts, one g is 1024, and what iio-sensor-proxy and plumbd say of it.
struct SensorProxyPose: Sendable {
  let counts: [Int]
  let orientation: String
  let tilt: String

  /// Every orientation and every tilt; flat poses keep the orientation of before.
  static let journey = [
    SensorProxyPose(counts: [-1024, 0, 0], orientation: "right-up", tilt: "vertical"),
    SensorProxyPose(counts: [0, 1024, 0], orientation: "bottom-up", tilt: "vertical"),
    SensorProxyPose(counts: [1024, 0, 0], orientation: "left-up", tilt: "vertical"),
    SensorProxyPose(counts: [0, 0, -1024], orientation: "left-up", tilt: "face-down"),
    SensorProxyPose(counts: [0, -1024, 0], orientation: "normal", tilt: "vertical"),
    SensorProxyPose(counts: [0, -724, -724], orientation: "normal", tilt: "tilted-down"),
    SensorProxyPose(counts: [0, 0, 1024], orientation: "normal", tilt: "face-up"),
    SensorProxyPose(counts: [0, -724, 724], orientation: "normal", tilt: "tilted-up"),
  ]
}
