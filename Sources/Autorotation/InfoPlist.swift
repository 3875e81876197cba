import Orientation

/// The keys of an Info.plist that bear on rotation.
///
/// A key may carry a suffix that names a kind of device; it then beats the bare key on that kind (Apple's "Information
/// Property List Key Reference").
public struct InfoPlist: Sendable, Hashable {
  /// What may follow a key's name.
  public enum Suffix: String, Sendable, Hashable, CaseIterable {
    /// No suffix: every device.
    case bare = ""
    /// Pads.
    case pad = "~ipad"
    /// Phones.
    case phone = "~iphone"
    /// The iPod touch, which counts as a phone.
    case pod = "~ipod"
  }

  /// The name of the key that lists the supported orientations, without a suffix.
  public static let supportedKey = "UISupportedInterfaceOrientations"
  /// The name of the older key that gives a hint for the launch, without a suffix.
  public static let launchKey = "UIInterfaceOrientation"
  /// The name of the key that opts out of multitasking, without a suffix.
  public static let fullScreenKey = "UIRequiresFullScreen"

  /// `UISupportedInterfaceOrientations`: UIKit's constant names, in the order of the file.
  public var supported: [Suffix: [String]]
  /// `UIInterfaceOrientation`: one constant name.
  public var launchOrientation: [Suffix: String]
  /// `UIRequiresFullScreen`.
  public var requiresFullScreen: [Suffix: Bool]

  /// Takes the keys' values as they stand in the file.
  public init(
    supported: [Suffix: [String]] = [:], launchOrientation: [Suffix: String] = [:],
    requiresFullScreen: [Suffix: Bool] = [:]
  ) {
    self.supported = supported
    self.launchOrientation = launchOrientation
    self.requiresFullScreen = requiresFullScreen
  }

  /// Makes the list of a client that speaks of orientations directly.
  public init(supported words: [InterfaceOrientation], requiresFullScreen: Bool) {
    self.init(
      supported: [.bare: words.map(Self.constantName)], requiresFullScreen: requiresFullScreen ? [.bare: true] : [:])
  }

  /// UIKit's constant for an orientation, as Info.plist files write it.
  public static func constantName(_ orientation: InterfaceOrientation) -> String {
    switch orientation {
    case .portrait: "UIInterfaceOrientationPortrait"
    case .portraitUpsideDown: "UIInterfaceOrientationPortraitUpsideDown"
    case .landscapeRight: "UIInterfaceOrientationLandscapeRight"
    case .landscapeLeft: "UIInterfaceOrientationLandscapeLeft"
    }
  }

  /// The orientation that a constant's name means; nil for any other word.
  public static func orientation(constantName name: String) -> InterfaceOrientation? {
    InterfaceOrientation.allCases.first { constantName($0).utf8.elementsEqual(name.utf8) }
  }

  /// The list in force on a kind of device, in the file's order and without unknown words.
  ///
  /// The suffixed key first, then the bare one; a list without a known word counts as absent, and nil means that none
  /// is left.
  public func supportedOrientations(on idiom: Idiom) -> [InterfaceOrientation]? {
    for suffix in Self.suffixes(for: idiom) {
      let list = (supported[suffix] ?? []).compactMap(Self.orientation(constantName:))
      if !list.isEmpty { return list }
    }
    return nil
  }

  /// The older launch hint in force on a kind of device; nil where none is a known word.
  public func launchHint(on idiom: Idiom) -> InterfaceOrientation? {
    for suffix in Self.suffixes(for: idiom) {
      if let word = launchOrientation[suffix], let hint = Self.orientation(constantName: word) { return hint }
    }
    return nil
  }

  /// Whether the application wants the whole screen on a kind of device.
  public func requiresFullScreen(on idiom: Idiom) -> Bool {
    for suffix in Self.suffixes(for: idiom) {
      if let value = requiresFullScreen[suffix] { return value }
    }
    return false
  }

  /// What a person should hear about the values: each unknown word, with the key it stands under.
  public var warnings: [String] {
    var warnings: [String] = []
    for suffix in Suffix.allCases {
      let words = supported[suffix] ?? []
      for word in words where Self.orientation(constantName: word) == nil {
        warnings.append(Self.warning(word, key: Self.supportedKey + suffix.rawValue))
      }
      if let word = launchOrientation[suffix], Self.orientation(constantName: word) == nil {
        warnings.append(Self.warning(word, key: Self.launchKey + suffix.rawValue))
      }
    }
    return warnings
  }

  private static func warning(_ word: String, key: String) -> String {
    let remedy =
      word.hasPrefix("UIDeviceOrientation")
      ? "it names a device orientation; the list takes UIInterfaceOrientation constants"
      : "it is not one of the four UIInterfaceOrientation constants"
    return "\(key): \"\(word)\" is ignored: \(remedy)"
  }

  private static func suffixes(for idiom: Idiom) -> [Suffix] {
    switch idiom {
    case .phone: [.phone, .pod, .bare]
    case .pad: [.pad, .bare]
    }
  }
}

extension InfoPlist: Decodable {
  private struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// Reads a property list's dictionary; keys that do not bear on rotation are free.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    self.init()
    for suffix in Suffix.allCases {
      func value<Value: Decodable>(_ name: String, as type: Value.Type) throws -> Value? {
        try container.decodeIfPresent(type, forKey: Key(stringValue: name + suffix.rawValue))
      }
      supported[suffix] = try value(Self.supportedKey, as: [String].self)
      launchOrientation[suffix] = try value(Self.launchKey, as: String.self)
      requiresFullScreen[suffix] = try value(Self.fullScreenKey, as: Bool.self)
    }
  }
}
