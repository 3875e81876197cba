/// The part of the machine that a sensor is built into.
nonisolated public enum SensorLocation: String, Sendable, Hashable, Codable, CaseIterable {
  /// With the screen: it turns as the screen does.
  case display
  /// With the keyboard.
  case base
  /// With a camera that moves on its own.
  case camera
  /// Somewhere else, by a word that says nothing about the screen.
  case other
  /// Nobody says.
  case unknown
}
