import Orientation

/// Where an application's mask came from, strongest first.
public enum MaskSource: Sendable, Hashable {
  /// `application:supportedInterfaceOrientationsForWindow:` of the application's delegate.
  case delegate
  /// The same question answered by a subclass of UIApplication; not asked where the delegate answers.
  case subclass
  /// The list of Info.plist.
  case infoPlist
  /// Nothing said: the device's kind decides.
  case idiom(Idiom)

  /// The source for people.
  public var words: String {
    switch self {
    case .delegate: "the application delegate"
    case .subclass: "the UIApplication subclass"
    case .infoPlist: "its list, as in Info.plist"
    case .idiom(let idiom): "the default of a \(idiom.rawValue)"
    }
  }
}

/// What an application says about orientations, and the rules it lives under.
///
/// The first source that exists wins: delegate, subclass of UIApplication, Info.plist, the idiom's default (UIKit's
/// documentation of `supportedInterfaceOrientationsForWindow:`).
public struct ApplicationMasks: Sendable, Hashable {
  /// The Info.plist, where there is one.
  public let infoPlist: InfoPlist?
  /// The delegate's answer, where it has one.
  public private(set) var delegateMask: InterfaceOrientationMask?
  /// The answer of a subclass of UIApplication, where there is one.
  public private(set) var subclassMask: InterfaceOrientationMask?
  /// The generation of the mechanism.
  public let profile: Profile
  /// The kind of device.
  public let idiom: Idiom
  /// Whether the bridge is in force that replaces every controller's new answers by its old predicate.
  public let legacyShim: Bool

  /// The mask in force, without bits that name no orientation; it may be empty.
  public private(set) var mask: InterfaceOrientationMask
  /// What the number of the mask in force really means, where it holds bits that name no orientation.
  public private(set) var slip: MaskSlip?
  /// Where the mask in force came from.
  public private(set) var source: MaskSource
  /// Whether the system alone orients this application: multitasking on a pad.
  ///
  /// So where the list names all four orientations and the whole screen is not required; a delegate's or a
  /// subclass's mask does not end it.
  public let bypassesControllers: Bool

  /// Gathers the sources; each is nil where the application does not have it.
  public init(
    infoPlist: InfoPlist? = nil, delegateMask: InterfaceOrientationMask? = nil,
    subclassMask: InterfaceOrientationMask? = nil, profile: Profile, idiom: Idiom, legacyShim: Bool = false
  ) {
    self.infoPlist = infoPlist
    self.delegateMask = delegateMask
    self.subclassMask = subclassMask
    self.profile = profile
    self.idiom = idiom
    self.legacyShim = legacyShim
    let list = infoPlist?.supportedOrientations(on: idiom)
    bypassesControllers =
      profile == .modern && idiom == .pad && Set(list ?? []).count == InterfaceOrientation.allCases.count
      && infoPlist?.requiresFullScreen(on: idiom) == false
    mask = idiom.defaultMask
    source = .idiom(idiom)
    resolve()
  }

  /// Replaces the mask in force: the subclass's where that is it, else the delegate's.
  public mutating func replaceMaskInForce(_ mask: InterfaceOrientationMask) {
    switch source {
    case .subclass: subclassMask = mask
    case .delegate, .infoPlist, .idiom: delegateMask = mask
    }
    resolve()
  }

  private mutating func resolve() {
    slip = (delegateMask ?? subclassMask).flatMap { MaskSlip($0) }
    if let delegateMask {
      (mask, source) = (delegateMask.validBits, .delegate)
    } else if let subclassMask {
      (mask, source) = (subclassMask.validBits, .subclass)
    } else if let list = infoPlist?.supportedOrientations(on: idiom) {
      (mask, source) = (list.reduce(into: []) { $0.formUnion($1.mask) }, .infoPlist)
    } else {
      (mask, source) = (idiom.defaultMask, .idiom(idiom))
    }
  }

  /// The orientation in which the application starts (Apple's TN2244).
  ///
  /// A phone up to iOS 7 takes portrait where the list has it; pads and later systems take the device's orientation
  /// (nil while flat or locked) where the list has it; else the first listed. Without a list the older hint counts,
  /// without either it is portrait.
  public func launchOrientation(device: InterfaceOrientation?) -> InterfaceOrientation {
    guard let list = infoPlist?.supportedOrientations(on: idiom), let first = list.first else {
      return infoPlist?.launchHint(on: idiom) ?? .portrait
    }
    let followsDevice = profile == .modern || idiom == .pad
    let wish = followsDevice ? device : .portrait
    if let wish, list.contains(wish) { return wish }
    return first
  }
}
