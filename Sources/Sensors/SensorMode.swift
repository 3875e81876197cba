/// How a source gets its samples; the words are the wire's.
nonisolated public enum SensorMode: String, Sendable, Hashable, Codable, CaseIterable {
  /// The kernel's IIO buffer, filled by a trigger and polled by the loop.
  case buffered
  /// Raw attributes, read on a thread of their own.
  case polled
  /// An evdev accelerometer.
  case input
  /// No device: somebody says how it is held.
  case mock
  /// No device: a recording is played.
  case recording
}
