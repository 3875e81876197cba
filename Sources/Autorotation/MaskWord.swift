import Orientation

extension InterfaceOrientationMask {
  /// The mask that a word means: an orientation's (`portrait`), a group's (`all`, `landscape`, `allButUpsideDown`), or
  /// one of another world with its prefix (`android:sensorLandscape`); nil for any other word.
  ///
  /// `android:behind` leaves the choice to what lies beneath, so it rules nothing out.
  public init?(anyWord word: String, in context: ForeignOrientation.Context = .init()) {
    guard ForeignOrientation.mayBeWord(word) else { return nil }
    switch word {
    case "all": self = .all
    case "landscape": self = .landscape
    case "allButUpsideDown": self = .allButUpsideDown
    default:
      if let orientation = InterfaceOrientation(word: word) {
        self = orientation.mask
      } else if let meaning = ForeignOrientation(word: word, in: context) {
        self = meaning.mask ?? .all
      } else {
        return nil
      }
    }
  }
}
