/// Whether the agent's session is the one that somebody sits at.
public protocol SessionActivity: AnyObject {
  /// Whether it is.
  var isActive: Bool { get }
  /// Called when that may have changed.
  var onChange: (() -> Void)? { get set }
}
