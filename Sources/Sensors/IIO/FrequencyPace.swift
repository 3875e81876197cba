/// What to write to a device so that it measures at `movingRate` in motion, and as it was opened otherwise.
nonisolated struct FrequencyPace: Sendable {
  /// Many a chip has 25 Hz, and 50 as the next: twice the work for nothing.
  private static let slack = 0.05

  private let faster: [FrequencyRule.Change]
  private let slower: [FrequencyRule.Change]
  private var isFast = false
  private var deviceFollows = true

  init(facts: AccelerometerFacts, settings: SensorSettings) {
    faster =
      settings.movingRate > settings.rate
      ? FrequencyRule.changes(of: facts, wanted: settings.movingRate, slack: Self.slack) : []
    slower = faster.compactMap { change in
      facts.attributes[change.attribute].map {
        FrequencyRule.Change(attribute: change.attribute, value: $0, frequency: facts.number(change.attribute) ?? 0)
      }
    }
  }

  /// The device refused to change its frequency while it measures: it is asked no more.
  mutating func giveUpOnDevice() { deviceFollows = false }

  /// What to write when motion begins or ends; nothing while it goes on, or where the device is fast enough.
  mutating func changes(moving: Bool) -> [FrequencyRule.Change] {
    guard moving != isFast else { return [] }
    isFast = moving
    guard deviceFollows else { return [] }
    return moving ? faster : slower
  }
}
