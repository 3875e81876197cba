import Orientation
import Testing

@testable import Sensors

@Suite struct PlacementRulesTests {
  nonisolated static func facts(
    udevLocation: String? = nil, label: String? = nil, udevMatrix: String? = nil, _ attributes: [String: String] = [:]
  ) -> AccelerometerFacts {
    AccelerometerFacts(
      identifier: "iio:device0", name: "accel", label: label, attributes: attributes,
      udev: UdevFacts(
        identifier: "iio:device0", sysfsPath: "/sys/devices/x", mountMatrix: udevMatrix, location: udevLocation))
  }

  @Test(arguments: [
    (facts(), SensorLocation.unknown, "nobody says"),
    (facts(udevLocation: "base", label: "accel-display", ["location": "lid"]), .base, "ACCEL_LOCATION"),
    (facts(label: "accel-display", ["location": "base"]), .display, "label"),
    (facts(label: "accel-base"), .base, "label"),
    (facts(label: "accel-camera"), .camera, "label"),
    (facts(label: "BMA250", ["location": "lid\n"]), .display, "location"),
    (facts(["location": "base"]), .base, "location"),
    (facts(udevLocation: "", ["location": "display"]), .display, "location"),
    (facts(["location": "unknown"]), .unknown, "nobody says"),
  ])
  func theFirstThatNamesAPlaceWins(facts: AccelerometerFacts, location: SensorLocation, source: String) {
    #expect(PlacementRules.location(of: facts) == Sourced(location, from: source))
  }

  nonisolated static let a = "0, 1, 0; -1, 0, 0; 0, 0, 1"
  nonisolated static let b = "0, -1, 0; 1, 0, 0; 0, 0, 1"

  @Test(arguments: [
    (facts(), "1, 0, 0; 0, 1, 0; 0, 0, 1", "default", 0),
    (facts(udevMatrix: a, ["in_accel_mount_matrix": b]), a, "ACCEL_MOUNT_MATRIX", 0),
    (facts(["in_accel_mount_matrix": a + "\n", "mount_matrix": b]), a, "in_accel_mount_matrix", 0),
    (facts(["mount_matrix": a, "in_mount_matrix": b]), a, "mount_matrix", 0),
    (facts(["in_mount_matrix": a]), a, "in_mount_matrix", 0),
    (facts(udevMatrix: "", ["mount_matrix": a]), a, "mount_matrix", 0),
    (facts(udevMatrix: "0, -1, 0; 1, 0, 0; 0, 0, 0", ["mount_matrix": a]), a, "mount_matrix", 1),
    (
      facts(udevMatrix: "1, 0, 0; 0, -1, 0; 1, 0, 0", ["mount_matrix": a]), "1, 0, 0; 0, -1, 0; 0, 0, -1",
      "ACCEL_MOUNT_MATRIX", 1
    ),
    (facts(udevMatrix: "upside down"), "1, 0, 0; 0, 1, 0; 0, 0, 1", "default", 1),
  ])
  func theFirstUsableMatrixWins(facts: AccelerometerFacts, matrix: String, source: String, faults: Int) {
    let found = PlacementRules.mounting(of: facts, settings: SensorSettings())
    #expect(found.matrix.value.text == matrix)
    #expect(found.matrix.source == source)
    #expect(found.faults.count == faults)
    let ours = PlacementRules.mounting(of: facts, settings: SensorSettings(mountMatrix: .identity))
    #expect(ours.matrix == Sourced(.identity, from: "configuration"))
  }

  @Test func anAllZeroRowIsNamed() {
    let found = PlacementRules.mounting(
      of: Self.facts(udevMatrix: "0,-1,0;1,0,0;0,0,0"), settings: SensorSettings())
    #expect(found.faults == ["ACCEL_MOUNT_MATRIX is not used: row z is all zero"])
  }

