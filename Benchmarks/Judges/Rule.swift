import Orientation
import OrientationEstimation
import Recordings

/// A change of orientation and when it came, s.
struct Change {
  var time: Double
  var orientation: DeviceOrientation
}

/// A way to make orientations of samples.
struct Rule {
  let name: String
  let changes: ([AccelerometerSample]) -> [Change]

  static let all = [plumbd, sensorProxy, android]

  /// plumbd's own judge, as the daemon feeds it.
  static let plumbd = Rule(name: "plumbd") { samples in
    var judge = OrientationEstimator()
    var changes: [Change] = []
    func note(_ orientation: DeviceOrientation?, at time: Double) {
      guard let orientation, orientation.isValidInterfaceOrientation, orientation != changes.last?.orientation
      else { return }
      changes.append(Change(time: time, orientation: orientation))
    }
    for sample in samples {
      if let deadline = judge.nextDeadline, deadline <= sample.time {
        note(judge.silence(until: deadline), at: deadline)
      }
      note(judge.ingest(sample), at: sample.time)
    }
    return changes
  }

  /// iio-sensor-proxy 3: one sample every 700 ms, 35° on each axis, and no memory but the last answer.
  static let sensorProxy = Rule(name: "iio-sensor-proxy") { samples in
    var changes: [Change] = []
    var next = -Double.infinity
    for sample in samples where sample.time >= next {
      next = sample.time + 0.7
      // It counts in 1/256 of 9.81 m/s² and in whole degrees.
      let a = sample.acceleration
      let (x, y, z) = (
        (a.x * 256 / 9.81).rounded(.towardZero), (a.y * 256 / 9.81).rounded(.towardZero),
        (a.z * 256 / 9.81).rounded(.towardZero)
      )
      let sideways = degrees(x, (y * y + z * z).squareRoot()).rounded(.toNearestOrEven)
      let upright = degrees(y, (x * x + z * z).squareRoot()).rounded(.toNearestOrEven)
      let orientation: DeviceOrientation
      switch (abs(sideways) > 35, abs(upright) > 35) {
      case (true, false): orientation = sideways > 0 ? .landscapeRight : .landscapeLeft
      case (false, true): orientation = upright > 0 ? .portraitUpsideDown : .portrait
      default: continue
      }
      if orientation != changes.last?.orientation {
        changes.append(Change(time: sample.time, orientation: orientation))
      }
    }
    return changes
  }

  /// Android's WindowOrientationListener.
  static let android = Rule(name: "Android") { samples in
    var judge = AndroidJudge()
    return samples.compactMap { sample in judge.ingest(sample).map { Change(time: sample.time, orientation: $0) } }
  }
}
