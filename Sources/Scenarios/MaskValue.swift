import Autorotation
import Orientation

/// A mask in a file: UIKit's raw number, a list of words, or one word of another world with its prefix.
struct MaskValue: Decodable, Sendable, Hashable {
  /// The mask as it stands, foreign bits included.
  var mask: InterfaceOrientationMask
  /// What a word of another world means besides.
  var foreign: ForeignOrientation?

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Int.self) {
      mask = InterfaceOrientationMask(rawValue: number)
    } else if let words = try? container.decode([String].self) {
      mask = []
      for word in words {
        guard let meaning = InterfaceOrientationMask(anyWord: word) else { throw Self.unknown(word, in: container) }
        mask.formUnion(meaning)
      }
      // A single foreign word says more than its mask.
      foreign = words.count == 1 ? words.first.flatMap { ForeignOrientation(word: $0) } : nil
    } else if let word = try? container.decode(String.self), ForeignOrientation.isForeign(word) {
      guard let meaning = ForeignOrientation(word: word) else { throw Self.unknown(word, in: container) }
      mask = meaning.mask ?? .all
      foreign = meaning
    } else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "a mask is a whole number, a list of orientation words, or an android: or w3c: word")
    }
  }

  private static func unknown(_ word: String, in container: any SingleValueDecodingContainer) -> DecodingError {
    .dataCorruptedError(in: container, debugDescription: "\"\(word)\" is not known")
  }
}

/// A preferred orientation in a file: a raw number, valid or not, or a word.
struct PreferredValue: Decodable, Sendable, Hashable {
  var preferred: PreferredOrientation

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Int.self) {
      preferred = PreferredOrientation(rawValue: number)
    } else if let word = try? container.decode(String.self), word == "unknown" {
      preferred = .unknown
    } else {
      preferred = PreferredOrientation(try container.decode(InterfaceOrientation.self))
    }
  }
}
