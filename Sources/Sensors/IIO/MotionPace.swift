/// How often to measure: `rate` at rest, `movingRate` in motion, and what to write to the device for it.
nonisolated struct MotionPace: Sendable {
  /// A change of pace.
  struct Step: Sendable, Hashable {
    /// Samples a second from now on.
    var rate: Double
    /// What to write; nothing where the device is fast enough or has refused before.
    var changes: [FrequencyRule.Change]
  }

  private let facts: AccelerometerFacts
  private let settings: SensorSettings
  private var isMoving = false
  private var deviceFollows = true

  init(facts: AccelerometerFacts, settings: SensorSettings) {
    self.facts = facts
    self.settings = settings
  }

  /// The device refused to change its frequency while it measures: it is asked no more.
  mutating func giveUpOnDevice() { deviceFollows = false }

  /// What to do when motion begins or ends; nil while it goes on or stays away.
  mutating func step(moving: Bool) -> Step? {
    guard moving != isMoving, settings.movingRate > settings.rate else { return nil }
    isMoving = moving
    let faster = deviceFollows ? FrequencyRule.changes(of: facts, wanted: settings.movingRate) : []
    let changes =
      moving
      ? faster
      : faster.compactMap { change in
        facts.attributes[change.attribute].map {
          FrequencyRule.Change(attribute: change.attribute, value: $0, frequency: facts.number(change.attribute) ?? 0)
        }
      }
    return Step(rate: moving ? settings.movingRate : settings.rate, changes: changes)
  }
}
