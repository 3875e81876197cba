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

  /// The matrix, the polarity, and what is wrong with the sources that were passed over.
  struct Mounting: Sendable, Hashable {
    var matrix: Sourced<MountMatrix>
    var polarity: Sourced<Polarity>
    var faults: [String] = []
  }

  /// The first usable one wins: configuration, the user's quirks, `ACCEL_MOUNT_MATRIX`, shipped quirks,
  /// `in_accel_mount_matrix`, `mount_matrix`, `in_mount_matrix`, identity; what is unusable or was repaired is a fault.
  ///
  /// The polarity of a quirk goes with its matrix: where another source's matrix counts, so does not its polarity.
  static func mounting(of facts: AccelerometerFacts, settings: SensorSettings) -> Mounting {
    var faults: [String] = []
    var from: SensorQuirk?
    func quirked(_ rank: SensorQuirk.Rank) -> Sourced<MountMatrix>? {
      guard let word = settings.quirks.last(rank, for: facts.name, \.mountMatrix) else { return nil }
      from = word.quirk
      return Sourced(word.value, from: word.quirk.source)
    }
    func written(_ source: String, _ text: String?) -> Sourced<MountMatrix>? {
      guard let text, !AttributeText.trimmed(text).isEmpty else { return nil }
      do {
        let parsed = try MountMatrix.parse(text)
        if let repair = parsed.repair { faults.append("\(source) was repaired: \(repair)") }
        return Sourced(parsed.matrix, from: source)
      } catch {
        faults.append("\(source) is not used: \(error)")
        return nil
      }
    }
    func attributed() -> Sourced<MountMatrix>? {
      for name in ["in_accel_mount_matrix", "mount_matrix", "in_mount_matrix"] {
        if let matrix = written(name, facts.attributes[name]) { return matrix }
      }
      return nil
    }
    let matrix =
      settings.mountMatrix.map { Sourced($0, from: "configuration") } ?? quirked(.user)
      ?? written("ACCEL_MOUNT_MATRIX", facts.udev?.mountMatrix) ?? quirked(.shipped) ?? attributed()
      ?? Sourced(.identity, from: "default")
    return Mounting(
      matrix: matrix, polarity: polarity(of: facts, settings: settings, matrixQuirk: from), faults: faults)
  }

  /// Gravity, unless the configuration or a quirk says otherwise.
  private static func polarity(
    of facts: AccelerometerFacts, settings: SensorSettings, matrixQuirk: SensorQuirk?
  ) -> Sourced<Polarity> {
    if let configured = settings.polarity { return Sourced(configured, from: "configuration") }
    for rank in [SensorQuirk.Rank.user, .shipped] {
      let word = settings.quirks.last(rank, for: facts.name) { quirk in
        quirk.mountMatrix == nil || quirk == matrixQuirk ? quirk.polarity : nil
      }
      if let word { return Sourced(word.value, from: word.quirk.source) }
    }
    return Sourced(.gravity, from: "default")
  }
}