  @Test func polarityIsGravityUnlessConfigured() {
    func polarity(_ settings: SensorSettings) -> Sourced<Polarity> {
      PlacementRules.mounting(of: Self.facts(), settings: settings).polarity
    }
    #expect(polarity(SensorSettings()) == Sourced(.gravity, from: "default"))
    #expect(polarity(SensorSettings(polarity: .reaction)) == Sourced(.reaction, from: "configuration"))
  }

  // MARK: Quirks

  private nonisolated static func quirk(
    _ rank: SensorQuirk.Rank, _ matrix: String?, polarity: Polarity? = nil, sensor: String? = nil, named: String = "q"
  ) -> SensorQuirk {
    SensorQuirk(
      rank: rank, source: named, sensor: sensor, mountMatrix: matrix.flatMap { try? MountMatrix.parse($0).matrix },
      polarity: polarity)
  }

  nonisolated static let c = "-1, 0, 0; 0, -1, 0; 0, 0, 1"

  @Test(arguments: [
    // Rank: configuration, the user's quirks, udev, shipped quirks, kernel attributes, identity.
    ([quirk(.user, c)], facts(udevMatrix: a), c, "q"),
    ([quirk(.shipped, c)], facts(udevMatrix: a), a, "ACCEL_MOUNT_MATRIX"),
    ([quirk(.shipped, c)], facts(["in_accel_mount_matrix": a]), c, "q"),
    ([quirk(.shipped, b, named: "s"), quirk(.user, c, named: "u")], facts(), c, "u"),
    ([quirk(.user, b, named: "early"), quirk(.user, c, named: "late")], facts(), c, "late"),
    ([quirk(.user, c, sensor: "acc*")], facts(udevMatrix: a), c, "q"),
    ([quirk(.user, c, sensor: "kxcj9*")], facts(udevMatrix: a), a, "ACCEL_MOUNT_MATRIX"),
    ([quirk(.user, nil, polarity: .reaction)], facts(udevMatrix: a), a, "ACCEL_MOUNT_MATRIX"),
    ([quirk(.shipped, c)], facts(udevMatrix: "nonsense", ["mount_matrix": a]), c, "q"),
  ])
  func quirksHaveTheirRank(quirks: [SensorQuirk], facts: AccelerometerFacts, matrix: String, source: String) {
    let found = PlacementRules.mounting(of: facts, settings: SensorSettings(quirks: quirks)).matrix
    #expect(found.value.text == matrix)
    #expect(found.source == source)
    let configured = SensorSettings(mountMatrix: .identity, quirks: quirks)
    #expect(PlacementRules.mounting(of: facts, settings: configured).matrix.source == "configuration")
  }

  @Test(arguments: [
    ([quirk(.user, nil, polarity: .reaction)], facts(udevMatrix: a), Polarity.reaction),
    ([quirk(.user, c, polarity: .reaction)], facts(udevMatrix: a), .reaction),
    // Its matrix does not count, so that its polarity would be that of a stranger.
    ([quirk(.shipped, c, polarity: .reaction)], facts(udevMatrix: a), .gravity),
    ([quirk(.shipped, c, polarity: .reaction)], facts(), .reaction),
    ([quirk(.shipped, nil, polarity: .reaction), quirk(.user, nil, polarity: .gravity)], facts(), .gravity),
  ])
  func aQuirksPolarityGoesWithItsMatrix(quirks: [SensorQuirk], facts: AccelerometerFacts, polarity: Polarity) {
    #expect(
      PlacementRules.mounting(of: facts, settings: SensorSettings(quirks: quirks)).polarity.value == polarity)
    let configured = SensorSettings(polarity: .gravity, quirks: quirks)
    #expect(PlacementRules.mounting(of: facts, settings: configured).polarity.source == "configuration")
  }

  @Test func theUserMayTakeBackWhatIsIgnored() {
    let shipped = SensorQuirk(rank: .shipped, source: "s", sensor: "accel", isIgnored: true)
    let user = SensorQuirk(rank: .user, source: "u", isIgnored: false)
    #expect([shipped].ignoring("accel") == "s")
    #expect([shipped].ignoring("kxcj9") == nil)
    #expect([shipped, user].ignoring("accel") == nil)
  }
}
