import Orientation

/// A number that does not mean what its author meant: the usual mistakes with UIKit's two numberings.
///
/// Orientations are numbered 1 to 4, masks are `1 << orientation`; mixing them compiles in Objective-C.
public enum MaskSlip: Sendable, Hashable {
  /// A mask with bit 0 set: orientations were combined instead of their masks.
  case orientationsCombined(rawValue: Int)
  /// A mask with bits above those of the four orientations.
  case foreignBits(rawValue: Int)
  /// A preferred orientation that is a mask's number.
  case maskAsPreferred(rawValue: Int)
  /// A preferred orientation that is no number of UIKit's.
  case notAnOrientation(rawValue: Int)

  /// The slip in a mask; nil where its bits all name orientations.
  public init?(_ mask: InterfaceOrientationMask) {
    guard mask != mask.validBits else { return nil }
    self =
      (1...7).contains(mask.rawValue)
      ? .orientationsCombined(rawValue: mask.rawValue) : .foreignBits(rawValue: mask.rawValue)
  }

  /// The slip in a preferred orientation; nil where it is an orientation or UIKit's unknown.
  public init?(_ preferred: PreferredOrientation) {
    guard preferred.orientation == nil, preferred != .unknown else { return nil }
    let mask = InterfaceOrientationMask(rawValue: preferred.rawValue)
    self =
      mask == mask.validBits
      ? .maskAsPreferred(rawValue: preferred.rawValue) : .notAnOrientation(rawValue: preferred.rawValue)
  }

  /// The slip for people: what the number really means.
  public var message: String {
    switch self {
    case .orientationsCombined(let raw):
      return "\(raw) is UIInterfaceOrientation arithmetic, not a mask; it means \(Self.meaning(raw))"
    case .foreignBits(let raw):
      return "\(raw) has bits that name no orientation; it means \(Self.meaning(raw))"
    case .maskAsPreferred(let raw):
      let words = InterfaceOrientationMask(rawValue: raw).words.joined(separator: " + ")
      return "\(raw) is the mask of \(words), not an orientation"
    case .notAnOrientation(let raw):
      return "\(raw) is not an orientation"
    }
  }

  private static func meaning(_ raw: Int) -> String {
    let words = InterfaceOrientationMask(rawValue: raw).words
    return words.isEmpty ? "no orientation at all" : words.joined(separator: " + ")
  }
}
