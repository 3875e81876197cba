import Orientation

/// A view controller as its application declares it, with the controllers inside and above it.
public struct Controller: Sendable, Hashable {
  /// What a controller is, as far as rotation tells kinds apart.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A plain view controller.
    case controller
    /// A stack; its last child is visible.
    case navigation
    /// Tabs; the selected child is visible.
    case tabBar
    /// Two columns; the first child counts as visible.
    case split
    /// Pages; the selected child is visible.
    case page
    /// An alert or action sheet: transparent, it takes its presenter's answers.
    case alert

    /// Whether UIKit asks a delegate of this kind for orientations (iOS 7).
    var isContainer: Bool {
      switch self {
      case .navigation, .tabBar, .split, .page: true
      case .controller, .alert: false
      }
    }
  }

  /// Whom a controller asks instead of answering itself.
  public enum Asks: String, Sendable, Hashable, CaseIterable {
    /// The visible child: a category or a subclass that forwards all three questions.
    case visibleChild
    /// The presented controller where there is one, else the visible child.
    case visibleViewController
  }

  /// What a container's delegate answers in its place (iOS 7); nil where it does not implement the question.
  public struct ContainerDelegate: Sendable, Hashable {
    /// The supported mask.
    public var supported: InterfaceOrientationMask?
    /// The preferred orientation.
    public var preferred: PreferredOrientation?

    /// Makes a delegate's answers.
    public init(supported: InterfaceOrientationMask? = nil, preferred: PreferredOrientation? = nil) {
      self.supported = supported
      self.preferred = preferred
    }
  }

  /// A name, unique in its tree: the same id is the same controller.
  ///
  /// Ids that Unicode holds for equivalent are the same; whoever takes ids from outside bounds their length.
  public var id: String
  /// What it is.
  public var kind: Kind
  /// Its own answers; nil where it overrides nothing.
  public var answers: ControllerAnswers
  /// The four answers of the iOS 5 predicate as a mask; nil where it is not overridden.
  public var legacyMask: InterfaceOrientationMask?
  /// Whom it asks instead of answering.
  public var asks: Asks?
  /// Its container delegate's answers.
  public var containerDelegate: ContainerDelegate?
  /// How it is presented.
  public var style: PresentationStyle
  /// Whether its presenter's view stayed in the window (custom presentations only): then nobody is asked when it is
  /// dismissed.
  public var presenterStayed: Bool
  /// Whether it leaves all answers to the controller beneath it (Android's `behind`).
  public var answersFromBeneath: Bool
  /// Whether it follows the device under the user's lock, too (Android's `sensor` words).
  public var ignoresUserLock: Bool
  /// Whether it answers NO to shouldAutorotate where it says nothing itself (Android's `locked` and `nosensor`).
  public var declinesAutorotation: Bool
  /// iOS 26's `prefersInterfaceOrientationLocked`.
  public var locksInterfaceOrientation: Bool
  /// Whether it wants to be asked at the moment of a rotation.
  public var dynamic: Bool
  /// The controllers inside it.
  public var children: [Controller]
  /// The index of the selected child; nil means the first.
  public var selected: Int?
  // A struct cannot hold itself; an array of at most one can.
  private var above: [Controller]

  /// The controller presented over this one.
  public var presented: Controller? {
    get { above.first }
    set { above = newValue.map { [$0] } ?? [] }
  }

  /// Declares a controller; what is left out is UIKit's default.
  public init(
    id: String, kind: Kind = .controller, answers: ControllerAnswers = ControllerAnswers(),
    legacyMask: InterfaceOrientationMask? = nil, asks: Asks? = nil, containerDelegate: ContainerDelegate? = nil,
    style: PresentationStyle = .fullScreen, presenterStayed: Bool = false, answersFromBeneath: Bool = false,
    ignoresUserLock: Bool = false, declinesAutorotation: Bool = false, locksInterfaceOrientation: Bool = false,
    dynamic: Bool = false, children: [Controller] = [], selected: Int? = nil, presented: Controller? = nil
  ) {
    self.id = id
    self.kind = kind
    self.answers = answers
    self.legacyMask = legacyMask
    self.asks = asks
    self.containerDelegate = containerDelegate
    self.style = style
    self.presenterStayed = presenterStayed
    self.answersFromBeneath = answersFromBeneath
    self.ignoresUserLock = ignoresUserLock
    self.declinesAutorotation = declinesAutorotation
    self.locksInterfaceOrientation = locksInterfaceOrientation
    self.dynamic = dynamic
    self.children = children
    self.selected = selected
    above = presented.map { [$0] } ?? []
  }

  /// The place of the visible child among the children; nil where there is none.
  var visibleChildIndex: Int? {
    let index =
      switch kind {
      case .navigation, .controller: children.count - 1
      case .tabBar, .page: selected ?? 0
      case .split: 0
      case .alert: -1
      }
    return children.indices.contains(index) ? index : nil
  }

  /// Whether it leaves its presenter's answers in force, however it is presented.
  ///
  /// Whom it asks comes before what it declares.
  var isTransparent: Bool { kind == .alert || (answersFromBeneath && asks == nil) }
}
