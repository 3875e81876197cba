import Orientation

/// Why a wish was not granted; the interface orientation stays, and nothing else is undone.
///
/// UIKit raises `UIApplicationInvalidInterfaceOrientationException` for the first two and ends the program.
public enum Refusal: Sendable, Hashable {
  /// Why a geometry request or a single rotation cannot be granted.
  public enum GeometryReason: Sendable, Hashable {
    /// None of the requested orientations is supported now.
    case unsupported
    /// The window does not fill the screen, so its orientation is not its own to choose.
    case windowed
    /// The controller answers NO to shouldAutorotate.
    case autorotationOff
    /// The application's profile does not know such requests.
    case unknownToProfile
  }

  /// Application, controller and device have no orientation in common while shouldAutorotate is YES.
  case noCommonOrientation(
    target: String, applicationMask: InterfaceOrientationMask, controllerMask: InterfaceOrientationMask,
    deviceMask: InterfaceOrientationMask)
  /// The controller prefers an orientation that is not among the allowed ones.
  case unsupportedPreferredOrientation(
    target: String, preferred: PreferredOrientation, supported: InterfaceOrientationMask)
  /// A request for certain orientations cannot be granted; `supported` is nil where nobody was asked.
  case geometryRequestRefused(
    reason: GeometryReason, requested: InterfaceOrientationMask, supported: InterfaceOrientationMask?)
  /// Two controllers leave the answer to each other; the application's mask decided.
  case recursiveQuery(target: String)

  /// The word used in files and on the socket.
  public var word: String {
    switch self {
    case .noCommonOrientation: "noCommonOrientation"
    case .unsupportedPreferredOrientation: "unsupportedPreferredOrientation"
    case .geometryRequestRefused: "geometryRequestRefused"
    case .recursiveQuery: "recursiveQuery"
    }
  }

  /// The refusal for people, with the masks that caused it.
  public var message: String {
    switch self {
    case .noCommonOrientation(let target, let application, let controller, let device):
      let limit = device.validBits == .all ? "" : ", and the device \(device.list)"
      return
        "\"\(target)\" answers YES to shouldAutorotate, but there is no orientation in common: "
        + "the application supports \(application.list), the controller \(controller.list)\(limit)"
    case .unsupportedPreferredOrientation(let target, let preferred, let supported):
      return
        "\"\(target)\" prefers \(preferred.words) for its presentation, which is not among the supported: "
        + supported.list
    case .geometryRequestRefused(let reason, let requested, let supported):
      switch reason {
      case .unsupported:
        return "none of the requested orientations is supported: requested \(requested.list), "
          + "supported \((supported ?? []).list)"
      case .windowed:
        return "a window that does not fill the screen cannot choose its orientation: requested \(requested.list)"
      case .autorotationOff:
        return "the controller answers NO to shouldAutorotate: requested \(requested.list)"
      case .unknownToProfile:
        return "the application's profile knows no geometry requests: requested \(requested.list)"
      }
    case .recursiveQuery(let target):
      return "\"\(target)\" and the alert above it ask each other for their orientations; "
        + "the application's mask decides"
    }
  }
}

extension InterfaceOrientationMask {
  /// The mask for people: its words, or that it is empty.
  var list: String { validBits.isEmpty ? "none" : words.joined(separator: ", ") }
}
