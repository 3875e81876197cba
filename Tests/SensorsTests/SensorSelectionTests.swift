import Testing

@testable import Sensors

@Suite struct SensorSelectionTests {
  typealias Candidate = SensorSelection.Candidate

  nonisolated static func candidate(
    _ number: Int, _ name: String = "cros-ec-accel", at location: SensorLocation = .unknown, label: String? = nil,
    path: String? = nil, isGamePad: Bool = false, obstacle: String? = nil
  ) -> Candidate {
    let identifier = "iio:device\(number)"
    let udev = UdevFacts(
      identifier: identifier, sysfsPath: path ?? "/sys/devices/p\(number)/\(identifier)", isGamePad: isGamePad)
    return Candidate(
      facts: AccelerometerFacts(identifier: identifier, name: name, label: label, udev: udev), location: location,
      obstacle: obstacle)
  }

  nonisolated struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var candidates: [Candidate]
    var configured: String?
    var chosen: Int?
    /// A part of the reason of each, in order.
    var reasons: [String]
  }

  @Test(arguments: [
    Case(testDescription: "nothing there", candidates: [], reasons: []),
    Case(
      testDescription: "a single one without a location", candidates: [candidate(0)], chosen: 0,
      reasons: ["only accelerometer"]),
    Case(
      testDescription: "base and lid", candidates: [candidate(0, at: .base), candidate(1, at: .display)], chosen: 1,
      reasons: ["base", "display"]),
    Case(
      testDescription: "renumbered after resume", candidates: [candidate(0, at: .display), candidate(1, at: .base)],
      chosen: 0, reasons: ["display", "base"]),
    Case(testDescription: "only a base sensor", candidates: [candidate(0, at: .base)], reasons: ["base"]),
    Case(
      testDescription: "base and one that nobody places", candidates: [candidate(0, at: .base), candidate(1)],
      chosen: 1, reasons: ["base", "only accelerometer"]),
    Case(
      testDescription: "display and one that nobody places", candidates: [candidate(0), candidate(1, at: .display)],
      chosen: 1, reasons: ["another one is in the display", "display"]),
    Case(
      testDescription: "two without a location", candidates: [candidate(0), candidate(1)],
      reasons: ["several", "several"]),
    Case(
      testDescription: "two without a location, one configured", candidates: [candidate(0), candidate(1, "bma220")],
      configured: "bma220", chosen: 1, reasons: ["names another", "configuration names it"]),
    Case(
      testDescription: "a shared name is narrowed by location",
      candidates: [candidate(0, at: .base), candidate(1, at: .display)], configured: "cros-ec-accel", chosen: 1,
      reasons: ["base", "configuration names it"]),
    Case(
      testDescription: "a shared name that location does not narrow", candidates: [candidate(0), candidate(1)],
      configured: "cros-ec-accel", reasons: ["several", "several"]),
    Case(
      testDescription: "a base sensor that is ordered", candidates: [candidate(0, at: .base)],
      configured: "iio:device0", chosen: 0, reasons: ["although it is in the base"]),
    Case(
      testDescription: "by label", candidates: [candidate(0), candidate(1, label: "accel-display")],
      configured: "accel-display", chosen: 1, reasons: ["names another", "configuration names it"]),
    Case(
      testDescription: "by sysfs path", candidates: [candidate(0), candidate(1)],
      configured: "/sys/devices/p1/iio:device1", chosen: 1, reasons: ["names another", "configuration names it"]),
    Case(
      testDescription: "a name that nobody bears", candidates: [candidate(0, at: .display)], configured: "bma220",
      reasons: ["names another"]),
    Case(
      testDescription: "a game pad", candidates: [candidate(0, "nintendo", isGamePad: true)],
      reasons: ["game controller"]),
    Case(
      testDescription: "a disk's guard", candidates: [candidate(0, "lis3lv02d")], reasons: ["disk"]),
    Case(
      testDescription: "the same chip in a display", candidates: [candidate(0, "lis3lv02d", at: .display)], chosen: 0,
      reasons: ["display"]),
    Case(testDescription: "a camera's", candidates: [candidate(0, at: .camera)], reasons: ["camera"]),
    Case(
      testDescription: "one that cannot be read", candidates: [candidate(0, at: .display, obstacle: "no scale")],
      reasons: ["no scale"]),
    Case(
      testDescription: "an ordered one that cannot be read", candidates: [candidate(0, obstacle: "no scale")],
      configured: "iio:device0", reasons: ["no scale"]),
    Case(
      testDescription: "two displays: the same one whatever its number",
      candidates: [
        candidate(0, at: .display, path: "/sys/devices/z/iio:device0"),
        candidate(1, at: .display, path: "/sys/devices/a/iio:device1"),
      ], chosen: 1, reasons: ["another accelerometer in the display", "display"]),
  ])
  func theDisplaysSensorTurnsTheScreen(_ c: Case) {
    let selection = SensorSelection(c.candidates, configured: c.configured)
    #expect(selection.chosen == c.chosen)
    #expect(selection.verdicts.count == c.candidates.count)
    for (index, (verdict, reason)) in zip(selection.verdicts, c.reasons).enumerated() {
      #expect(verdict.isUsed == (index == c.chosen))
      #expect(verdict.reason.contains(reason), "\(verdict.reason)")
    }
  }
}
