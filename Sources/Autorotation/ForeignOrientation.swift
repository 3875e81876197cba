import Orientation

/// What a word of Android or of the W3C Screen Orientation specification means here.
///
/// Words carry a prefix: `android:sensorLandscape` (a name or the number of `ActivityInfo.screenOrientation`),
/// `w3c:landscape-primary` (an `OrientationLockType`).
public struct ForeignOrientation: Sendable, Hashable {
  /// What the meaning of some words depends on.
  public struct Context: Sendable, Hashable {
    /// How the panel is mounted.
    public var panel: Panel
    /// Whether users may turn any application upside down, Android's setting "allow all rotations".
    public var allowsAllRotations: Bool
    /// The orientation shown now, for `android:locked`; nil allows all, which comes to the same since it stays.
    public var interface: InterfaceOrientation?

    /// Makes a context: by default an upright portrait panel.
    public init(
      panel: Panel = Panel(), allowsAllRotations: Bool = false, interface: InterfaceOrientation? = nil
    ) {
      self.panel = panel
      self.allowsAllRotations = allowsAllRotations
      self.interface = interface
    }
  }

  /// The supported orientations; nil where those of what lies beneath count (`android:behind`).
  public var mask: InterfaceOrientationMask?
  /// UIKit's shouldAutorotate: false where the interface stays as it is.
  public var shouldAutorotate: Bool
  /// Whether the sensor chooses among several.
  public var followsSensor: Bool
  /// Whether the user's rotation lock holds; Android's `sensor…` words ignore it.
  public var obeysUserLock: Bool

  private init(
    _ mask: InterfaceOrientationMask?, shouldAutorotate: Bool = true, followsSensor: Bool = true,
    obeysUserLock: Bool = true
  ) {
    self.mask = mask
    self.shouldAutorotate = shouldAutorotate
    self.followsSensor = followsSensor
    self.obeysUserLock = obeysUserLock
  }

  /// Whether a word has one of the prefixes, known or not.
  public static func isForeign(_ word: some StringProtocol) -> Bool {
    mayBeWord(word) && (word.hasPrefix(androidPrefix) || word.hasPrefix(w3cPrefix))
  }

  /// Whether a word is short enough to be compared as text; hostile text costs the square of its length.
  static func mayBeWord(_ word: some StringProtocol) -> Bool { word.utf8.count <= longestWord }

  /// Writes the meaning into a controller.
  ///
  /// What the controller itself says to shouldAutorotate stays.
  public func declare(in controller: inout Controller) {
    controller.declareSupported(mask)
    controller.answersFromBeneath = mask == nil
    controller.ignoresUserLock = !obeysUserLock
    controller.declinesAutorotation = !shouldAutorotate
  }

  /// Reads a word with its prefix; nil where it is unknown.
  public init?(word: String, in context: Context = Context()) {
    guard Self.mayBeWord(word) else { return nil }
    if word.hasPrefix(Self.androidPrefix) {
      self.init(android: word.dropFirst(Self.androidPrefix.count), in: context)
    } else if word.hasPrefix(Self.w3cPrefix) {
      self.init(w3c: word.dropFirst(Self.w3cPrefix.count), in: context)
    } else {
      return nil
    }
  }

  /// No word of any of the worlds comes near it, in bytes.
  private static let longestWord = 64
  private static let androidPrefix = "android:"
  private static let w3cPrefix = "w3c:"

  private init?(android word: Substring, in context: Context) {
    let usual: InterfaceOrientationMask = context.allowsAllRotations ? .all : .allButUpsideDown
    switch word {
    case "unspecified", "-1", "user", "2": self.init(usual)
    case "landscape", "0": self.init(Self.landscapePrimary(context.panel), followsSensor: false)
    case "portrait", "1": self.init(.portrait, followsSensor: false)
    case "behind", "3": self.init(nil)
    case "sensor", "4": self.init(usual, obeysUserLock: false)
    case "nosensor", "5":
      self.init(
        context.panel.upright.mask, shouldAutorotate: false, followsSensor: false, obeysUserLock: false)
    case "sensorLandscape", "6": self.init(.landscape, obeysUserLock: false)
    case "sensorPortrait", "7": self.init([.portrait, .portraitUpsideDown], obeysUserLock: false)
    case "reverseLandscape", "8": self.init(Self.landscapeSecondary(context.panel), followsSensor: false)
    case "reversePortrait", "9": self.init(.portraitUpsideDown, followsSensor: false)
    case "fullSensor", "10": self.init(.all, obeysUserLock: false)
    case "userLandscape", "11": self.init(.landscape)
    case "userPortrait", "12": self.init([.portrait, .portraitUpsideDown])
    case "fullUser", "13": self.init(.all)
    case "locked", "14":
      self.init(context.interface?.mask ?? .all, shouldAutorotate: false, followsSensor: false)
    default: return nil
    }
  }

  private init?(w3c word: Substring, in context: Context) {
    switch word {
    case "any": self.init(.all)
    case "natural": self.init(context.panel.upright.mask, followsSensor: false)
    case "portrait": self.init([.portrait, .portraitUpsideDown])
    case "landscape": self.init(.landscape)
    case "portrait-primary": self.init(.portrait, followsSensor: false)
    case "portrait-secondary": self.init(.portraitUpsideDown, followsSensor: false)
    case "landscape-primary": self.init(Self.landscapePrimary(context.panel), followsSensor: false)
    case "landscape-secondary": self.init(Self.landscapeSecondary(context.panel), followsSensor: false)
    default: return nil
    }
  }

  /// A landscape panel's own upright is its primary landscape; a portrait panel's is UIKit's right one.
  private static func landscapePrimary(_ panel: Panel) -> InterfaceOrientationMask {
    panel.upright == .landscapeLeft ? .landscapeLeft : .landscapeRight
  }

  private static func landscapeSecondary(_ panel: Panel) -> InterfaceOrientationMask {
    panel.upright == .landscapeLeft ? .landscapeRight : .landscapeLeft
  }
}

extension Controller {
  /// Declares the supported mask, nil for none; an earlier foreign word has no more say in anything.
  public mutating func declareSupported(_ mask: InterfaceOrientationMask?) {
    answers.supported = mask
    answersFromBeneath = false
    ignoresUserLock = false
    declinesAutorotation = false
  }
}
