import Glibc
import Orientation
import OrientationEstimation

/// How a device was really held, found by looking both ways in time, as no daemon can.
///
/// Gravity is the mean over 1.5 s around each sample. A pose is held where that mean stays within 30° of an axis in the
/// screen's plane and less than 60° off the plane for 1.5 s or more, with samples that stray less than 2 m/s² from it.
struct HeldPose {
  let orientation: DeviceOrientation
  let start: Double
  let end: Double
  /// When gravity, now the mean over 0.2 s, came within 30° of the axis.
  let entered: Double

  static func all(in samples: [AccelerometerSample]) -> [HeldPose] {
    guard let first = samples.first else { return [] }
    let means = RunningMeans(samples)
    var poses: [HeldPose] = []
    var run: (orientation: DeviceOrientation?, start: Double, end: Double) = (nil, first.time, first.time)
    func close() {
      guard let orientation = run.orientation, run.end - run.start >= 1.5 else { return }
      let entered = means.entry(to: orientation, before: run.start)
      poses.append(HeldPose(orientation: orientation, start: run.start, end: run.end, entered: entered))
    }
    for sample in samples {
      let orientation = means.heldOrientation(at: sample.time)
      if orientation != run.orientation {
        close()
        run = (orientation, sample.time, sample.time)
      }
      run.end = sample.time
    }
    close()
    return poses
  }
}

/// Means over any stretch of samples, each in the time of two searches.
private struct RunningMeans {
  private let times: [Double]
  /// Sums of x, y, z and the square of the magnitude before each sample.
  private let sums: [SIMD4<Double>]

  init(_ samples: [AccelerometerSample]) {
    times = samples.map(\.time)
    var sums = [SIMD4<Double>.zero]
    for a in samples.map(\.acceleration) {
      sums.append(sums[sums.count - 1] + SIMD4(a.x, a.y, a.z, a.x * a.x + a.y * a.y + a.z * a.z))
    }
    self.sums = sums
  }

  private func mean(from start: Double, to end: Double) -> SIMD4<Double> {
    let first = times.partition { $0 >= start }
    let last = times.partition { $0 > end }
    return (sums[last] - sums[first]) / Double(max(last - first, 1))
  }

  func heldOrientation(at time: Double) -> DeviceOrientation? {
    let mean = mean(from: time - 0.75, to: time + 0.75)
    let variance = mean.w - (mean.x * mean.x + mean.y * mean.y + mean.z * mean.z)
    let inPlane = (mean.x * mean.x + mean.y * mean.y).squareRoot()
    guard variance < 4, inPlane > 1e-9, degrees(abs(mean.z), inPlane) < 60 else { return nil }
    return axes.map(\.orientation).first { isNear($0, mean) }
  }

  private func isNear(_ orientation: DeviceOrientation, _ mean: SIMD4<Double>) -> Bool {
    guard let axis = axes.first(where: { $0.orientation == orientation }) else { return false }
    let inPlane = (mean.x * mean.x + mean.y * mean.y).squareRoot()
    return inPlane > 0 && (mean.x * axis.x + mean.y * axis.y) / inPlane >= cos(Double.pi / 6)
  }

  func entry(to orientation: DeviceOrientation, before start: Double) -> Double {
    var index = times.partition { $0 >= start }
    while index > 0, isNear(orientation, mean(from: times[index] - 0.1, to: times[index] + 0.1)) { index -= 1 }
    return times[index]
  }
}

/// Where gravity points in each pose.
private let axes: [(orientation: DeviceOrientation, x: Double, y: Double)] = [
  (.portrait, 0, -1), (.landscapeLeft, -1, 0), (.portraitUpsideDown, 0, 1), (.landscapeRight, 1, 0),
]

/// The angle whose tangent is a quotient, degrees.
func degrees(_ y: Double, _ x: Double) -> Double { atan2(y, x) * 180 / .pi }

extension [Double] {
  /// The first index from which on a condition holds, of an array in which it holds from some place on.
  fileprivate func partition(_ holds: (Double) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
