import Glibc
import Orientation
import OrientationEstimation

/// The accelerometer judge of Android's WindowOrientationListener, made anew from its documented constants.
///
/// Samples are low-passed; a candidate by the filtered vector's tilt and turn has to be stable, and long enough after
/// the device lay flat, swung away or was accelerated.
struct AndroidJudge {
  private static let filterTime = 0.2
  private static let longestGap = 1.0
  private static let nearZero = 1.0
  private static let gravityBand = 4.0
  private static let flatTilt = 80.0
  private static let flatTime = 1.0
  private static let swingTilt = 20.0
  private static let swingTime = 0.3
  private static let stableTime = 0.04
  private static let sinceFlat = 0.5
  private static let sinceSwing = 0.3
  private static let sinceAcceleration = 0.5
  private static let hysteresis = 22.0
  /// Quarters of a turn and the tilts at which each may be chosen, degrees.
  private static let quarters: [(orientation: DeviceOrientation, tilts: ClosedRange<Double>)] = [
    (.portrait, -25...70), (.landscapeLeft, -25...65), (.portraitUpsideDown, -25...60), (.landscapeRight, -25...65),
  ]

  private var filtered = (x: 0.0, y: 0.0, z: 0.0)
  private var lastTime: Double?
  private var tilts: [(time: Double, tilt: Double)] = []
  private var isOverhead = false
  private var candidate: Int?
  private var candidateTime = 0.0
  private var flatAt = -Double.infinity
  private var swungAt = -Double.infinity
  private var acceleratedAt = -Double.infinity
  private var current: Int?

  /// Takes a sample; the orientation where that is another one than before.
  mutating func ingest(_ sample: AccelerometerSample) -> DeviceOrientation? {
    // It thinks of the vector that points up.
    let up = (x: -sample.acceleration.x, y: -sample.acceleration.y, z: -sample.acceleration.z)
    let time = sample.time
    guard let last = lastTime, time >= last, time - last <= Self.longestGap, up != (0, 0, 0) else {
      begin(up, at: time)
      return nil
    }
    let share = (time - last) / (Self.filterTime + time - last)
    filtered.x += share * (up.x - filtered.x)
    filtered.y += share * (up.y - filtered.y)
    filtered.z += share * (up.z - filtered.z)
    lastTime = time
    let magnitude = (filtered.x * filtered.x + filtered.y * filtered.y + filtered.z * filtered.z).squareRoot()
    guard magnitude >= Self.nearZero else {
      candidate = nil
      return nil
    }
    if abs(magnitude - 9.80665) > Self.gravityBand { acceleratedAt = time }
    let tilt = (asin(filtered.z / magnitude) * 180 / .pi).rounded(.toNearestOrEven)
    watch(tilt, at: time)
    propose(isOverhead || abs(tilt) > Self.flatTilt ? nil : quarter(at: tilt), at: time)
    return decide(at: time)
  }

  private mutating func begin(_ up: (x: Double, y: Double, z: Double), at time: Double) {
    let kept = current
    self = Self()
    current = kept
    filtered = up
    lastTime = time
    candidateTime = time
  }

  /// Notes lying flat, swinging away, and being held over one's head.
  private mutating func watch(_ tilt: Double, at time: Double) {
    tilts.removeAll { time - $0.time > Self.flatTime + 0.2 }
    tilts.append((time, tilt))
    let recent = tilts.filter { time - $0.time <= Self.flatTime }
    if recent.allSatisfy({ $0.tilt >= Self.flatTilt }), time - tilts[0].time >= Self.flatTime { flatAt = time }
    if tilts.contains(where: { time - $0.time <= Self.swingTime && tilt - $0.tilt >= Self.swingTilt }) {
      swungAt = time
    }
    if tilt <= -40 { isOverhead = true } else if tilt >= -15 { isOverhead = false }
  }

  /// The quarter that the vector is in, where its tilt and the hysteresis against the present one allow it.
  private func quarter(at tilt: Double) -> Int? {
    var turn = (-atan2(-filtered.x, filtered.y) * 180 / .pi).rounded(.toNearestOrEven)
    if turn < 0 { turn += 360 }
    let quarter = Int((turn + 45) / 90) % 4
    guard Self.quarters[quarter].tilts.contains(tilt) else { return nil }
    guard let current else { return quarter }
    // How far the vector is past the boundary with the present quarter.
    let offset = remainder(turn - Double(quarter) * 90, 360)
    if quarter == current || quarter == (current + 1) % 4, offset < -45 + Self.hysteresis { return nil }
    if quarter == current || quarter == (current + 3) % 4, offset > 45 - Self.hysteresis { return nil }
    return quarter
  }

  private mutating func propose(_ quarter: Int?, at time: Double) {
    guard quarter != candidate else { return }
    candidate = quarter
    candidateTime = time
  }

  private mutating func decide(at time: Double) -> DeviceOrientation? {
    guard let candidate, candidate != current, time - candidateTime >= Self.stableTime,
      time - flatAt >= Self.sinceFlat, time - swungAt >= Self.sinceSwing,
      time - acceleratedAt >= Self.sinceAcceleration
    else { return nil }
    current = candidate
    return Self.quarters[candidate].orientation
  }
}
