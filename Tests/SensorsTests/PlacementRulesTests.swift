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
    let found = PlacementRules.mountMatrix(of: facts, configured: nil)
    #expect(found.matrix.value.text == matrix)
    #expect(found.matrix.source == source)
    #expect(found.faults.count == faults)
    let ours = PlacementRules.mountMatrix(of: facts, configured: .identity)
    #expect(ours.matrix == Sourced(.identity, from: "configuration"))
  }

  @Test func anAllZeroRowIsNamed() {
    let found = PlacementRules.mountMatrix(of: Self.facts(udevMatrix: "0,-1,0;1,0,0;0,0,0"), configured: nil)
    #expect(found.faults == ["ACCEL_MOUNT_MATRIX is not used: row z is all zero"])
  }

  @Test func polarityIsGravityUnlessConfigured() {
    #expect(PlacementRules.polarity(configured: nil) == Sourced(.gravity, from: "default"))
    #expect(PlacementRules.polarity(configured: .reaction) == Sourced(.reaction, from: "configuration"))
  }
}
