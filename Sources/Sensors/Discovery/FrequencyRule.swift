/// Which sampling frequencies have to be written so that the device measures as often as is wanted.
nonisolated enum FrequencyRule {
  /// An attribute and the value to write, as the driver spells it where it lists its values.
  struct Change: Sendable, Hashable {
    var attribute: String
    var value: String
    var frequency: Double
  }

  /// Every `*sampling_frequency` below `wanted` is raised to the lowest available at or above it, or else the highest.
  static func changes(of facts: AccelerometerFacts, wanted: Double) -> [Change] {
    facts.attributes.keys.sorted().filter { $0.hasSuffix("sampling_frequency") }.compactMap { attribute in
      let present = facts.number(attribute) ?? 0
      guard present < wanted else { return nil }
      let list = facts.attributes[attribute + "_available"] ?? facts.attributes["sampling_frequency_available"] ?? ""
      guard let best = best(in: list, wanted: wanted), best.frequency > present else { return nil }
      return Change(attribute: attribute, value: best.text, frequency: best.frequency)
    }
  }

  /// The frequency that the device measures at; nil where no attribute tells.
  static func present(of facts: AccelerometerFacts) -> Double? {
    ["in_accel_sampling_frequency", "sampling_frequency"].lazy.compactMap { facts.number($0) }.first { $0 > 0 }
  }

  private static func best(in list: String, wanted: Double) -> (text: String, frequency: Double)? {
    let isRange = list.contains("[")
    let words = list.split { $0.isWhitespace || $0 == "[" || $0 == "]" || $0 == "\0" }.map(String.init)
    let values = words.compactMap { word in AttributeText.number(word).map { (text: word, frequency: $0) } }
      .filter { $0.frequency > 0 }
    if isRange, values.count == 3 {
      // [least step most], as the kernel's ABI writes a range.
      let (least, most) = (values[0], values[2])
      if wanted >= most.frequency { return most }
      if wanted <= least.frequency { return least }
      let steps = ((wanted - least.frequency) / values[1].frequency).rounded(.up)
      let frequency = min(least.frequency + steps * values[1].frequency, most.frequency)
      return (text: "\(frequency)", frequency: frequency)
    }
    guard !values.isEmpty else { return (text: "\(wanted)", frequency: wanted) }
    return values.filter { $0.frequency >= wanted }.min { $0.frequency < $1.frequency }
      ?? values.max { $0.frequency < $1.frequency }
  }
}
