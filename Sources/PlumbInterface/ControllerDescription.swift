/// `Controller` of org.plumbd.Rotation: a view controller with all that hangs on it.
public struct ControllerDescription: Codable, Sendable, Hashable {
  /// `ControllerKind`.
  public enum Kind: String, Codable, Sendable, Hashable { case controller, navigation, tabBar, split, page, alert }

  /// `PresentationStyle`, UIKit's `UIModalPresentationStyle`.
  public enum Style: String, Codable, Sendable, Hashable {
    case fullScreen, overFullScreen, pageSheet, formSheet, popover, currentContext, overCurrentContext, custom
  }

  /// `Delegation`: whom a controller lets answer in its place.
  public enum Delegation: String, Codable, Sendable, Hashable { case visibleChild, visibleViewController }

  /// `ContainerDelegate`: what an iOS 7 container delegate answers.
  public struct ContainerDelegate: Codable, Sendable, Hashable {
    /// Supported orientations in words.
    public var supported: [String]?
    /// The same as a raw mask.
    public var supportedRaw: Int?
    /// The orientation to present in, in a word.
    public var preferred: String?
    /// The same as a raw UIInterfaceOrientation.
    public var preferredRaw: Int?

    /// Answers nothing until its properties are set.
    public init() {}
  }

  /// Unique within the window's tree.
  public var id: String
  /// What it is.
  public var kind: Kind?
  /// Asked first.
  public var shouldAutorotate: Bool?
  /// `supportedInterfaceOrientations` in words.
  public var supported: [String]?
  /// The same as a raw mask.
  public var supportedRaw: Int?
  /// `preferredInterfaceOrientationForPresentation` in a word.
  public var preferred: String?
  /// The same as a raw UIInterfaceOrientation.
  public var preferredRaw: Int?
  /// The iOS 5 predicate's answers in words.
  public var legacyMask: [String]?
  /// The same as a raw mask.
  public var legacyMaskRaw: Int?
  /// Whom it lets answer in its place.
  public var asks: Delegation?
  /// What its iOS 7 delegate answers.
  public var containerDelegate: ContainerDelegate?
  /// How it is presented.
  public var style: Style?
  /// For style custom: whether the presenter's view never left.
  public var presenterStayed: Bool?
  /// `prefersInterfaceOrientationLocked`.
  public var locksInterfaceOrientation: Bool?
  /// Whether it is to be asked at the moment of a rotation.
  public var dynamic: Bool?
  /// The controllers in a container, bottom first.
  public var children: [ControllerDescription]?
  /// The selected child.
  public var selected: Int?
  private var presentedBox: Box?

  /// The controller that it presents.
  public var presented: ControllerDescription? {
    get { presentedBox?.controller }
    set { presentedBox = newValue.map(Box.init) }
  }

  /// Describes a controller by its id; the rest is set where it is not the default.
  public init(id: String, supported: [String]? = nil) {
    self.id = id
    self.supported = supported
  }

  // A value that contains itself needs one step through the heap.
  private final class Box: Codable, Sendable, Hashable {
    let controller: ControllerDescription
    init(_ controller: ControllerDescription) { self.controller = controller }
    init(from decoder: any Decoder) throws { controller = try ControllerDescription(from: decoder) }
    func encode(to encoder: any Encoder) throws { try controller.encode(to: encoder) }
    static func == (left: Box, right: Box) -> Bool { left.controller == right.controller }
    func hash(into hasher: inout Hasher) { hasher.combine(controller) }
  }

  private enum CodingKeys: String, CodingKey {
    case id, kind, shouldAutorotate, supported, supportedRaw, preferred, preferredRaw, legacyMask, legacyMaskRaw, asks
    case containerDelegate, style, presenterStayed, locksInterfaceOrientation, dynamic, children, selected
    case presentedBox = "presented"
  }
}
