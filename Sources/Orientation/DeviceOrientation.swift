/// How the device is held, in the words and raw values of UIKit's `UIDeviceOrientation`.
///
/// The words speak of a portrait panel: `portrait` is the panel's own upright, `landscapeLeft` is the device turned
/// a quarter counter-clockwise as its user sees it.
public enum DeviceOrientation: Int, Sendable, Hashable, CaseIterable {
  /// No orientation is known yet.
  case unknown = 0
  /// The top edge points up.
  case portrait = 1
  /// The bottom edge points up.
  case portraitUpsideDown = 2
  /// The right edge points up: turned counter-clockwise, iio-sensor-proxy's `right-up`.
  case landscapeLeft = 3
  /// The left edge points up: turned clockwise, iio-sensor-proxy's `left-up`.
  case landscapeRight = 4
  /// The screen looks at the sky.
  case faceUp = 5
  /// The screen looks at the ground.
  case faceDown = 6

  /// Whether this is a way to show an interface, UIKit's `isValidInterfaceOrientation`.
  public var isValidInterfaceOrientation: Bool { interfaceOrientation != nil }

  /// The interface orientation that stands upright while the device is held so; nil while flat or unknown.
  ///
  /// The raw values map by identity; only the names are crossed, because content turns against the device.
  public var interfaceOrientation: InterfaceOrientation? { InterfaceOrientation(rawValue: rawValue) }

  /// The word used in files and on the socket.
  public var word: String {
    switch self {
    case .unknown: "unknown"
    case .portrait: "portrait"
    case .portraitUpsideDown: "portraitUpsideDown"
    case .landscapeLeft: "landscapeLeft"
    case .landscapeRight: "landscapeRight"
    case .faceUp: "faceUp"
    case .faceDown: "faceDown"
    }
  }
}
