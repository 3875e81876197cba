import PlumbInterface
import Varlink

/// A window: the place of a tree of view controllers, with an interface orientation of its own.
///
/// What is changed in the tree is told to the daemon at once. The daemon compares, asks the one controller that fills
/// the window, and approves an orientation, which arrives in `interfaceOrientation` and in `onTurn`.
public final class Window {
  /// The application; it keeps the window until that is closed.
  public private(set) weak var application: Application?
  /// Its name, unique within the application.
  public let name: String
  /// The controller at the root of the tree, nil for none.
  public var rootViewController: ViewController? {
    didSet {
      guard rootViewController !== oldValue else { return }
      oldValue?.leaveWindow()
      rootViewController?.window = self
      sendTree()
    }
  }
  /// Whether the window is resized rather than full-screen, so that it takes no part in rotation.
  public var isResized = false {
    didSet { if isResized != oldValue { sendTree() } }
  }

  /// The approved orientation, nil until the daemon has decided for the first time.
  public private(set) var interfaceOrientation: InterfaceOrientation?
  /// Whether the window is the one that decides about the panel.
  public private(set) var isInForeground = false
  /// Called after each change of the orientation, with what caused it.
  public var onTurn: ((InterfaceOrientation, RotationState.Reason) -> Void)?
  /// Called when the daemon comes to the window, or leaves it for another.
  public var onForegroundChange: ((Bool) -> Void)?
  /// Called when an orientation is refused: the orientation stays as it is, the tree counts as it was stated.
  ///
  /// UIKit raises an exception here; `RotationError` says which masks have nothing in common.
  public var onRefusal: ((RotationError) -> Void)?

  /// Makes a window.
  ///
  /// - Parameters:
  ///   - application: Whose window it is.
  ///   - name: Unique within the application; a further window of the same name gets a number.
  ///   - rootViewController: The tree, which may be set or replaced later.
  public init(application: Application, name: String = "main", rootViewController: ViewController? = nil) {
    self.application = application
    var unique = name
    var number = 2
    while application.window(named: unique) != nil {
      unique = "\(name)-\(number)"
      number += 1
    }
    self.name = unique
    self.rootViewController = rootViewController
    rootViewController?.window = self
    application.add(self)
  }

  /// Brings the window to the front: it decides about the panel, unless the session's agent says otherwise.
  public func makeKeyAndVisible() {
    application?.keyWindow = self
    sendActivation()
  }

  /// Takes the window from the front.
  public func resignKey() {
    guard let application else { return }
    if application.keyWindow === self { application.keyWindow = nil }
    post("Deactivate") { [name] in Rotation.WindowParameters(token: $0, window: name) }
  }

  /// Takes the window away.
  public func close() {
    post("CloseWindow") { [name] in Rotation.WindowParameters(token: $0, window: name) }
    application?.remove(self)
    application = nil
  }

  /// Says that the answers of its controllers have changed: the orientation is evaluated anew.
  public func setNeedsUpdateOfSupportedInterfaceOrientations() {
    sendTree()
    post("SetNeedsUpdate") { [name] in Rotation.WindowParameters(token: $0, window: name) }
  }

  /// Asks once for one of these orientations; the next turn of the device may change it back.
  ///
  /// - Parameters:
  ///   - orientations: Which would do.
  ///   - errorHandler: Called where it cannot be, with `RotationError.geometryRequestRefused` or what else is wrong.
  public func requestGeometryUpdate(
    _ orientations: InterfaceOrientationMask, errorHandler: ((DaemonError) -> Void)? = nil
  ) {
    guard let application, application.isRegistered else {
      errorHandler?(.connection(.lost))
      return
    }
    application.sendMaskIfChanged()
    application.session.post("RequestGeometry") {
      errorHandler?($0)
    } reply: { _ in
    } parameters: { [name] in
      Rotation.MaskParameters(
        token: $0, window: name, supported: orientations.wireWords, supportedRaw: orientations.wireRaw)
    }
  }

  /// Forces an orientation, which takes effect only where the controller that is asked does not rotate by itself.
  ///
  /// (UIKit's `setStatusBarOrientation`: `shouldAutorotate` must be false, or the supported orientations none.)
  public func setStatusBarOrientation(_ orientation: InterfaceOrientation) {
    application?.sendMaskIfChanged()
    post("SetStatusBarOrientation") { [name] in
      Rotation.StatusBarParameters(token: $0, window: name, orientation: orientation)
    }
  }

  // MARK: To the daemon

  /// States the tree as it is now.
  func sendTree() {
    application?.sendMaskIfChanged()
    let root = rootViewController?.describe()
    post("SetWindow") { [name, isResized] in
      Rotation.SetWindowParameters(token: $0, window: name, root: root, windowed: isResized)
    }
  }

  func sendActivation() {
    post("Activate") { [name] in Rotation.WindowParameters(token: $0, window: name) }
  }

  private func post(_ member: String, parameters: (String) -> some Encodable) {
    application?.session.post(member) { [weak self] in
      self?.failed($0)
    } reply: { [weak self] in
      self?.answered($0)
    } parameters: {
      parameters($0)
    }
  }

  private func failed(_ error: DaemonError) {
    if case .refused(let refusal) = error { refused(refusal) } else { application?.report(error) }
  }

  /// The first orientation comes with a reply; from then on only events count, since replies and events travel on
  /// different connections and may overtake each other.
  private func answered(_ reply: Reply) {
    guard interfaceOrientation == nil, let decided = try? reply.decode(Rotation.InterfaceReply.self) else { return }
    turned(to: decided.interface, reason: .launch)
  }

  // MARK: From the daemon

  func turned(to orientation: InterfaceOrientation, reason: RotationState.Reason) {
    guard orientation != interfaceOrientation else { return }
    rootViewController?.forEachController { $0.viewWillTransition(to: orientation) }
    interfaceOrientation = orientation
    onTurn?(orientation, reason)
  }

  func foregroundChanged(_ isInForeground: Bool) {
    guard isInForeground != self.isInForeground else { return }
    self.isInForeground = isInForeground
    onForegroundChange?(isInForeground)
  }

  func refused(_ error: RotationError) { onRefusal?(error) }

  /// The controller of that identifier in the tree.
  func controller(_ identifier: String) -> ViewController? {
    var match: ViewController?
    rootViewController?.forEachController { if $0.identifier == identifier { match = $0 } }
    return match
  }
}
