public import Orientation

extension RotationService {
  /// What the configuration says about decisions.
  public struct Options: Sendable, Hashable {
    /// How the panel is mounted.
    public var panel: Panel
    /// The orientations of the default application, which decides where nobody is in front.
    public var defaultMask: InterfaceOrientationMask
    /// Which one, where several are as good: all four, each once.
    public var fallbackOrder: [InterfaceOrientation]
    /// Applications of a connection, and windows of them all.
    public var windowsPerClient: Int
    /// Applications of all connections of a user, and windows of them all, root exempt.
    public var windowsPerUser: Int
    /// Levels of a controller tree.
    public var treeDepth: Int
    /// Controllers of a tree.
    public var controllers: Int

    /// By default a portrait panel, everything allowed, and the protocol's limits.
    public init(
      panel: Panel = Panel(), defaultMask: InterfaceOrientationMask = .all,
      fallbackOrder: [InterfaceOrientation] = [.portrait, .landscapeRight, .landscapeLeft, .portraitUpsideDown],
      windowsPerClient: Int = 256, windowsPerUser: Int = 1024, treeDepth: Int = 64, controllers: Int = 1024
    ) {
      self.panel = panel
      self.defaultMask = defaultMask
      self.fallbackOrder = fallbackOrder
      self.windowsPerClient = windowsPerClient
      self.windowsPerUser = windowsPerUser
      self.treeDepth = treeDepth
      self.controllers = controllers
    }
  }
}
