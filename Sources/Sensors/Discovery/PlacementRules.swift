import Orientation

/// Where a sensor is built in and how it is turned there: which source wins, and what is wrong with the others.
nonisolated enum PlacementRules {
  /// The first that says something wins: `ACCEL_LOCATION`, `label`, `location`.
  static func location(of facts: AccelerometerFacts) -> Sourced<SensorLocation> {
    let sources = [
      ("ACCEL_LOCATION", facts.udev?.location), ("label", facts.label), ("location", facts.attributes["location"]),
    ]
    for (source, word) in sources {
      if let word, let location = SensorLocation(word: word) { return Sourced(location, from: source) }
    }
    return Sourced(.unknown, from: "nobody says")
  }

  /// The first usable one wins: configuration, `ACCEL_MOUNT_MATRIX`, `in_accel_mount_matrix`, `mount_matrix`,
  /// `in_mount_matrix`, identity; what is unusable or had to be repaired is a fault.
  static func mountMatrix(
    of facts: AccelerometerFacts, configured: MountMatrix?
  ) -> (matrix: Sourced<MountMatrix>, faults: [String]) {
    if let configured { return (Sourced(configured, from: "configuration"), []) }
    var faults: [String] = []
    let attributes = ["in_accel_mount_matrix", "mount_matrix", "in_mount_matrix"]
    let sources = [("ACCEL_MOUNT_MATRIX", facts.udev?.mountMatrix)] + attributes.map { ($0, facts.attributes[$0]) }
    for (source, text) in sources {
      guard let text, !AttributeText.trimmed(text).isEmpty else { continue }
      do {
        let parsed = try MountMatrix.parse(text)
        if let repair = parsed.repair { faults.append("\(source) was repaired: \(repair)") }
        return (Sourced(parsed.matrix, from: source), faults)
      } catch {
        faults.append("\(source) is not used: \(error)")
      }
    }
    return (Sourced(.identity, from: "default"), faults)
  }

  /// Gravity, unless the configuration says otherwise.
  static func polarity(configured: Polarity?) -> Sourced<Polarity> {
    configured.map { Sourced($0, from: "configuration") } ?? Sourced(.gravity, from: "default")
  }
}
