import Glibc

/// How far a chip's motion event may be relied on: its driver's word that there is one says little.
///
///                it came, and there was motion
///     ┌───────┐ ───────────────────────────────► ┌─────────┐
///     │ tried │                                  │ trusted │
///     └───┬───┘ ◄─────────────────────────────── └─────────┘
///         │        motion, and it had not come
///         │ motion without it 3 times in a row, or it comes for nothing however coarse it is made
///         ▼
///     ┌──────────┐
///     │ given up │
///     └──────────┘
///
/// An event that has not proved itself, perhaps because nobody wired the chip's interrupt, is waited for and the device
/// is looked at as if there were none. So no chip is ever slower than without it, but for one turn whose event stays away
/// after others have come.
///
/// Drivers give thresholds in units of their own, so what is written is made to fit: twice as coarse when the event
/// comes twice for nothing, twice as fine when it stays away.
nonisolated struct MotionEventTrust: Sendable, Hashable {
  /// The event may be waited for with a long guard in place of a slow poll.
  private(set) var isTrusted = false
  /// It is not even tried any more.
  private(set) var isGivenUp = false
  /// By which power of two the threshold is coarser than it was meant.
  private var coarseness = 0
  private var missed = 0
  private var idle = 0

  private static let mostMissed = 3
  private static let mostIdle = 2
  private static let steps = -3...4

  /// What the threshold has to be multiplied by.
  var factor: Double { exp2(Double(coarseness)) }

  /// Takes what has become of an event, or of motion without one.
  mutating func learn(_ verdict: SamplingPace.AlarmVerdict) {
    guard !isGivenUp else { return }
    switch verdict {
    case .right:
      isTrusted = true
      missed = 0
      idle = 0
    case .wrong:
      idle += 1
      guard idle >= Self.mostIdle else { return }
      idle = 0
      if coarseness < Self.steps.upperBound { coarseness += 1 } else { giveUp() }
    case .missing:
      isTrusted = false
      idle = 0
      missed += 1
      coarseness = max(coarseness - 1, Self.steps.lowerBound)
      if missed >= Self.mostMissed { giveUp() }
    }
  }

  /// The kernel refused it.
  mutating func giveUp() {
    isTrusted = false
    isGivenUp = true
  }
}
