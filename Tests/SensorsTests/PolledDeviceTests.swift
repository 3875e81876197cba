import TestSupport
import Testing

/// Devices without a working buffer, through the real libiio and udev.
@Suite(.serialized, .enabled(if: Testbed.isThere, "needs umockdev and python3")) struct PolledDeviceTests {
  let upright = [0, -9.807, 0]

  @Test func samplesFollowTheDeviceThroughItsMatrix() throws {
    let testbed = try Testbed("accel-polled.umockdev")
    try testbed.command("set in_accel_mount_matrix 0, 1, 0; -1, 0, 0; 0, 0, 1")
    let probe = try testbed.probe()
    let appeared = try #require(probe.next("appeared")?.description)
    #expect(appeared.mode == "polled")
    #expect(appeared.matrixFrom == "in_accel_mount_matrix")
    let sample = try #require(probe.sample(near: [-9.807, 0, 0]))
    #expect(zip(sample.sensor ?? [], upright).allSatisfy { abs($0 - $1) < 0.01 })
    try testbed.command("set in_accel_x_raw 1024")
    try testbed.command("set in_accel_y_raw 0")
    #expect(probe.sample(near: upright) != nil)
    #expect(probe.process.terminate() == 0)
  }

  @Test func timesRiseAndMotionIsMeasuredMoreOften() throws {
    let testbed = try Testbed("accel-polled.umockdev")
    let probe = try testbed.probe()
    #expect(probe.sample(near: upright) != nil)
    try testbed.command("set in_accel_z_raw 500")
    #expect(probe.sample(near: [0, -9.807, 4.789]) != nil)
    let times = (0..<15).compactMap { _ in probe.next("sample")?.t }
    #expect(times.count == 15)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    let gaps = zip(times, times.dropFirst()).map { $1 - $0 }.sorted()
    // 26 Hz in motion against 10 Hz before, however busy the machine: the quickest gaps tell.
    #expect(gaps[2] < 0.08, "\(gaps)")
    #expect(try testbed.attribute("sampling_frequency") == "25")
    #expect(probe.process.terminate() == 0)
    #expect(try testbed.attribute("sampling_frequency") == "10", "as it was found")
  }

  @Test func atRestOnlyMotionIsToldUnlessEachSampleIsWanted() throws {
    let testbed = try Testbed("accel-polled.umockdev")
    let probe = try testbed.probe()
    #expect(probe.next("appeared") != nil)
    let quiet = try #require(probe.next("quiet")?.t)
    // Within what a sensor's noise is: no news, in two readings.
    try testbed.command("set in_accel_z_raw 50")
    #expect(probe.next(limit: 2.5) == nil)
    try testbed.command("set in_accel_z_raw 500")
    let ending = try #require(probe.next { $0.event == "sample" || $0.event == "quiet" })
    #expect(ending.event == "quiet", "what rested until now has moved")
    let moved = try #require(probe.next())
    #expect(moved.event == "sample")
    #expect(zip(moved.a ?? [], [0, -9.807, 4.789]).allSatisfy { abs($0 - $1) < 0.01 })
    #expect(try #require(ending.t) > quiet)
    #expect(try #require(moved.t) - (try #require(ending.t)) < 0.5)
    #expect(!probe.lines.contains { $0.event == "stale" })
    // It comes to rest again, and somebody wants to see it all the same.
    #expect(probe.next("quiet") != nil)
    probe.process.send(line: "every sample")
    let times = (0..<20).compactMap { _ in probe.next("sample")?.t }
    #expect(times.count == 20)
    #expect(zip(times, times.dropFirst()).map { $1 - $0 }.sorted()[10] < 0.5)
  }

  /// It is said once to who looks closely, and no attribute is touched.
  @Test func aMotionEventThatTheKernelRefusesChangesNothing() throws {
    let events = ["x", "y", "z"].flatMap {
      ["events/in_accel_\($0)_roc_rising_en", "events/in_accel_\($0)_roc_rising_value"]
    }
    let testbed = try Testbed(
      DeviceDescription().with(Dictionary(uniqueKeysWithValues: events.map { ($0, "0") })).text)
    let probe = try testbed.probe()
    #expect(probe.next("detail")?.words?.contains("once a second") == true)
    #expect(probe.sample(near: upright) != nil)
    #expect(probe.next("quiet") != nil)
    try testbed.command("set in_accel_z_raw 500")
    #expect(probe.sample(near: [0, -9.807, 4.789]) != nil)
    #expect(probe.next("quiet") != nil)
    for event in events { #expect(try testbed.attribute(event) == "0") }
    #expect(probe.lines.filter { $0.event == "detail" }.count == 1)
    #expect(!probe.lines.contains { $0.event == "notice" })
    #expect(probe.process.terminate() == 0)
  }

  @Test func aSensorThatStopsToAnswerAtRestIsStale() throws {
    let testbed = try Testbed("accel-polled.umockdev")
    let probe = try testbed.probe()
    #expect(probe.next("quiet") != nil)
    try testbed.command("slow in_accel_x_raw 20 0")
    #expect(probe.next(limit: 60) { $0.event == "stale" } != nil)
    #expect(probe.next(limit: 60) { $0.event == "recovered" } != nil)
  }

  @Test func aTooSlowFrequencyIsRaised() throws {
    let list = "0.781000 1.563000 3.125000 6.250000 12.500000 25.000000"
    let testbed = try Testbed(
      DeviceDescription().with([
        "in_accel_sampling_frequency": "0.000000", "in_accel_sampling_frequency_available": list,
      ]).text)
    let probe = try testbed.probe()
    #expect(probe.next("appeared")?.description?.rate == 12.5)
    #expect(try testbed.attribute("in_accel_sampling_frequency") == "12.500000")
  }

  @Test func aFrequencyThatCannotBeRaisedIsAFaultAndNoMore() throws {
    let testbed = try Testbed(DeviceDescription().with(["sampling_frequency": "1"]).text)
    try testbed.command("refuse sampling_frequency")
    let probe = try testbed.probe()
    #expect(probe.sample(near: upright) != nil)
    #expect(probe.lines.filter { $0.event == "notice" && $0.words?.contains("sampling_frequency") == true }.count == 1)
    #expect(probe.sensors().first?.faults.contains { $0.contains("sampling_frequency") } == true)
  }

  @Test func aSlowReadHoldsNobodyUp() throws {
    let testbed = try Testbed(DeviceDescription().text)
    let probe = try testbed.probe()
    #expect(probe.sample(near: upright) != nil)
    try testbed.command("slow in_accel_x_raw 0.8 512")
    // Two readings after the change, each as slow as the device.
    let first = try #require(probe.sample(near: [4.903, -9.807, 0])?.t)
    #expect(probe.sensors().first?.used == true)
    #expect(probe.lines.last?.event == "sensors")
    let second = try #require(probe.next("sample")?.t)
    #expect(second - first >= 0.8)
    #expect(!probe.lines.contains { $0.event == "stale" })
    #expect(probe.process.terminate() == 0)
  }

  @Test func withoutATriggerAForgottenBufferIsSwitchedOff() throws {
    let description = DeviceDescription(formats: Array(repeating: "le:s16/32>>0", count: 3), hasTrigger: false)
    let testbed = try Testbed(description.with(["buffer/enable": "1"]).text)
    let probe = try testbed.probe()
    #expect(probe.next("appeared")?.description?.mode == "polled")
    #expect(probe.sample(near: upright) != nil)
    #expect(try testbed.attribute("buffer/enable") == "0")
  }

  @Test func aDeviceThatFailsIsLostAndFoundAgain() throws {
    let testbed = try Testbed("accel-polled.umockdev")
    let probe = try testbed.probe()
    #expect(probe.sample(near: upright) != nil)
    try testbed.command("set in_accel_x_raw rubbish")
    let lost = try #require(probe.next("lost"))
    #expect(lost.words?.contains("rubbish") == true)
    #expect(probe.sensors().first?.used == false)
    try testbed.command("set in_accel_x_raw 0")
    #expect(probe.next("appeared") != nil)
    #expect(probe.sample(near: upright) != nil)
  }

  // MARK: - Scale

  @Test func perAxisScalesGoBeforeASharedOne() throws {
    let testbed = try Testbed(
      DeviceDescription().with([
        "in_accel_x_scale": "0.009577", "in_accel_y_scale": "0.009577", "in_accel_z_scale": "0.019154",
        "in_accel_scale": "1", "in_accel_y_raw": "-887", "in_accel_z_raw": "-256",
      ]).text)
    let probe = try testbed.probe()
    #expect(probe.next("appeared")?.description?.scaleFrom == "in_accel_{x,y,z}_scale")
    #expect(probe.sample(near: [0, -8.495, -4.903]) != nil)
  }

  @Test func offsetAndBareScaleAreApplied() throws {
    let testbed = try Testbed(
      DeviceDescription().with(["in_accel_scale": "-", "scale": "0.01", "in_accel_offset": "24"]).text)
    let probe = try testbed.probe()
    #expect(probe.next("appeared")?.description?.scaleFrom == "scale")
    #expect(probe.sample(near: [0.24, -10, 0.24]) != nil)
  }

  @Test func anIncompleteScaleIsAFault() throws {
    let testbed = try Testbed(DeviceDescription().with(["in_accel_scale": "-", "in_accel_x_scale": "0.01"]).text)
    let probe = try testbed.probe()
    let notice = try #require(probe.next("notice"))
    #expect(notice.words?.contains("in_accel_y_scale, in_accel_z_scale") == true)
    let sensor = try #require(probe.sensors().first)
    #expect(!sensor.used)
    #expect(!sensor.faults.isEmpty)
  }

  @Test func withoutAnyScaleOneGIsLearnt() throws {
    let testbed = try Testbed(DeviceDescription().with(["in_accel_scale": "-"]).text)
    let probe = try testbed.probe()
    #expect(probe.sample(near: upright) != nil)
    #expect(probe.sensors().first?.scaleFrom == "learnt from gravity")
  }
}
