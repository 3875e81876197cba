import Testing

@testable import Sensors

/// Which motion event a driver has, and how far it is relied on.
@Suite struct MotionEventTests {
  private func event(_ files: String...) -> MotionEventAttributes? {
    MotionEventAttributes { files.contains(String($0.dropFirst("events/".count))) }
  }

  private func trust(after verdicts: SamplingPace.AlarmVerdict...) -> MotionEventTrust {
    verdicts.reduce(into: MotionEventTrust()) { $0.learn($1) }
  }

  @Test func eachAxisHasItsOwnSwitchAndThreshold() throws {
    let axes = ["x", "y", "z"].map { "in_accel_\($0)_roc_rising_" }
    let files = axes.flatMap { [$0 + "en", $0 + "value", $0 + "period"] }
    let event = try #require(MotionEventAttributes { files.contains(String($0.dropFirst("events/".count))) })
    #expect(event.kind == .risingRateOfChange)
    #expect(event.enable == axes.map { "events/" + $0 + "en" })
    #expect(event.values.map(\.attribute) == axes.map { "events/" + $0 + "value" })
    #expect(event.values.map(\.axis) == [0, 1, 2])
  }

  @Test func whatTheAxesShareIsWrittenOnce() throws {
    let threshold = try #require(event("in_accel_x_thresh_either_en", "in_accel_thresh_either_value"))
    #expect(threshold.enable == ["events/in_accel_x_thresh_either_en"])
    #expect(threshold.values.map(\.attribute) == ["events/in_accel_thresh_either_value"])
    let shared = try #require(event("in_accel_x|y|z_mag_adaptive_rising_en", "in_accel_mag_adaptive_rising_en"))
    #expect(shared.enable == ["events/in_accel_x|y|z_mag_adaptive_rising_en"])
    #expect(shared.values.isEmpty)
  }

  @Test func theSurestKindIsTakenAndWhatIsNoMotionIsNot() {
    #expect(event("in_accel_x_mag_rising_en", "in_accel_z_roc_either_en")?.kind == .eitherRateOfChange)
    #expect(event("in_accel_x&y&z_mag_falling_en", "in_accel_y_gesture_doubletap_en") == nil)
    #expect(event() == nil)
  }

  @Test func trustIsEarnedAndLost() {
    #expect(!trust().isTrusted)
    #expect(trust(after: .right).isTrusted)
    #expect(trust(after: .right, .wrong).isTrusted, "a knock is no lie")
    #expect(!trust(after: .right, .missing).isTrusted)
    #expect(trust(after: .right, .missing, .right).isTrusted)
  }

  @Test func whatIsOfNoUseIsGivenUp() {
    #expect(!trust(after: .missing, .missing, .right, .missing, .missing).isGivenUp)
    #expect(trust(after: .missing, .missing, .missing).isGivenUp)
    var idle = trust(after: .right)
    for _ in 0..<9 { idle.learn(.wrong) }
    #expect(!idle.isGivenUp)
    idle.learn(.wrong)
    #expect(idle.isGivenUp)
    #expect(!idle.isTrusted)
    idle.learn(.right)
    #expect(idle.isGivenUp, "for good")
  }

  @Test func theThresholdIsMadeToFit() {
    #expect(trust(after: .wrong).factor == 1)
    #expect(trust(after: .wrong, .wrong).factor == 2)
    #expect(trust(after: .wrong, .right, .wrong).factor == 1, "not twice in a row")
    #expect(trust(after: .missing).factor == 0.5)
    #expect(trust(after: .missing, .right, .missing, .right, .missing, .right, .missing).factor == 0.125, "no finer")
  }
}
