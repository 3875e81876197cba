public import Orientation

/// `Decision` of org.plumbd.Rotation: the last decision about a window, step by step.
public struct DecisionReport: Codable, Sendable, Hashable {
  /// One step of it.
  public struct Step: Codable, Sendable, Hashable {
    /// What kind of step it is; stable, for programs.
    public var step: String
    /// The step in words.
    public var words: String

    /// Names a step and says it in words.
    public init(step: String, words: String) {
      self.step = step
      self.words = words
    }
  }

  /// The window, nil for the default application.
  public var window: WindowName?
  /// What asked for a decision.
  public var trigger: String
  /// How the device was held.
  public var device: DeviceOrientation
  /// Where the application's mask came from.
  public var applicationMaskSource: String
  /// The application's mask in words.
  public var applicationMask: [String]
  /// The controller that was asked.
  public var target: String?
  /// Whether its supported orientations were asked.
  public var polled: Bool
  /// The intersection in words, nil where none was evaluated.
  public var effectiveMask: [String]?
  /// The error's name where it was refused.
  public var refusal: String?
  /// What came out.
  public var interface: InterfaceOrientation
  /// How it came about, in order.
  public var steps: [Step]

  /// Reports a decision.
  public init(
    window: WindowName?, trigger: String, device: DeviceOrientation, applicationMaskSource: String,
    applicationMask: [String], target: String?, polled: Bool, effectiveMask: [String]?, refusal: String?,
    interface: InterfaceOrientation, steps: [Step]
  ) {
    self.window = window
    self.trigger = trigger
    self.device = device
    self.applicationMaskSource = applicationMaskSource
    self.applicationMask = applicationMask
    self.target = target
    self.polled = polled
    self.effectiveMask = effectiveMask
    self.refusal = refusal
    self.interface = interface
    self.steps = steps
  }
}

/// `WindowStatus` of org.plumbd.Rotation: a window as `ListApplications` shows it.
public struct WindowStatus: Codable, Sendable, Hashable {
  /// Its name.
  public var window: String
  /// Its own orientation.
  public var interface: InterfaceOrientation
  /// Whether it is the one that decides.
  public var foreground: Bool
  /// The controller that would be asked.
  public var target: String?
  /// That controller's mask in words.
  public var controllerMask: [String]?

  /// Reports a window.
  public init(
    window: String, interface: InterfaceOrientation, foreground: Bool, target: String?, controllerMask: [String]?
  ) {
    self.window = window
    self.interface = interface
    self.foreground = foreground
    self.target = target
    self.controllerMask = controllerMask
  }
}

/// `ApplicationStatus` of org.plumbd.Rotation: an application as `ListApplications` shows it.
public struct ApplicationStatus: Codable, Sendable, Hashable {
  /// Its id.
  public var id: String
  /// Its name.
  public var name: String
  /// The user that registered it.
  public var uid: Int
  /// The process that registered it.
  public var pid: Int
  /// Its rules.
  public var profile: ProfileName
  /// Its defaults.
  public var idiom: IdiomName
  /// Its mask in words.
  public var mask: [String]
  /// Where the mask comes from.
  public var maskSource: String
  /// Its windows.
  public var windows: [WindowStatus]

  /// Reports an application.
  public init(
    id: String, name: String, uid: Int, pid: Int, profile: ProfileName, idiom: IdiomName, mask: [String],
    maskSource: String, windows: [WindowStatus]
  ) {
    self.id = id
    self.name = name
    self.uid = uid
    self.pid = pid
    self.profile = profile
    self.idiom = idiom
    self.mask = mask
    self.maskSource = maskSource
    self.windows = windows
  }
}

/// `Setting` of org.plumbd.Rotation: one configuration key as it is in force.
public struct Setting: Codable, Sendable, Hashable {
  /// The section, without brackets.
  public var section: String
  /// The key.
  public var key: String
  /// Its value as text.
  public var value: String
  /// The file that says so, nil for a built-in default.
  public var file: String?
  /// The line in that file.
  public var line: Int?

  /// Reports a setting.
  public init(section: String, key: String, value: String, file: String? = nil, line: Int? = nil) {
    self.section = section
    self.key = key
    self.value = value
    self.file = file
    self.line = line
  }
}
