import Autorotation
import Orientation
import Varlink

// Masks and orientations as they come over the socket: words, or UIKit's raw number, never both.

extension InterfaceOrientationMask {
  /// The mask of a pair of wire fields, nil where neither is there.
  /// - Throws: `VarlinkError.invalidParameter` naming the field, and the element in a list of words.
  init?(
    words: [String]?, raw: Int?, _ field: String, in context: ForeignOrientation.Context
  ) throws(VarlinkError) {
    switch (words, raw) {
    case (nil, nil): return nil
    case (nil, let raw?): self.init(rawValue: raw)
    case (let words?, nil):
      self = []
      for (index, word) in words.enumerated() {
        guard let mask = Self(anyWord: word, in: context) else { throw .invalidParameter("\(field)[\(index)]") }
        formUnion(mask)
      }
    case (.some, .some): throw .invalidParameter(field + "Raw")
    }
  }
}

extension PreferredOrientation {
  /// The preferred orientation of a pair of wire fields, nil where neither is there.
  /// - Throws: `VarlinkError.invalidParameter` naming the field.
  init?(word: String?, raw: Int?, _ field: String) throws(VarlinkError) {
    switch (word, raw) {
    case (nil, nil): return nil
    case (nil, let raw?): self.init(rawValue: raw)
    case (let word?, nil):
      guard let orientation = InterfaceOrientation(word: word) else { throw .invalidParameter(field) }
      self.init(orientation)
    case (.some, .some): throw .invalidParameter(field + "Raw")
    }
  }
}
