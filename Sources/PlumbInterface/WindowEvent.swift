public import Orientation

/// `WindowEvent` of org.plumbd.Rotation: one thing that a watched window is told.
public struct WindowEventMessage: Codable, Sendable, Hashable {
  /// `WindowEventKind`.
  public enum Kind: String, Codable, Sendable, Hashable { case orientation, refusal, query, foreground, background }

  /// What it is.
  public var kind: Kind
  /// The window that it is about.
  public var window: String
  /// The window's approved orientation.
  public var interface: InterfaceOrientation?
  /// What caused it.
  public var reason: RotationState.Reason
  /// With `refusal`: the name of the error.
  public var error: String?
  /// With `refusal`: what the error says.
  public var message: String?
  /// With `query`: the number to give back.
  public var query: Int?
  /// With `query`: the id of the controller that is asked.
  public var controller: String?

  /// Tells a window something; the rest is set where the kind has it.
  public init(
    kind: Kind, window: String, interface: InterfaceOrientation? = nil, reason: RotationState.Reason
  ) {
    self.kind = kind
    self.window = window
    self.interface = interface
    self.reason = reason
  }
}
