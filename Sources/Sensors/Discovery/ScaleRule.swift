/// m/s² a count and counts of offset: which attributes give them.
nonisolated enum ScaleRule {
  /// What the attributes say.
  enum Scale: Sendable, Hashable {
    /// One factor an axis.
    case known(Sourced<[Double]>)
    /// No attribute: to be learnt from gravity.
    case unknown
    /// Some axes have a factor and others have none: no reading of this device means anything.
    case incomplete(missing: [String])
  }

  /// All three of `in_accel_{x,y,z}_scale`, else `in_accel_scale`, else `scale`; a factor of 0 is none.
  static func scale(of facts: AccelerometerFacts) -> Scale {
    func factor(_ attribute: String) -> Double? { facts.number(attribute).flatMap { $0 == 0 ? nil : $0 } }
    let names = ["x", "y", "z"].map { "in_accel_\($0)_scale" }
    let perAxis = names.compactMap(factor)
    if perAxis.count == 3 { return .known(Sourced(perAxis, from: "in_accel_{x,y,z}_scale")) }
    for name in ["in_accel_scale", "scale"] {
      if let shared = factor(name) { return .known(Sourced([shared, shared, shared], from: name)) }
    }
    return perAxis.isEmpty ? .unknown : .incomplete(missing: names.filter { factor($0) == nil })
  }

  /// Each axis' own offset, else the shared one, else 0.
  static func offset(of facts: AccelerometerFacts) -> [Double] {
    let shared = facts.number("in_accel_offset") ?? facts.number("offset") ?? 0
    return ["x", "y", "z"].map { facts.number("in_accel_\($0)_offset") ?? shared }
  }
}
