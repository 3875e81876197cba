import Orientation
import PlumbInterface

extension RotationState {
  /// How the device is held, with the edge that points up.
  ///
  /// The word is one of the panel as it is mounted; the edge follows from how far the interface is turned.
  var deviceWords: String {
    switch device {
    case .unknown: return "device not measured yet"
    case .faceUp: return "device flat, screen up"
    case .faceDown: return "device flat, screen down"
    case .portrait, .portraitUpsideDown, .landscapeLeft, .landscapeRight: break
    }
    let cycle: [InterfaceOrientation] = [.portrait, .landscapeRight, .portraitUpsideDown, .landscapeLeft]
    guard let held = device.interfaceOrientation.flatMap(cycle.firstIndex), let shown = cycle.firstIndex(of: interface)
    else { return device.word }
    switch QuarterTurn(counterClockwise: angle / 90 + held - shown).counterClockwise {
    case 0: return "device upright (top edge up)"
    case 1: return "device turned left (right edge up)"
    case 2: return "device upside down (bottom edge up)"
    default: return "device turned right (left edge up)"
    }
  }

  /// The sensor in a few words.
  var sensorWords: String {
    guard sensor.available else { return "none, the orientation stays as it is" }
    let name = sensor.name ?? "unnamed"
    return name + (sensor.mode.map { " (\($0.rawValue))" } ?? "") + (sensor.stale ? ", but it delivers nothing" : "")
  }
}

extension RotationState.Reason {
  /// What happened.
  var words: String {
    switch self {
    case .launch: "start"
    case .turned: "the device was turned"
    case .presented: "a screen was presented"
    case .dismissed: "a screen was dismissed"
    case .rootChanged: "the window shows something else"
    case .geometry: "this orientation was asked for"
    case .updated: "the application changed what it allows"
    case .foreground: "who is in front has changed"
    case .locked: "rotation was locked"
    case .unlocked: "rotation was unlocked"
    case .tabletMode: "tablet mode was switched"
    case .sensorAppeared: "the sensor appeared"
    case .sensorLost: "the sensor is gone"
    case .settled: "the interface followed the device"
    }
  }
}

extension WindowName {
  /// The window as people say it.
  var words: String { "\(application), window \(window)" }
}

/// Masks in words.
enum MaskWords {
  static func list(_ words: [String]) -> String { words.isEmpty ? "no orientation" : words.joined(separator: ", ") }
}
