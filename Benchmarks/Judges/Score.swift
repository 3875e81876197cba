import Orientation
import OrientationEstimation

/// How well changes fit what really happened, over any number of recordings.
struct Score {
  private(set) var hours = 0.0
  private(set) var changes = 0
  private(set) var wrongChanges = 0
  private(set) var holds = 0
  private(set) var missed = 0
  private(set) var latencies: [Double] = []

  var wrongChangesPerHour: Double { hours > 0 ? Double(wrongChanges) / hours : 0 }

  /// A latency that this share of all does not exceed, s.
  func latency(_ share: Double) -> Double? {
    let sorted = latencies.sorted()
    return sorted.isEmpty ? nil : sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))]
  }

  /// Judges what a rule made of one recording.
  ///
  /// A change is wrong where it goes to an orientation that is neither held at that time or within the next second, nor
  /// was held last; the first one is a snapshot. A hold of 2.5 s is missed where it ends under another orientation. The
  /// latency counts from the moment when gravity entered the pose, and is negative where the change came sooner.
  mutating func add(_ changes: [Change], of samples: [AccelerometerSample], held poses: [HeldPose]) {
    guard let first = samples.first, let last = samples.last, samples.count > 1 else { return }
    hours += (last.time - first.time) / 3600
    for change in changes.dropFirst() {
      self.changes += 1
      let held = poses.contains {
        $0.orientation == change.orientation && $0.start - 1 <= change.time && change.time <= $0.end
      }
      let heldLast = poses.last { $0.end < change.time }?.orientation == change.orientation
      if !held && !heldLast { wrongChanges += 1 }
    }
    for pose in poses {
      let before = changes.enumerated().filter { $1.time <= pose.end }
      if pose.end - pose.start >= 2.5 {
        holds += 1
        if before.last?.element.orientation != pose.orientation { missed += 1 }
      }
      let came = before.first { $1.orientation == pose.orientation && $1.time > pose.entered - 1 }
      if let came, came.offset > 0 { latencies.append(came.element.time - pose.entered) }
    }
  }
}
