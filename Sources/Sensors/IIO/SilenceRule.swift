/// How long a sensor may say nothing before something is wrong.
nonisolated enum SilenceRule {
  /// No working trigger, where nothing has come since the buffer was enabled: max(500 ms, 3 intervals).
  static func afterEnabling(interval: Double) -> Double { max(0.5, 3 * interval) }

  /// Stale, where something has: max(1 s, 3 intervals), an interval being at least as long as a reading takes.
  static func afterData(interval: Double) -> Double { max(1, 3 * interval) }

  /// A batch that gathers for so many seconds should have come: then what there is of it is read.
  static func afterBatch(interval: Double) -> Double { 1.2 * interval }

  /// How often to look whether a sensor that rests is still read, or can be, where looking costs a wakeup.
  static let betweenLooks = 10.0

  /// The same where it is read only now and then because its motion event stands guard.
  static let betweenGuardedLooks = 30.0

  /// How often to read a raw value of a hub that has nothing to report: that takes it a second, and wakes several.
  static let betweenRawReads = 120.0

  /// For how long the last sample is repeated where a sensor reports only changes: longer than any judge settles.
  static let settling = 1.5
}
