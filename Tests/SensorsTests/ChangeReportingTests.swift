import Orientation
import Testing

@testable import Sensors

/// What a hub is asked to compare with, and what its silence means.
@Suite struct ChangeReportingTests {
  private func facts(_ hysteresis: String?, scale: String = "0.009806650") -> AccelerometerFacts {
    var attributes = ["in_accel_scale": scale]
    attributes[ChangeReporting.attribute] = hysteresis
    return AccelerometerFacts(identifier: "iio:device0", name: "accel_3d", attributes: attributes)
  }

  private func stream(_ reporting: inout ChangeReporting, step: Double = 0) {
    for index in 0..<20 { reporting.observe(Acceleration(x: step * Double(index), y: -9.8, z: 0)) }
  }

  @Test func whoStreamsAtRestDoesNotReportChangesOnly() {
    var streaming = ChangeReporting(facts: facts("0.05"))
    var changing = ChangeReporting(facts: facts("0.05"))
    stream(&streaming)
    stream(&changing, step: 0.5)
    #expect(!streaming.reportsOnlyChanges)
    #expect(changing.reportsOnlyChanges)
    #expect(!ChangeReporting(facts: facts("0.05"), evidence: streaming.evidence).reportsOnlyChanges)
    #expect(!ChangeReporting(facts: facts(nil)).reportsOnlyChanges)
    #expect(streaming.value(for: .resting, everySample: false) == nil, "it would not listen")
  }

  @Test(
    arguments: [
      ("0.009806650", 9.80665), ("0.000009806", 9.80665), ("0.098066500", 9.80665), ("0.001000000", 1), ("1", 1),
      ("0.009577", nil), ("0", nil),
    ] as [(String, Double?)])
  func theUnitIsTheHubsOwn(_ scale: String, _ unit: Double?) {
    #expect(ChangeReporting.unit(scale: Double(scale)) == unit)
  }

  @Test(
    arguments: [
      ("0.010000", "0.009806650", SamplingPace.Level.resting, false, "0.0612"),
      ("0.010000", "0.001000000", .resting, false, "0.6"), ("0.000000", "0.009806650", .resting, false, "0.0612"),
      // Near enough, and what a hub that counts hundredths makes of it.
      ("0.060000", "0.009806650", .resting, false, nil), ("0.050000", "0.009806650", .resting, false, nil),
      ("0.060000", "0.009806650", .moving, false, "0"), ("0.000000", "0.009806650", .moving, false, nil),
      ("0.060000", "0.009806650", .calm, false, nil), ("0.060000", "0.009806650", .calm, true, "0"),
      // Nobody knows what 0.05 would be.
      ("0.010000", "0.009577", .resting, false, nil),
    ] as [(String, String, SamplingPace.Level, Bool, String?)])
  func itComparesCoarselyAtRestAloneAndStreamsInMotion(
    _ found: String, _ scale: String, _ level: SamplingPace.Level, _ everySample: Bool, _ written: String?
  ) {
    #expect(ChangeReporting(facts: facts(found, scale: scale)).value(for: level, everySample: everySample) == written)
  }

  @Test func aHubThatStreamsWhenAskedIsSilentForAReasonThen() {
    var reporting = ChangeReporting(facts: facts("0.05"))
    reporting.wrote(0)
    #expect(reporting.reportsOnlyChanges, "it may not have listened")
    stream(&reporting)
    #expect(!reporting.reportsOnlyChanges)
    reporting.wrote(0.06)
    #expect(reporting.reportsOnlyChanges, "now it compares")
    stream(&reporting)
    #expect(!reporting.reportsOnlyChanges, "so it does not")
  }

  @Test func aHubThatRefusesIsAskedNoMore() {
    var reporting = ChangeReporting(facts: facts("0.01"))
    reporting.wrote(nil)
    #expect(reporting.value(for: .resting, everySample: false) == nil)
    #expect(reporting.reportsOnlyChanges)
  }
}
