/// A rotation from a sensor's frame to the device's, row-major: out = M · v.
///
/// Reflections and matrices that are not quite orthogonal are in use and accepted; a matrix that loses a dimension is
/// not. Source: the kernel's `mount-matrix.txt` and its ABI file `sysfs-bus-iio`; systemd's `60-sensor.hwdb` uses the
/// same text form.
public struct MountMatrix: Sendable, Hashable {
  /// Nine numbers, row by row: the device's x from the sensor's x, y, z, then its y, then its z.
  public let rows: [Double]

  /// The sensor's frame is the device's.
  public static let identity = MountMatrix(unchecked: [1, 0, 0, 0, 1, 0, 0, 0, 1])

  private init(unchecked rows: [Double]) { self.rows = rows }

  /// Takes nine numbers, row by row, as they are.
  /// - Throws: `MountMatrixError` where they are not nine finite numbers that span all three dimensions.
  public init(rows: [Double]) throws(MountMatrixError) {
    let checked = try Self.repairing(rows: rows)
    guard checked.repair == nil else { throw .singular(determinant: Self.normalizedDeterminant(rows)) }
    self = checked.matrix
  }

  /// The same for a vector of the other polarity: every number with the other sign.
  public var negated: MountMatrix { MountMatrix(unchecked: rows.map { 0 - $0 }) }

  /// The vector in the device's frame.
  public func callAsFunction(_ v: Acceleration) -> Acceleration {
    Acceleration(
      x: rows[0] * v.x + rows[1] * v.y + rows[2] * v.z,
      y: rows[3] * v.x + rows[4] * v.y + rows[5] * v.z,
      z: rows[6] * v.x + rows[7] * v.y + rows[8] * v.z)
  }

  /// The text form that `parse(_:)` reads: `a, b, c; d, e, f; g, h, i`.
  public var text: String {
    [0, 3, 6].map { start in rows[start..<start + 3].map(word).joined(separator: ", ") }.joined(separator: "; ")
  }
}

// MARK: - Validation

extension MountMatrix {
  /// Below this determinant of its unit-length rows a matrix is near-singular: the rows are within 6° of one plane.
  private static let leastDeterminant = 0.1

  /// Takes nine numbers, row by row, and repairs what can be repaired without a guess.
  ///
  /// Only the z row can: x and y decide which edge is up, and where these two contradict each other nobody can tell
  /// which of them is wrong.
  /// - Throws: `MountMatrixError` where they are no usable matrix.
  public static func repairing(rows: [Double]) throws(MountMatrixError) -> RepairedMountMatrix {
    guard rows.count == 9 else {
      throw .notThreeByThree(text: rows.map { "\($0)" }.joined(separator: ", "))
    }
    guard rows.allSatisfy(\.isFinite) else { throw .notFinite }
    for (axis, start) in [("x", 0), ("y", 3), ("z", 6)] where rows[start..<start + 3].allSatisfy({ $0 == 0 }) {
      throw .zeroRow(axis: axis)
    }
    let determinant = normalizedDeterminant(rows)
    guard determinant.isFinite else { throw .notFinite }
    if abs(determinant) >= leastDeterminant {
      return RepairedMountMatrix(matrix: MountMatrix(unchecked: rows), repair: nil)
    }
    let z = cross(Array(rows[0..<3]), Array(rows[3..<6]))
    let repaired = Array(rows[0..<6]) + z
    guard z.contains(where: { $0 != 0 }), abs(normalizedDeterminant(repaired)) >= leastDeterminant,
      abs(sine(Array(rows[0..<3]), Array(rows[3..<6]))) >= leastDeterminant
    else { throw .singular(determinant: determinant) }
    return RepairedMountMatrix(matrix: MountMatrix(unchecked: repaired), repair: .replacedRowZ(with: z))
  }

  private static func cross(_ a: [Double], _ b: [Double]) -> [Double] {
    // Adding zero turns −0 into 0, which reads better in a warning.
    [a[1] * b[2] - a[2] * b[1] + 0, a[2] * b[0] - a[0] * b[2] + 0, a[0] * b[1] - a[1] * b[0] + 0]
  }

  private static func length(_ v: [Double]) -> Double { (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]).squareRoot() }

  private static func sine(_ a: [Double], _ b: [Double]) -> Double { length(cross(a, b)) / (length(a) * length(b)) }

  /// The determinant with each row brought to length 1, so that a scaled matrix is judged by its directions.
  private static func normalizedDeterminant(_ rows: [Double]) -> Double {
    guard rows.count == 9 else { return 0 }
    let (x, y, z) = (Array(rows[0..<3]), Array(rows[3..<6]), Array(rows[6..<9]))
    let c = cross(x, y)
    return (c[0] * z[0] + c[1] * z[1] + c[2] * z[2]) / (length(x) * length(y) * length(z))
  }
}

// MARK: - Text

extension MountMatrix {
  /// Reads `a, b, c; d, e, f; g, h, i`, or nine numbers apart by commas, blanks or line ends.
  ///
  /// An empty text is the identity (an empty attribute means that nobody set one). Numbers have a decimal point in
  /// every locale. What can be repaired is, as in `repairing(rows:)`.
  /// - Throws: `MountMatrixError` where it is no usable matrix.
  public static func parse(_ text: String) throws(MountMatrixError) -> RepairedMountMatrix {
    let isBlank: (Character) -> Bool = { $0.isWhitespace || $0.isNewline || $0 == "\0" }
    guard !text.allSatisfy(isBlank) else { return RepairedMountMatrix(matrix: .identity, repair: nil) }
    let rows = text.split(separator: ";").filter { !$0.allSatisfy(isBlank) }
    let words = rows.map { $0.split(whereSeparator: { $0 == "," || isBlank($0) }) }
    let isShaped = words.count == 3 ? words.allSatisfy { $0.count == 3 } : words.count == 1 && words[0].count == 9
    var numbers: [Double] = []
    for word in words.joined() {
      guard word.utf8.allSatisfy({ $0 != UInt8(ascii: "x") && $0 != UInt8(ascii: "X") }), let number = Double(word)
      else { throw .notANumber(String(word)) }
      numbers.append(number)
    }
    guard isShaped else { throw .notThreeByThree(text: text) }
    return try repairing(rows: numbers)
  }
}

/// A number without a needless fraction: `1`, `-0.5`.
func word(_ number: Double) -> String {
  Int(exactly: number).map { "\($0)" } ?? "\(number)"
}
