import Glibc
import Orientation

/// Whether a sensor says nothing while it rests, so that its silence is no fault, and from what change on it speaks.
///
/// Its hub may compare with `in_accel_hysteresis`, and need not: a sensor that has streamed samples that do not differ
/// is one that does not. In motion the hub is asked to compare with 0, which is to stream; a hub that has streamed then
/// and falls silent is no more at rest than any other.
nonisolated struct ChangeReporting: Sendable {
  /// What was seen of a device; it holds when the device is opened anew.
  struct Evidence: Sendable, Hashable {
    /// It has streamed samples that do not differ although it was to compare.
    var streamsAtRest = false
    /// It has streamed samples that do not differ when it was asked to.
    var streamsWhenAsked = false
  }

  /// The attribute of hid-sensor-accel-3d that is written.
  static let attribute = "in_accel_hysteresis"
  /// So many samples in a row that do not differ are no coincidence.
  private static let proof = 5

  private(set) var evidence: Evidence
  /// What stands in the attribute, in its own unit, and in the one found at first.
  private var present: Double
  private let found: Double
  /// m/s² of one of the attribute's units; nil where that is not known, and nothing is written.
  private let unit: Double?
  private var deviceFollows = true
  private var last: Acceleration?
  private var unchanged = 0

  /// Takes what the attributes say, and what was seen of the device before.
  init(facts: AccelerometerFacts, evidence: Evidence = Evidence()) {
    self.evidence = evidence
    found = [Self.attribute, "in_accel_x_hysteresis", "hysteresis"].lazy.compactMap { facts.number($0) }.first ?? 0
    present = found
    unit = facts.attributes[Self.attribute] == nil ? nil : Self.unit(scale: facts.number("in_accel_scale"))
  }

  /// m/s² of the attribute's unit, which is the hub's own: `scale` tells it by its digits, whatever its power of ten.
  ///
  /// Source: the kernel's hid-sensor-attributes.c converts samples that are in G by 9.80665 and those in m/s² by 1, and
  /// the sensitivity not at all.
  static func unit(scale: Double?) -> Double? {
    guard let scale, scale > 0 else { return nil }
    // sysfs shows nine decimals: of a scale in millionths of G that is four digits.
    func isPowerOfTen(_ number: Double) -> Bool {
      let exponent = log10(number)
      return abs(exponent - exponent.rounded()) < 1e-4
    }
    if isPowerOfTen(scale / Acceleration.standardGravity) { return Acceleration.standardGravity }
    return isPowerOfTen(scale) ? 1 : nil
  }

  /// Whether silence may mean rest.
  var reportsOnlyChanges: Bool {
    present > 0 ? !evidence.streamsAtRest : found > 0 && !evidence.streamsWhenAsked
  }

  /// What to write to the attribute; nil where it is right, or not ours to write.
  ///
  /// A hub that was found to compare, or to stream, is left so until it has to do something else.
  func value(for level: SamplingPace.Level, everySample: Bool) -> String? {
    guard let unit, deviceFollows, !evidence.streamsAtRest else { return nil }
    let wanted: Double? =
      switch level {
      case .resting: SamplingPace.motion / unit
      case .moving: 0
      case .calm: everySample ? 0 : nil
      }
    // What a hub keeps is rounded, and one that was found about right is left alone.
    guard let wanted, abs(wanted - present) > wanted / 2 else { return nil }
    // Sysfs takes six decimals, and no exponent.
    return wanted == 0 ? "0" : "\((wanted * 1e4).rounded() / 1e4)"
  }

  /// The attribute was written, and reads so now; nil where that was refused.
  mutating func wrote(_ value: Double?) {
    unchanged = 0
    guard let value else {
      deviceFollows = false
      return
    }
    present = value
  }

  /// Takes a sample that the device sent of itself (m/s², its own frame).
  mutating func observe(_ acceleration: Acceleration) {
    defer { last = acceleration }
    guard let last, acceleration.distance(to: last) < leastDifference else {
      unchanged = 0
      return
    }
    unchanged += 1
    guard unchanged >= Self.proof else { return }
    if present > 0 { evidence.streamsAtRest = true } else { evidence.streamsWhenAsked = true }
  }

  /// m/s² below which samples are the same.
  private var leastDifference: Double { max(present, found) * (unit ?? 1) / 2 }
}

extension Acceleration {
  /// The length of the difference, m/s².
  nonisolated func distance(to other: Acceleration) -> Double {
    Acceleration(x: x - other.x, y: y - other.y, z: z - other.z).magnitude
  }
}
