/// A screen as its server sees it.
nonisolated public struct Output: Equatable, Sendable {
  /// The connector's name, such as `eDP-1`.
  public var name: String
  /// Make and model, for people; nil where the server tells none.
  public var description: String?
  /// Whether it shows anything.
  public var isEnabled: Bool
  /// How its content is turned; `normal` while it is off.
  public var transform: OutputTransform
  /// Pixels of its mode from left to right, before the transform; 0 while it has no mode.
  public var width: Int32
  /// Pixels of its mode from top to bottom, before the transform; 0 while it has no mode.
  public var height: Int32

  /// Describes an output.
  public init(
    name: String, description: String? = nil, isEnabled: Bool = true, transform: OutputTransform = .normal,
    width: Int32 = 0, height: Int32 = 0
  ) {
    self.name = name
    self.description = description
    self.isEnabled = isEnabled
    self.transform = transform
    self.width = width
    self.height = height
  }

  /// Whether its connector is one that panels are built in with: eDP, LVDS or DSI.
  public var isBuiltIn: Bool { ["eDP", "LVDS", "DSI"].contains { name.hasPrefix($0 + "-") || name == $0 } }
}
