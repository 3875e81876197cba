public import Orientation
import Varlink

/// The methods of org.plumbd.Rotation: parameters and replies, as daemon and clients encode them.
public enum Rotation {
  /// The interface's name.
  public static let name = "org.plumbd.Rotation"
  /// How many bytes an id, a name or a token may have.
  public static let nameLengths = 1...255

  /// A method's full name.
  public static func method(_ member: String) -> String { "\(name).\(member)" }

  /// No parameters, or an empty reply.
  public struct Nothing: Codable, Sendable, Hashable {
    /// The only value.
    public init() {}
  }

  /// The reply of `Monitor`.
  public struct MonitorReply: Codable, Sendable {
    /// The state.
    public var state: RotationState
    /// Wraps a state.
    public init(state: RotationState) { self.state = state }
  }

  /// The parameters of `Register`.
  public struct RegisterParameters: Codable, Sendable {
    /// What is registered.
    public var application: ApplicationDescription
    /// Registers an application.
    public init(application: ApplicationDescription) { self.application = application }
  }

  /// The reply of `Register`.
  public struct RegisterReply: Codable, Sendable {
    /// 128 random bits in hexadecimal.
    public var token: String
    /// Hands out a token.
    public init(token: String) { self.token = token }
  }

  /// The parameters of `SetWindow`.
  public struct SetWindowParameters: Codable, Sendable {
    /// The application.
    public var token: String
    /// The window's name.
    public var window: String
    /// The whole tree; nil for no root controller.
    public var root: ControllerDescription?
    /// Whether the window is resized, not full-screen.
    public var windowed: Bool?

    /// States a window's tree.
    public init(token: String, window: String, root: ControllerDescription?, windowed: Bool? = nil) {
      self.token = token
      self.window = window
      self.root = root
      self.windowed = windowed
    }
  }

  /// The parameters of the methods that name a window: `CloseWindow`, `Activate`, `Deactivate`, `SetNeedsUpdate`.
  public struct WindowParameters: Codable, Sendable {
    /// The application.
    public var token: String
    /// The window's name.
    public var window: String

    /// Names a window.
    public init(token: String, window: String) {
      self.token = token
      self.window = window
    }
  }

  /// The parameters of `AttemptRotation`.
  public struct TokenParameters: Codable, Sendable {
    /// The application.
    public var token: String
    /// Names an application.
    public init(token: String) { self.token = token }
  }

  /// The parameters of `WatchWindow` and `Explain`: some window, or all.
  public struct MaybeWindowParameters: Codable, Sendable {
    /// The application; optional for `Explain` alone.
    public var token: String?
    /// The window, or all.
    public var window: String?

    /// Names a window, or all.
    public init(token: String? = nil, window: String? = nil) {
      self.token = token
      self.window = window
    }
  }

  /// The reply of `WatchWindow`.
  public struct WatchWindowReply: Codable, Sendable {
    /// What is told.
    public var event: WindowEventMessage
    /// Wraps an event.
    public init(event: WindowEventMessage) { self.event = event }
  }

  /// The parameters of `Answer`.
  public struct AnswerParameters: Codable, Sendable {
    /// The application.
    public var token: String
    /// The query that is answered.
    public var query: Int
    /// What the controller answers; the declared value where absent.
    public var shouldAutorotate: Bool?
    /// Supported orientations in words.
    public var supported: [String]?
    /// The same as a raw mask.
    public var supportedRaw: Int?
    /// The preferred orientation in a word.
    public var preferred: String?
    /// The same as a raw UIInterfaceOrientation.
    public var preferredRaw: Int?

    /// Answers a query; the rest is set where the controller has an answer.
    public init(token: String, query: Int) {
      self.token = token
      self.query = query
    }
  }

  /// The parameters of `SetForeground`.
  public struct SetForegroundParameters: Codable, Sendable {
    /// The application by id.
    public var application: String?
    /// The application by process.
    public var pid: Int?

    /// Names an application, or nobody.
    public init(application: String? = nil, pid: Int? = nil) {
      self.application = application
      self.pid = pid
    }
  }

  /// The parameters of `SetPanel`.
  public struct SetPanelParameters: Codable, Sendable {
    /// Whether somebody looks at the panel.
    public var on: Bool

    /// Says whether somebody looks.
    public init(on: Bool) { self.on = on }
  }

  /// The parameters of `SetApplicationMask` and `RequestGeometry`.
  public struct MaskParameters: Codable, Sendable {
    /// The application.
    public var token: String
    /// The window; `RequestGeometry` alone.
    public var window: String?
    /// The mask in words.
    public var supported: [String]?
    /// The same as a raw number.
    public var supportedRaw: Int?

    /// Gives a mask in words.
    public init(token: String, window: String? = nil, supported: [String]? = nil, supportedRaw: Int? = nil) {
      self.token = token
      self.window = window
      self.supported = supported
      self.supportedRaw = supportedRaw
    }
  }

  /// The parameters of `SetStatusBarOrientation`.
  public struct StatusBarParameters: Codable, Sendable {
    /// The application.
    public var token: String
    /// The window's name.
    public var window: String
    /// The orientation to force.
    public var orientation: InterfaceOrientation

    /// Forces an orientation.
    public init(token: String, window: String, orientation: InterfaceOrientation) {
      self.token = token
      self.window = window
      self.orientation = orientation
    }
  }

  /// The parameters of `Lock`.
  public struct LockParameters: Codable, Sendable {
    /// The orientation to hold; the present one where absent.
    public var orientation: InterfaceOrientation?
    /// Holds an orientation.
    public init(orientation: InterfaceOrientation? = nil) { self.orientation = orientation }
  }

  /// The reply of `Lock` and `Unlock`.
  public struct LockReply: Codable, Sendable {
    /// Why the next start will not find it so, for people; nil where it will.
    public var warning: String?
    /// Says that it was done, and what is amiss.
    public init(warning: String? = nil) { self.warning = warning }
  }

  /// The parameters of `Rotate`.
  public struct RotateParameters: Codable, Sendable {
    /// The orientation to turn to.
    public var orientation: InterfaceOrientation
    /// Turns once.
    public init(orientation: InterfaceOrientation) { self.orientation = orientation }
  }

  /// The reply of the methods that decide: the window's orientation.
  public struct InterfaceReply: Codable, Sendable {
    /// The approved orientation.
    public var interface: InterfaceOrientation
    /// Wraps an orientation.
    public init(interface: InterfaceOrientation) { self.interface = interface }
  }

  /// The reply of `ListApplications`.
  public struct ListApplicationsReply: Codable, Sendable {
    /// Who is registered.
    public var applications: [ApplicationStatus]
    /// Wraps a list.
    public init(applications: [ApplicationStatus]) { self.applications = applications }
  }

  /// The reply of `Explain`.
  public struct ExplainReply: Codable, Sendable {
    /// The decision.
    public var decision: DecisionReport
    /// Wraps a decision.
    public init(decision: DecisionReport) { self.decision = decision }
  }

  /// The reply of `GetConfiguration`.
  public struct GetConfigurationReply: Codable, Sendable {
    /// Every key.
    public var settings: [Setting]
    /// Wraps a list.
    public init(settings: [Setting]) { self.settings = settings }
  }
}
