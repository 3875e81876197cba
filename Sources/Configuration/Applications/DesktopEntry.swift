public import Orientation

/// What an application's desktop entry says of how it can be shown.
public struct DesktopEntry: Sendable, Hashable {
  /// The key that says it, in the group `[Desktop Entry]`.
  public static let key = "X-Plumb-SupportedOrientations"

  /// The orientations; nil where the entry does not say, or says what nobody understands.
  public var supported: InterfaceOrientationMask?
  /// What the key is where it is not understood.
  public var misunderstood: String?
  /// The id or class that its windows have, where that is not the entry's own name.
  public var windowClass: String?

  /// Reads an entry's bytes, whatever they are.
  ///
  /// libinih is not for these: their lines are longer than it takes, and of several groups only one counts.
  public init(_ bytes: [UInt8]) {
    var isInGroup = false
    for line in bytes.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
      if line.first == UInt8(ascii: "[") {
        isInGroup = line.elementsEqual("[Desktop Entry]".utf8)
      } else if isInGroup, let end = line.firstIndex(of: UInt8(ascii: "=")) {
        let name = Self.text(line[..<end])
        if name == Self.key, supported == nil {
          take(Self.text(line[(end + 1)...]))
        } else if name == "StartupWMClass", windowClass == nil {
          windowClass = Self.text(line[(end + 1)...])
        }
      }
    }
  }

  private mutating func take(_ value: String) {
    let words = value.split(separator: ";").joined(separator: " ")
    supported = ValueSyntax<InterfaceOrientationMask>.mask.parse(words)
    misunderstood = supported == nil ? value : nil
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    let end = bytes.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? bytes.startIndex
    return String(decoding: bytes[..<end].drop(while: isBlank), as: UTF8.self)
  }
}
