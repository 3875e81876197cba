import Testing

@testable import Sensors

@Suite struct AttributeRulesTests {
  nonisolated static func facts(_ attributes: [String: String]) -> AccelerometerFacts {
    AccelerometerFacts(identifier: "iio:device0", name: "accel", attributes: attributes)
  }

  @Test(arguments: [
    (
      ["in_accel_x_scale": "0.009577", "in_accel_y_scale": "0.009577", "in_accel_z_scale": "0.019154"],
      ScaleRule.Scale.known(Sourced([0.009577, 0.009577, 0.019154], from: "in_accel_{x,y,z}_scale"))
    ),
    (
      ["in_accel_x_scale": "1", "in_accel_y_scale": "1", "in_accel_z_scale": "1", "in_accel_scale": "2"],
      .known(Sourced([1, 1, 1], from: "in_accel_{x,y,z}_scale"))
    ),
    (["in_accel_scale": "0.01\n", "scale": "2"], .known(Sourced([0.01, 0.01, 0.01], from: "in_accel_scale"))),
    (["scale": "0.000598550"], .known(Sourced([0.00059855, 0.00059855, 0.00059855], from: "scale"))),
    ([:], .unknown),
    (["in_accel_scale": "0"], .unknown),
    (["in_accel_scale": "0,009577"], .unknown),
    (["in_accel_scale": "nan", "scale": "2"], .known(Sourced([2, 2, 2], from: "scale"))),
    (["in_accel_x_scale": "1"], .incomplete(missing: ["in_accel_y_scale", "in_accel_z_scale"])),
    (["in_accel_x_scale": "1", "in_accel_scale": "2"], .known(Sourced([2, 2, 2], from: "in_accel_scale"))),
    (
      ["in_accel_x_scale": "1", "in_accel_y_scale": "0.0", "in_accel_z_scale": "1"],
      .incomplete(missing: ["in_accel_y_scale"])
    ),
  ])
  func scaleIsTakenFromTheMostPreciseSource(attributes: [String: String], scale: ScaleRule.Scale) {
    #expect(ScaleRule.scale(of: Self.facts(attributes)) == scale)
  }

  @Test func offsetIsPerAxisOrShared() {
    #expect(ScaleRule.offset(of: Self.facts([:])) == [0, 0, 0])
    #expect(ScaleRule.offset(of: Self.facts(["in_accel_offset": "5"])) == [5, 5, 5])
    let mixed = Self.facts(["in_accel_y_offset": "-2", "offset": "1"])
    #expect(ScaleRule.offset(of: mixed) == [1, -2, 1])
  }

  nonisolated static let list = "0.781000 1.563000 3.125000 6.250000 12.500000 25.000000"

  @Test(arguments: [
    (
      ["in_accel_sampling_frequency": "0.000000", "in_accel_sampling_frequency_available": list],
      ["in_accel_sampling_frequency=12.500000"]
    ),
    (
      ["sampling_frequency": "1", "sampling_frequency_available": "1 10 25 50"], ["sampling_frequency=10"]
    ),
    (
      ["in_accel_sampling_frequency": "1", "sampling_frequency_available": "50 25"],
      ["in_accel_sampling_frequency=25"]
    ),
    (["sampling_frequency": "10.000000"], []),
    (["sampling_frequency": "100", "sampling_frequency_available": "10 100"], []),
    (["sampling_frequency": "1"], ["sampling_frequency=10.0"]),
    (["sampling_frequency": "1", "sampling_frequency_available": "1 5"], ["sampling_frequency=5"]),
    (["sampling_frequency": "5", "sampling_frequency_available": "1 5"], []),
    (["sampling_frequency": "1", "sampling_frequency_available": "[1 4 400]"], ["sampling_frequency=13.0"]),
    (["sampling_frequency": "1", "sampling_frequency_available": "[20 1 400]"], ["sampling_frequency=20"]),
    (["sampling_frequency": "1", "sampling_frequency_available": "[1 1 8]"], ["sampling_frequency=8"]),
    (["sampling_frequency": "1", "sampling_frequency_available": "[1 0 400]"], ["sampling_frequency=400"]),
    (
      ["in_accel_sampling_frequency": "1", "sampling_frequency": "2"],
      ["in_accel_sampling_frequency=10.0", "sampling_frequency=10.0"]
    ),
    ([:], []),
  ])
  func tooSlowIsRaisedToTheLowestThatSuffices(attributes: [String: String], writes: [String]) {
    let changes = FrequencyRule.changes(of: Self.facts(attributes), wanted: 10)
    #expect(changes.map { "\($0.attribute)=\($0.value)" } == writes)
  }

  @Test func theStepsOfARangeAreFinite() {
    let facts = Self.facts(["sampling_frequency": "0", "sampling_frequency_available": "[1e-300 1e-300 1e300]"])
    #expect(FrequencyRule.changes(of: facts, wanted: 10).allSatisfy { $0.frequency.isFinite })
  }

  @Test func motionIsMeasuredMoreOften() {
    let facts = Self.facts(["sampling_frequency": "10", "sampling_frequency_available": "10 25 50"])
    var pace = FrequencyPace(facts: facts, settings: SensorSettings(rate: 10, movingRate: 26))
    #expect(pace.changes(moving: false).isEmpty)
    #expect(pace.changes(moving: true).map(\.value) == ["25"])
    #expect(pace.changes(moving: true).isEmpty)
    #expect(pace.changes(moving: false).map(\.value) == ["10"])
    pace.giveUpOnDevice()
    #expect(pace.changes(moving: true).isEmpty)
  }
}
