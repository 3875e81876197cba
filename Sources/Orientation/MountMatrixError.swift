/// Why nine numbers, or a text, are no mount matrix.
public enum MountMatrixError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Not three rows of three numbers.
  case notThreeByThree(text: String)
  /// Something that is not a decimal number, with a point whatever the locale.
  case notANumber(String)
  /// An infinity or a NaN, written out or by overflow.
  case notFinite
  /// A row of zeros loses an axis: `x`, `y` or `z`.
  case zeroRow(axis: String)
  /// The rows lie in one plane; the determinant is that of the rows at unit length.
  case singular(determinant: Double)

  /// The reason, for people.
  public var description: String {
    switch self {
    case .notThreeByThree(let text): "“\(text)” is not three rows of three numbers"
    case .notANumber(let word): "“\(word)” is not a number"
    case .notFinite: "its numbers are not all finite"
    case .zeroRow(let axis): "row \(axis) is all zero"
    case .singular(let determinant): "its rows lie in one plane (determinant \(determinant))"
    }
  }
}
