import EventLoop
import Glibc
import Orientation
import Synchronization

/// Keeps readings that say nothing new on the reader thread, so that the main loop sleeps while the device rests.
///
/// The loop sets it; the reader thread asks it.
nonisolated final class ReadingFilter: Sendable {
  private struct State {
    /// Where the device rests and how counts become m/s²; nil lets all through.
    var rest: (reading: RawScan, scale: [Double])?
    var lastReading = -Double.infinity
  }

  private let state = Mutex(State())

  /// When the last good reading was made, seconds; −∞ before the first.
  var lastReading: Double { state.withLock(\.lastReading) }

  /// Lets all readings through from now on.
  func passAll() { state.withLock { $0.rest = nil } }

  /// Lets only those through that are away from a reading by more than what motion is; `scale` is m/s² a count.
  func passMotion(from reading: RawScan, scale: [Double]) {
    state.withLock { $0.rest = scale.count == 3 ? (reading, scale) : nil }
  }

  /// Takes a reading and its time; whether the loop has to know of it.
  func isNews(_ reading: RawScan, at time: Double) -> Bool {
    state.withLock { state in
      state.lastReading = time
      guard let (rest, scale) = state.rest else { return true }
      let difference = Acceleration(
        x: (reading.x - rest.x) * scale[0], y: (reading.y - rest.y) * scale[1], z: (reading.z - rest.z) * scale[2])
      // What is no number is for the loop to judge.
      return !(difference.magnitude <= SamplingPace.motion)
    }
  }
}
