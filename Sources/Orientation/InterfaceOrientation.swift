/// How an application's interface is turned, in the words and raw values of UIKit's `UIInterfaceOrientation`.
///
/// UIKit's `unknown` (0) is `nil` here: an interface that is shown is always shown in one of the four.
public enum InterfaceOrientation: Int, Sendable, Hashable, CaseIterable {
  /// Upright on a portrait panel.
  case portrait = 1
  /// Upside down on a portrait panel.
  case portraitUpsideDown = 2
  /// Upright while the device is `landscapeLeft` (turned counter-clockwise).
  case landscapeRight = 3
  /// Upright while the device is `landscapeRight` (turned clockwise).
  case landscapeLeft = 4

  /// The device orientation in which this interface orientation stands upright.
  public var deviceOrientation: DeviceOrientation {
    switch self {
    case .portrait: .portrait
    case .portraitUpsideDown: .portraitUpsideDown
    case .landscapeRight: .landscapeLeft
    case .landscapeLeft: .landscapeRight
    }
  }

  /// The mask that holds this orientation alone: bit `1 << rawValue`.
  public var mask: InterfaceOrientationMask { InterfaceOrientationMask(rawValue: 1 << rawValue) }

  /// The word used in files and on the socket.
  public var word: String {
    switch self {
    case .portrait: "portrait"
    case .portraitUpsideDown: "portraitUpsideDown"
    case .landscapeRight: "landscapeRight"
    case .landscapeLeft: "landscapeLeft"
    }
  }
}
