/// Which accelerometer turns the screen, and why each of the others does not.
nonisolated struct SensorSelection: Sendable, Hashable {
  /// The words for each candidate, in the order given.
  struct Verdict: Sendable, Hashable {
    var isUsed: Bool
    var reason: String
  }

  /// A sensor and what is known of it before any reading.
  struct Candidate: Sendable, Hashable {
    var facts: AccelerometerFacts
    var location: SensorLocation
    /// Why it cannot be read, in words; nil where it can.
    var obstacle: String?
    /// The quirk that says it must not turn the screen; nil where none does.
    var ignoredBy: String?
  }

  /// The place of the chosen one among the candidates.
  let chosen: Int?
  /// One verdict a candidate.
  let verdicts: [Verdict]

  /// Sensors that park a disk's heads; they are built into the base, whatever nobody says about them.
  private static let diskShockNames: Set<String> = ["lis3lv02d", "hp_accel", "hdaps", "applesmc", "smo8800", "smo8810"]

  /// Chooses by the configured name where there is one, by location otherwise.
  init(_ candidates: [Candidate], configured: String? = nil) {
    var verdicts = candidates.map { Verdict(isUsed: false, reason: Self.exclusion(of: $0) ?? "") }
    let eligible: [Int]
    let why: (SensorLocation) -> String
    if let configured {
      let named = candidates.indices.filter { Self.matches(candidates[$0].facts, configured) }
      for index in candidates.indices where !named.contains(index) {
        verdicts[index].reason = "the configuration names another device, “\(configured)”"
      }
      // A name that several sensors share is narrowed by location; one that fits a single sensor is an order.
      let narrowed = named.count == 1 ? named : named.filter { verdicts[$0].reason.isEmpty }
      eligible = narrowed.filter { candidates[$0].obstacle == nil }
      for index in named where candidates[index].obstacle != nil {
        verdicts[index].reason = Self.exclusion(of: candidates[index]) ?? ""
      }
      why = { $0 == .base ? "the configuration names it, although it is in the base" : "the configuration names it" }
    } else {
      let remaining = candidates.indices.filter { verdicts[$0].reason.isEmpty }
      let display = remaining.filter { candidates[$0].location == .display }
      eligible = display.isEmpty ? remaining : display
      for index in remaining where !eligible.contains(index) {
        verdicts[index].reason = "nobody says where it is, and another one is in the display"
      }
      why = { $0 == .display ? "it is in the display" : "it is the only accelerometer that may be in the display" }
    }
    if eligible.count > 1, eligible.contains(where: { candidates[$0].location != .display }) {
      for index in eligible {
        verdicts[index].reason =
          "several accelerometers are there and nobody says which is in the display; name one in the configuration"
      }
      chosen = nil
    } else if let first = eligible.min(by: { Self.identity(candidates[$0]) < Self.identity(candidates[$1]) }) {
      for index in eligible { verdicts[index].reason = "another accelerometer in the display is used" }
      verdicts[first] = Verdict(isUsed: true, reason: why(candidates[first].location))
      chosen = first
    } else {
      chosen = nil
    }
    self.verdicts = verdicts
  }

  /// Why a sensor must not turn the screen by itself; nil where it may.
  private static func exclusion(of candidate: Candidate) -> String? {
    if let quirk = candidate.ignoredBy { return "it is to be ignored, says \(quirk)" }
    if candidate.facts.udev?.isGamePad == true { return "it belongs to a game controller" }
    switch candidate.location {
    case .base: return "it is in the base, which does not turn with the screen"
    case .camera: return "it belongs to a camera"
    case .unknown where diskShockNames.contains(candidate.facts.name.lowercased()):
      return "it guards a disk against shocks and is in the base"
    case .display, .unknown: return candidate.obstacle
    }
  }

  private static func matches(_ facts: AccelerometerFacts, _ name: String) -> Bool {
    if [facts.identifier, facts.name, facts.label].contains(name) { return true }
    guard let path = facts.udev?.sysfsPath else { return false }
    return name.hasPrefix("/") && (path == name || "/sys/bus/iio/devices/" + facts.identifier == name)
  }

  /// Sysfs paths stay the same when numbers do not.
  private static func identity(_ candidate: Candidate) -> String {
    (candidate.facts.udev?.sysfsPath ?? "") + "/" + candidate.facts.name + "/" + candidate.facts.identifier
  }
}
