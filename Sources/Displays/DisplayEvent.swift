/// What a display server has to say.
nonisolated public enum DisplayEvent: Equatable, Sendable {
  /// `outputs` changed, or is known for the first time.
  case outputsChanged
  /// `front` changed.
  case frontChanged
  /// The connection is gone, or the server lacks what is needed; words say why.
  case lost(reason: String)
}
