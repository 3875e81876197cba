import Orientation

/// What a controller answers to `preferredInterfaceOrientationForPresentation`: a raw number that need not be valid.
///
/// Programs do answer UIKit's `unknown` (0) or a mask (16) here, and the mechanism has to say what that means.
public struct PreferredOrientation: Sendable, Hashable {
  /// A raw `UIInterfaceOrientation`, or any other number.
  public let rawValue: Int

  /// UIKit's `unknown`.
  public static let unknown = Self(rawValue: 0)

  /// Takes any number.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Takes a valid orientation.
  public init(_ orientation: InterfaceOrientation) { rawValue = orientation.rawValue }

  /// The orientation that the number means; nil where it is not 1 to 4.
  public var orientation: InterfaceOrientation? { InterfaceOrientation(rawValue: rawValue) }

  /// The orientation's word, or `unknown`, or the number.
  public var words: String { orientation?.word ?? (rawValue == 0 ? "unknown" : "\(rawValue)") }
}

/// The answers of one controller, asked at the moment of a rotation; nil leaves the declared value.
public struct ControllerAnswers: Sendable, Hashable {
  /// `shouldAutorotate`.
  public var shouldAutorotate: Bool?
  /// `supportedInterfaceOrientations`, foreign bits included.
  public var supported: InterfaceOrientationMask?
  /// `preferredInterfaceOrientationForPresentation`.
  public var preferred: PreferredOrientation?

  /// Makes answers; those left out are the declared ones.
  public init(
    shouldAutorotate: Bool? = nil, supported: InterfaceOrientationMask? = nil, preferred: PreferredOrientation? = nil
  ) {
    self.shouldAutorotate = shouldAutorotate
    self.supported = supported
    self.preferred = preferred
  }
}

/// A controller that wants to be asked itself, at the moment of a rotation.
public struct ControllerQuestion: Sendable, Hashable {
  /// The controller's id.
  public let controller: String

  /// Names the controller.
  public init(controller: String) { self.controller = controller }
}
