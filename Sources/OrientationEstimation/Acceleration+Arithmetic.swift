import Orientation

extension Acceleration {
  static func + (a: Self, b: Self) -> Self { Self(x: a.x + b.x, y: a.y + b.y, z: a.z + b.z) }
  static func - (a: Self, b: Self) -> Self { Self(x: a.x - b.x, y: a.y - b.y, z: a.z - b.z) }
  static func * (a: Self, factor: Double) -> Self { Self(x: a.x * factor, y: a.y * factor, z: a.z * factor) }
  func dot(_ other: Self) -> Double { x * other.x + y * other.y + z * other.z }
}
