/// How a compositor turns what it shows on an output, with the raw values of `wl_output.transform`.
///
/// The content is turned counter-clockwise by the number of degrees, after it was mirrored left to right where the name
/// says flipped. Sway's configuration and its IPC count the other way: its `90` is `rotated270`.
nonisolated public enum OutputTransform: Int32, CaseIterable, Sendable, Hashable {
  /// As the panel is.
  case normal = 0
  /// A quarter turn counter-clockwise.
  case rotated90 = 1
  /// Upside down.
  case rotated180 = 2
  /// A quarter turn clockwise.
  case rotated270 = 3
  /// Mirrored.
  case flipped = 4
  /// Mirrored, then a quarter turn counter-clockwise.
  case flipped90 = 5
  /// Mirrored, then upside down.
  case flipped180 = 6
  /// Mirrored, then a quarter turn clockwise.
  case flipped270 = 7

  /// The protocol's word: `normal`, `90`, … `flipped-270`.
  public var word: String {
    switch self {
    case .normal: "normal"
    case .rotated90: "90"
    case .rotated180: "180"
    case .rotated270: "270"
    case .flipped: "flipped"
    case .flipped90: "flipped-90"
    case .flipped180: "flipped-180"
    case .flipped270: "flipped-270"
    }
  }

  /// The transform that a word names, nil for any other word.
  public init?(word: some StringProtocol) {
    guard let match = Self.allCases.first(where: { $0.word.utf8.elementsEqual(word.utf8) }) else { return nil }
    self = match
  }
}
