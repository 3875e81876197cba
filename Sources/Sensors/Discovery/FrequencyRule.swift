/// Which sampling frequencies have to be written so that the device measures as often as is wanted.
nonisolated enum FrequencyRule {
  /// An attribute and the value to write, as the driver spells it where it lists its values.
  struct Change: Sendable, Hashable {
    var attribute: String
    var value: String
    var frequency: Double
  }

  /// Every `*sampling_frequency` below `wanted` is raised to the lowest available at or above it, or else the highest.
  ///
  /// With a `slack` one that is lower by such a share at most will do.
  static func changes(of facts: AccelerometerFacts, wanted: Double, slack: Double = 0) -> [Change] {
    facts.attributes.keys.sorted().filter { $0.hasSuffix("sampling_frequency") }.compactMap { attribute in
      let present = facts.number(attribute) ?? 0
      let least = wanted * (1 - slack)
      guard present < least else { return nil }
      let list = facts.attributes[attribute + "_available"] ?? facts.attributes["sampling_frequency_available"] ?? ""
      guard let best = best(in: list, wanted: wanted, least: least), best.frequency > present else { return nil }
      return Change(attribute: attribute, value: best.text, frequency: best.frequency)
    }
  }

  /// The frequency that the device measures at; nil where no attribute tells.
  static func present(of facts: AccelerometerFacts) -> Double? {
    ["in_accel_sampling_frequency", "sampling_frequency"].lazy.compactMap { facts.number($0) }.first { $0 > 0 }
  }

  private static func best(in list: String, wanted: Double, least: Double) -> (text: String, frequency: Double)? {
    let isRange = list.contains("[")
    let words = list.split { $0.isWhitespace || $0 == "[" || $0 == "]" || $0 == "\0" }.map(String.init)
    let values = words.compactMap { word in AttributeText.number(word).map { (text: word, frequency: $0) } }
      .filter { $0.frequency > 0 }
    if isRange, values.count == 3 {
      // [least step most], as the kernel's ABI writes a range.
      let (lowest, highest) = (values[0], values[2])
      if wanted >= highest.frequency { return highest }
      if wanted <= lowest.frequency { return lowest }
      let steps = ((wanted - lowest.frequency) / values[1].frequency).rounded(.up)
      let frequency = min(lowest.frequency + steps * values[1].frequency, highest.frequency)
      return (text: "\(frequency)", frequency: frequency)
    }
    guard !values.isEmpty else { return (text: "\(wanted)", frequency: wanted) }
    return values.filter { $0.frequency >= least }.min { $0.frequency < $1.frequency }
      ?? values.max { $0.frequency < $1.frequency }
  }
}
