import Glibc

/// Three numbers as a direction, for the arithmetic of calibration.
struct Vector3 {
  var x: Double
  var y: Double
  var z: Double

  init(_ vector: Acceleration) { (x, y, z) = (vector.x, vector.y, vector.z) }

  init(x: Double, y: Double, z: Double) { (self.x, self.y, self.z) = (x, y, z) }

  var unit: Self {
    let length = (x * x + y * y + z * z).squareRoot()
    return length > 0 ? Self(x: x / length, y: y / length, z: z / length) : self
  }

  func dot(_ other: Self) -> Double { x * other.x + y * other.y + z * other.z }

  /// Degrees between two unit vectors.
  func angle(to other: Self) -> Double { acos(min(max(dot(other), -1), 1)) * 180 / .pi }

  /// The matrix self · otherᵀ.
  func outer(_ other: Self) -> Matrix3 {
    Matrix3(
      elements: [
        x * other.x, x * other.y, x * other.z, y * other.x, y * other.y, y * other.z, z * other.x, z * other.y,
        z * other.z,
      ])
  }
}

/// Nine numbers, row by row, for the arithmetic of calibration.
struct Matrix3 {
  var elements: [Double]

  static let identity = Self(elements: [1, 0, 0, 0, 1, 0, 0, 0, 1])

  static func + (left: Self, right: Self) -> Self { Self(elements: zip(left.elements, right.elements).map { $0 + $1 }) }

  static func * (matrix: Self, v: Vector3) -> Vector3 {
    let m = matrix.elements
    return Vector3(
      x: m[0] * v.x + m[1] * v.y + m[2] * v.z, y: m[3] * v.x + m[4] * v.y + m[5] * v.z,
      z: m[6] * v.x + m[7] * v.y + m[8] * v.z
    ).unit
  }

  func scaled(by factor: Double) -> Self { Self(elements: elements.map { $0 * factor }) }

  /// To three decimals: a tenth of a degree is finer than any hand.
  var rounded: Self { Self(elements: elements.map { ($0 * 1000).rounded() / 1000 }) }

  private var cofactors: [Double] {
    let m = elements
    return [
      m[4] * m[8] - m[5] * m[7], m[5] * m[6] - m[3] * m[8], m[3] * m[7] - m[4] * m[6],
      m[2] * m[7] - m[1] * m[8], m[0] * m[8] - m[2] * m[6], m[1] * m[6] - m[0] * m[7],
      m[1] * m[5] - m[2] * m[4], m[2] * m[3] - m[0] * m[5], m[0] * m[4] - m[1] * m[3],
    ]
  }

  var determinant: Double {
    let c = cofactors
    return elements[0] * c[0] + elements[1] * c[1] + elements[2] * c[2]
  }

  /// The transposed inverse; nil where there is none.
  var inverseTransposed: Self? {
    let determinant = determinant
    guard determinant.isFinite, abs(determinant) > 1e-9 else { return nil }
    return Self(elements: cofactors.map { $0 / determinant })
  }
}
