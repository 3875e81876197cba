import Orientation

/// Something that happens to a window, and may turn its interface.
public enum WindowEvent: Sendable, Hashable {
  /// The application starts with this root: the launch rule first, then the root is asked.
  case launch(Controller?)
  /// The device is held in another way, or again in the same one.
  case turned(DeviceOrientation)
  /// The whole tree as it is now; what happened is found by comparing it with the last one.
  case tree(Controller?)
  /// Another root controller.
  case setRoot(Controller?)
  /// A controller presented over the last presented one.
  case present(Controller)
  /// The last presented controller leaves.
  case dismiss
  /// A child put on top of a controller's others.
  case push(Controller, on: String)
  /// A controller's last child leaves.
  case pop(on: String)
  /// A controller selects another child.
  case select(Int, on: String)
  /// The application's mask in force is replaced.
  case applicationMask(InterfaceOrientationMask)
  /// `attemptRotationToDeviceOrientation`.
  case attemptRotation
  /// `setNeedsUpdateOfSupportedInterfaceOrientations`.
  case setNeedsUpdate
  /// `requestGeometryUpdate` for any of these orientations.
  case requestGeometry(InterfaceOrientationMask)
  /// `setStatusBarOrientation:animated:`.
  case setStatusBar(InterfaceOrientation)
  /// The user's lock, at this orientation.
  case lock(InterfaceOrientation)
  /// The user's lock is off.
  case unlock
  /// The window stops (true) or begins (false) to fill the screen.
  case windowed(Bool)
  /// The window comes to the front.
  case cameToFront
  /// The user turns the interface once, whatever the device says.
  case rotateOnce(InterfaceOrientation)
}

/// What a decision answers to.
public enum Trigger: String, Sendable, Hashable, CaseIterable {
  /// The application started.
  case launch
  /// The device turned.
  case turned
  /// A controller was presented.
  case presented
  /// A controller was dismissed.
  case dismissed
  /// The window has another root.
  case rootChanged
  /// Children, selection or declared values changed.
  case childChanged
  /// The application's mask changed.
  case applicationMaskChanged
  /// `attemptRotationToDeviceOrientation`.
  case attempted
  /// `setNeedsUpdateOfSupportedInterfaceOrientations`.
  case updated
  /// A geometry request, or a single rotation by the user.
  case geometry
  /// `setStatusBarOrientation`.
  case statusBar
  /// The user's lock went on.
  case locked
  /// The user's lock went off.
  case unlocked
  /// The window was resized, or fills the screen again.
  case resized
  /// The window came to the front.
  case foreground

  /// The word used in files and on the socket.
  public var word: String { rawValue }
}
