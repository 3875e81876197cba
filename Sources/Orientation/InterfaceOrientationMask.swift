/// A set of interface orientations, in the raw values of UIKit's `UIInterfaceOrientationMask`: bit `1 << orientation`.
public struct InterfaceOrientationMask: OptionSet, Sendable, Hashable {
  /// The bits.
  ///
  /// Only bits 1 to 4 mean something; a value from outside may hold others, see `validBits`.
  public var rawValue: Int

  /// Takes the bits as they are, foreign ones included.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Upright, 2.
  public static let portrait = Self(rawValue: 2)
  /// Upside down, 4.
  public static let portraitUpsideDown = Self(rawValue: 4)
  /// Turned for a device held `landscapeLeft`, 8.
  public static let landscapeRight = Self(rawValue: 8)
  /// Turned for a device held `landscapeRight`, 16.
  public static let landscapeLeft = Self(rawValue: 16)
  /// Both landscapes, 24.
  public static let landscape: Self = [.landscapeLeft, .landscapeRight]
  /// All but upside down, 26: a phone's default.
  public static let allButUpsideDown: Self = [.portrait, .landscape]
  /// All four, 30: a pad's default.
  public static let all: Self = [.allButUpsideDown, .portraitUpsideDown]

  /// This mask without the bits that name no orientation (bit 0 and those above bit 4).
  public var validBits: Self { intersection(.all) }

  /// Whether the mask allows the orientation.
  public func contains(_ orientation: InterfaceOrientation) -> Bool { contains(orientation.mask) }

  /// The orientations of the mask in the order of their raw values.
  public var orientations: [InterfaceOrientation] { InterfaceOrientation.allCases.filter(contains) }

  /// The orientations' words in the order of their raw values.
  public var words: [String] { orientations.map(\.word) }
}
