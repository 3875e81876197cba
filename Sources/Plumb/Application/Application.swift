import PlumbInterface
import Varlink

/// An application as the daemon knows it: what it allows, its windows, and which of them is in front.
///
///     let application = try Application(id: "org.example.viewer")
///     let window = Window(application: application, rootViewController: PictureViewController())
///     window.makeKeyAndVisible()
///     application.run()
///
/// It is registered for as long as it lives, and registers again by itself when the daemon restarts. Nothing here
/// waits for the daemon: what is changed is sent at once, and answers arrive through `dispatch()`. A program with a
/// loop of its own (GTK, Qt, sd-event) watches `descriptor` for reading and calls `dispatch()`, which also calls the
/// overridden answers of view controllers; one without calls `run()`.
open class Application {
  /// The application that was made last, as UIKit's `UIApplication.shared`.
  public private(set) static weak var shared: Application?

  /// Answers for the application; not kept alive by it.
  public weak var delegate: (any ApplicationDelegate)?
  /// Called when the application is registered, and again each time it had to register anew.
  public var onRegister: (() -> Void)?
  /// Called when the daemon is gone; what the application says meanwhile is kept until it is back.
  public var onDisconnect: ((DaemonError) -> Void)?
  /// Called when the daemon does not take what the application says; refusals of orientations go to their window.
  public var onProblem: ((DaemonError) -> Void)?

  /// What was declared.
  public let declaration: ApplicationDescription
  /// The windows, in the order in which they were made.
  public private(set) var windows: [Window] = []
  /// The window that was made key last and has not resigned, nil where there is none.
  public internal(set) weak var keyWindow: Window?

  let session: ApplicationSession
  private var sentMask: InterfaceOrientationMask?

  /// Declares an application in full.
  ///
  /// - Parameters:
  ///   - declaration: Its id, rules, idiom, and which orientations it supports, Info.plist keys included. The masks of
  ///     delegate and subclass are asked for, and need not be here.
  ///   - socket: Where the daemon's socket is; `DaemonSocket.path()` where nil.
  /// - Throws: `ConnectionError.system` where the process has no descriptors left. A daemon that is not there is not
  ///   an error: it is waited for.
  public init(_ declaration: ApplicationDescription, socket: String? = nil) throws(ConnectionError) {
    self.declaration = declaration
    session = try ApplicationSession(path: DaemonSocket.path(socket))
    session.application = self
    Self.shared = self
    session.start()
  }

  /// Declares an application by its id.
  ///
  /// - Parameters:
  ///   - id: A reverse-domain or desktop-file id.
  ///   - supported: The orientations that it supports; nil for the idiom's default.
  ///   - profile: Which generation of UIKit's rules it wants.
  ///   - idiom: Whose defaults hold: a phone's leave upside down out, a pad's have all four.
  ///   - socket: Where the daemon's socket is; `DaemonSocket.path()` where nil.
  /// - Throws: `ConnectionError.system` where the process has no descriptors left.
  public convenience init(
    id: String, supported: InterfaceOrientationMask? = nil, profile: ProfileName = .modern, idiom: IdiomName = .pad,
    socket: String? = nil
  ) throws(ConnectionError) {
    var declaration = ApplicationDescription(id: id, supported: supported?.wireWords)
    declaration.supportedRaw = supported?.wireRaw
    declaration.profile = profile
    declaration.idiom = idiom
    try self.init(declaration, socket: socket)
  }

  /// The orientations that the application allows; nil, the default, leaves it to what was declared.
  ///
  /// For subclasses; a delegate that answers comes first. (`-[UIApplication supportedInterfaceOrientationsForWindow:]`)
  open func supportedInterfaceOrientations(for window: Window?) -> InterfaceOrientationMask? { nil }

  /// Asks all windows as if the device had turned. (UIKit's method of `UIViewController` of the same name)
  public func attemptRotationToDeviceOrientation() {
    sendMaskIfChanged()
    session.post("AttemptRotation", failing: attemptFailed) { Rotation.TokenParameters(token: $0) }
  }

  private func attemptFailed(_ error: DaemonError) {
    if case .refused(let refusal) = error, let window = refusal.window.flatMap(window(named:)) {
      window.refused(refusal)
    } else {
      report(error)
    }
  }

  // MARK: The loop's side

  /// To be watched for reading; the same for as long as the application lives.
  public var descriptor: Int32 { session.descriptor }

  /// Whether the daemon knows the application.
  public var isRegistered: Bool { session.token != nil }

  /// Handles what has come, and never blocks.
  public func dispatch() { session.dispatch() }

  /// Waits for something to come and handles it.
  ///
  /// - Parameter timeout: Seconds to wait at most; nil for as long as it takes.
  public func wait(timeout: Double? = nil) { session.wait(timeout: timeout) }

  /// Waits and handles for ever; for programs without a loop.
  public func run() -> Never {
    while true { wait() }
  }

  /// Waits until the daemon has answered all that was said so far.
  ///
  /// - Parameter timeout: Seconds to wait at most.
  /// - Throws: `DaemonError` where the daemon is not there, does not take the application, or does not answer in time;
  ///   `ConnectionError.held` from within a callback, where nothing can arrive.
  public func synchronize(timeout: Double = 10) throws(DaemonError) { try session.synchronize(timeout: timeout) }

  // MARK: Windows

  func add(_ window: Window) {
    windows.append(window)
    window.sendTree()
  }

  func remove(_ window: Window) {
    windows.removeAll { $0 === window }
    if keyWindow === window { keyWindow = nil }
  }

  func window(named name: String) -> Window? { windows.first { $0.name == name } }

  func report(_ error: DaemonError) { onProblem?(error) }

  // MARK: The application's mask

  /// The mask of delegate or subclass, nil where neither answers.
  private var liveMask: InterfaceOrientationMask? {
    delegate?.application(self, supportedInterfaceOrientationsFor: keyWindow)
      ?? supportedInterfaceOrientations(for: keyWindow)
  }

  /// What is registered: the declaration with the masks as they are at this moment.
  func registration() -> ApplicationDescription {
    var registration = declaration
    if let mask = delegate?.application(self, supportedInterfaceOrientationsFor: keyWindow) {
      registration.delegateMask = mask.wireWords
      registration.delegateMaskRaw = mask.wireRaw
    }
    if let mask = supportedInterfaceOrientations(for: keyWindow) {
      registration.subclassMask = mask.wireWords
      registration.subclassMaskRaw = mask.wireRaw
    }
    sentMask = liveMask
    return registration
  }

  /// The parameters that tell the daemon a mask that has changed since it was told last, nil where it has not.
  func changedMask(token: String) -> Rotation.MaskParameters? {
    guard let mask = liveMask, mask != sentMask else { return nil }
    sentMask = mask
    return Rotation.MaskParameters(token: token, supported: mask.wireWords, supportedRaw: mask.wireRaw)
  }

  /// UIKit asks for the mask at each evaluation; the daemon hears of a change before it evaluates.
  func sendMaskIfChanged() {
    guard let token = session.token, let parameters = changedMask(token: token) else { return }
    session.post("SetApplicationMask", failing: report) { _ in parameters }
  }
}

extension InterfaceOrientationMask {
  /// The mask in words, nil where it has bits that words cannot say: the daemon is to hear of such a slip.
  var wireWords: [String]? { self == validBits ? words : nil }
  /// The mask as a number, nil where words say it.
  var wireRaw: Int? { self == validBits ? nil : rawValue }
}
