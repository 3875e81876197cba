import Orientation

extension DeviceOrientation {
  /// How to hold the device, said to a person.
  nonisolated var instruction: String {
    switch self {
    case .unknown: "in any way"
    case .portrait: "upright, the top edge of the panel up"
    case .portraitUpsideDown: "upside down, the bottom edge of the panel up"
    case .landscapeLeft: "on its left edge, the right edge up"
    case .landscapeRight: "on its right edge, the left edge up"
    case .faceUp: "flat on its back, the screen up"
    case .faceDown: "flat on its front, the screen down"
    }
  }
}
