import CWayland

/// How an output is set up: all that a configuration can say, as far as the compositor told it.
nonisolated struct HeadState: Equatable {
  var isEnabled = false
  /// One of the head's modes.
  var mode: ObjectIdentifier?
  /// A mode that the head does not list.
  var customMode: Size?
  var position: Position?
  var transform: Int32?
  /// In 256ths.
  var scale: Int32?
  var adaptiveSync: UInt32?

  /// Pixels before the transform, and millihertz.
  struct Size: Equatable {
    var width: Int32
    var height: Int32
    var refresh: Int32
  }

  /// The upper left corner in the compositor's plane.
  struct Position: Equatable {
    var x: Int32
    var y: Int32
  }

  /// Whether it is the same but for the mode, which may be another object of the same size.
  func isLike(_ other: HeadState) -> Bool {
    var copy = self
    copy.mode = other.mode
    return copy == other
  }
}
