import EventLoop
import TestSupport
import Testing

/// Devices with a buffer and a trigger, through the real libiio and udev.
@Suite(.serialized, .enabled(if: Testbed.isThere, "needs umockdev and python3")) struct BufferedDeviceTests {
  static let stamp = "00000000 00002A36FE9C9717"
  let upright = [0, -9.807, 0]
  let uprightScan = "00000000 00FCFFFF 00000000 \(stamp)".filter { $0 != " " }
  let onItsSideScan = "00040000 00000000 00000000 \(stamp)".filter { $0 != " " }

  @Test func samplesComeOutOfTheBufferAndItIsLeftAsItWasFound() throws {
    let testbed = try Testbed("accel-buffered.umockdev")
    try testbed.command("set scan_elements/in_accel_z_en 1")
    try testbed.command("set buffer/watermark 2")
    try testbed.command("set trigger/current_trigger accel_3d-dev0")
    try testbed.command("stream 20 \(uprightScan)")
    let probe = try testbed.probe()
    #expect(probe.next("appeared")?.description?.mode == "buffered")
    #expect(probe.sample(near: upright) != nil)
    #expect(try testbed.attribute("buffer/enable") == "1")
    #expect(try testbed.attribute("scan_elements/in_accel_x_en") == "1")
    // Else the kernel would wait for several scans before it says that there is one.
    #expect(try testbed.attribute("buffer/watermark") == "1")
    try testbed.command("stream 20 \(onItsSideScan)")
    let turned = try #require(probe.sample(near: [9.807, 0, 0]))
    #expect(turned.t != nil)
    #expect(probe.process.terminate() == 0)
    #expect(try testbed.attribute("buffer/enable") == "0")
    #expect(try testbed.attribute("buffer/length") == "2")
    #expect(try testbed.attribute("buffer/watermark") == "2")
    #expect(try testbed.attribute("scan_elements/in_accel_x_en") == "0")
    #expect(try testbed.attribute("scan_elements/in_accel_z_en") == "1")
    #expect(try testbed.attribute("trigger/current_trigger") == "accel_3d-dev0")
  }

  @Test func aTriggerOfItsOwnIsSetForAsLongAsItIsNeeded() throws {
    let testbed = try Testbed("accel-buffered.umockdev")
    try testbed.command("stream 20 \(uprightScan)")
    let probe = try testbed.probe()
    #expect(probe.sample(near: upright) != nil)
    #expect(try testbed.attribute("trigger/current_trigger") == "accel_3d-dev0")
    #expect(probe.process.terminate() == 0)
    #expect(try testbed.attribute("trigger/current_trigger") == "")
  }

  @Test func aSilentTriggerMeansPolling() throws {
    let testbed = try Testbed("accel-buffered.umockdev")
    let probe = try testbed.probe()
    #expect(probe.next("appeared")?.description?.mode == "buffered")
    #expect(probe.next("notice")?.words?.contains("no working trigger") == true)
    #expect(probe.next("appeared")?.description?.mode == "polled")
    #expect(probe.sample(near: upright) != nil)
    let sensor = try #require(probe.sensors().first)
    #expect(sensor.mode == "polled")
    #expect(sensor.faults.contains { $0.contains("no working trigger") })
    #expect(try testbed.attribute("buffer/enable") == "0")
    #expect(try testbed.attribute("scan_elements/in_accel_x_en") == "0")
  }

  @Test func onlyPolledMeansOnlyPolled() throws {
    let testbed = try Testbed("accel-buffered.umockdev")
    let probe = try testbed.probe("--mode", "polled")
    #expect(probe.next("appeared")?.description?.mode == "polled")
    #expect(probe.sample(near: upright) != nil)
  }

  @Test func onlyBufferedIsRefusedWhereThereIsNone() throws {
    let testbed = try Testbed("accel-polled.umockdev")
    let probe = try testbed.probe("--mode", "buffered")
    #expect(probe.next("notice")?.words?.contains("no buffer") == true)
    #expect(probe.sensors().first?.used == false)
  }

  @Test func anotherReaderThatSwitchesTheBufferOffDoesNotMakeItDeaf() throws {
    let testbed = try Testbed("accel-buffered.umockdev")
    try testbed.command("stream 20 \(uprightScan)")
    let probe = try testbed.probe()
    for _ in 0..<3 {
      let before = try #require(probe.sample(near: upright)?.t)
      try testbed.command("poke buffer/enable 0")
      #expect(probe.next("notice")?.words?.contains("switched the buffer") == true)
      let after = try #require(probe.next { $0.event == "sample" && ($0.t ?? 0) > before })
      #expect(after.a?.count == 3)
    }
    #expect(try testbed.attribute("buffer/enable") == "1")
  }

  /// The device's raw values still work, so it is read that way from then on.
  @Test func aBufferThatFallsSilentIsStaleAndThenPolled() throws {
    let testbed = try Testbed("accel-buffered.umockdev")
    try testbed.command("stream 20 \(uprightScan)")
    let probe = try testbed.probe()
    let last = try #require(probe.sample(near: upright)?.t)
    try testbed.command("stop")
    #expect(probe.next("stale") != nil)
    #expect(probe.next("recovered") != nil)
    let next = try #require(probe.next("sample")?.t)
    #expect(next - last > 1)
    #expect(probe.lines.filter { $0.event == "stale" }.count == 1)
    #expect(probe.sensors().first?.mode == "polled")
  }

  /// A hub with a hysteresis says nothing while it rests: the judge gets what it needs to settle, and then silence.
  @Test func aSensorThatReportsOnlyChangesIsQuietAndNotStale() throws {
    let testbed = try Testbed("accel-buffered.umockdev")
    try testbed.command("set in_accel_hysteresis 0.5")
    let probe = try testbed.probe()
    #expect(probe.next("appeared") != nil)
    try testbed.command("bytes \(uprightScan)")
    let last = try #require(probe.sample(near: upright)?.t)
    let quiet = try #require(probe.next("quiet")?.t)
    #expect(quiet - last >= 1.3)
    let repeated = probe.lines.filter { $0.event == "sample" }.compactMap(\.t)
    #expect(zip(repeated, repeated.dropFirst()).allSatisfy { $0 < $1 && $1 - $0 < 1 })
    // The hub's echo of a raw value is no news.
    try testbed.command("bytes \(uprightScan)")
    #expect(probe.sensors().first?.mode == "buffered")
    #expect(probe.lines.last?.event == "sensors")
    #expect(probe.lines.filter { $0.event == "quiet" }.count == 1)
    try testbed.command("bytes \(onItsSideScan)")
    let end = try #require(probe.next("quiet")?.t)
    let moved = try #require(probe.sample(near: [9.807, 0, 0])?.t)
    #expect((0...0.2).contains(moved - end), "it has rested until then")
    #expect(!probe.lines.contains { $0.event == "stale" })
  }

  @Test func aHubComparesCoarselyAtRestStreamsInMotionAndIsLeftAsItWas() throws {
    let testbed = try Testbed("accel-buffered.umockdev")
    try testbed.command("set in_accel_scale 0.009806650")
    try testbed.command("set in_accel_hysteresis 0.010000")
    let probe = try testbed.probe()
    #expect(probe.next("appeared") != nil)
    try testbed.command("bytes \(uprightScan)")
    #expect(probe.next("quiet") != nil)
    let sensitivity = { try testbed.attribute("in_accel_hysteresis") }
    let deadline = Deadline()
    while try sensitivity() != "0.0612", !deadline.isOver {}
    #expect(try sensitivity() == "0.0612")
    try testbed.command("bytes \(onItsSideScan)")
    #expect(probe.sample(near: [10.042, 0, 0]) != nil)
    while try sensitivity() != "0", !deadline.isOver {}
    #expect(try sensitivity() == "0")
    // One that does not stream then is at rest all the same.
    #expect(probe.next("quiet") != nil)
    while try sensitivity() != "0.0612", !deadline.isOver {}
    #expect(try sensitivity() == "0.0612")
    #expect(probe.process.terminate() == 0)
    #expect(try sensitivity() == "0.010000")
  }

  /// The kernel's queue is read once a second: nothing is lost, and a turn is seen.
  @Test func aStreamIsCollectedAtRest() throws {
    let testbed = try Testbed("accel-buffered.umockdev")
    try testbed.command("stream 10 \(uprightScan)")
    let probe = try testbed.probe()
    let first = try #require(probe.sample(near: upright)?.t)
    var times = [first]
    while let last = times.last, last < first + 12, let next = probe.next("sample")?.t { times.append(next) }
    #expect(times.count > 60, "\(times.count)")
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    try testbed.command("stream 10 \(onItsSideScan)")
    #expect(probe.sample(near: [9.807, 0, 0]) != nil)
    #expect(!probe.lines.contains { $0.event == "stale" || $0.event == "quiet" })
  }

  /// A second's worth of scans at rest, each one in motion; such a chip needs no trigger.
  @Test func aChipsOwnQueueGathersAtRestAlone() throws {
    let testbed = try Testbed("accel-buffered.umockdev")
    try testbed.command("set buffer/hwfifo_watermark_max 64")
    try testbed.command("set buffer/watermark 3")
    try testbed.command("stream 10 \(uprightScan)")
    let probe = try testbed.probe()
    #expect(probe.sample(near: upright) != nil)
    #expect(try testbed.attribute("trigger/current_trigger") == "")
    let deadline = Deadline()
    func reaches(_ watermark: String) throws -> Bool {
      while try testbed.attribute("buffer/watermark") != watermark, !deadline.isOver {}
      return try testbed.attribute("buffer/watermark") == watermark
    }
    #expect(try reaches("1"))
    #expect(try reaches("10"))
    try testbed.command("stream 10 \(onItsSideScan)")
    #expect(probe.sample(near: [9.807, 0, 0]) != nil)
    #expect(try reaches("1"))
    #expect(probe.next("sample") != nil)
    #expect(!probe.lines.contains { $0.event == "stale" || $0.event == "notice" })
    #expect(probe.process.terminate() == 0)
    #expect(try testbed.attribute("buffer/watermark") == "3")
    #expect(try testbed.attribute("buffer/enable") == "0")
  }

  /// The same silence from a device that has streamed while it rested is a fault, whatever its hysteresis.
  @Test func aStreamThatEndsIsStaleAlthoughThereIsAHysteresis() throws {
    let testbed = try Testbed("accel-buffered.umockdev")
    try testbed.command("set in_accel_hysteresis 0.5")
    try testbed.command("stream 20 \(uprightScan)")
    let probe = try testbed.probe()
    for _ in 0..<8 { #expect(probe.sample(near: upright) != nil) }
    try testbed.command("stop")
    #expect(probe.next("stale") != nil)
    #expect(probe.next("recovered") != nil)
    #expect(!probe.lines.contains { $0.event == "quiet" })
    #expect(probe.sensors().first?.mode == "polled")
  }

  /// The raw value tells that the buffer has missed a turn.
  @Test func aQuietSensorThatHasMovedIsStale() throws {
    let testbed = try Testbed("accel-buffered.umockdev")
    try testbed.command("set in_accel_hysteresis 0.5")
    let probe = try testbed.probe()
    #expect(probe.next("appeared") != nil)
    try testbed.command("bytes \(uprightScan)")
    #expect(probe.sample(near: upright) != nil)
    try testbed.command("set in_accel_x_raw 1024")
    #expect(probe.next("quiet") != nil)
    #expect(probe.next("stale") != nil)
    #expect(probe.next("recovered") != nil)
  }

  @Test func whatNobodyNeedsIsPoweredDown() throws {
    let testbed = try Testbed("accel-buffered.umockdev")
    try testbed.command("stream 20 \(uprightScan)")
    let probe = try testbed.probe()
    for _ in 0..<3 {
      #expect(probe.next("appeared") != nil)
      #expect(probe.sample(near: upright) != nil)
      #expect(try testbed.attribute("buffer/enable") == "1")
      probe.process.send(line: "stop")
      let deadline = EventLoop.now + 20
      while try testbed.attribute("buffer/enable") != "0", EventLoop.now < deadline {}
      #expect(try testbed.attribute("buffer/enable") == "0")
      probe.process.send(line: "start")
    }
    // Whatever is asked for in a hurry, the last wish counts.
    for wish in ["stop", "start", "stop", "start", "stop", "stop", "start", "start"] { probe.process.send(line: wish) }
    #expect(probe.next("appeared") != nil)
    #expect(probe.sample(near: upright) != nil)
    #expect(probe.process.terminate() == 0)
    #expect(try testbed.attribute("buffer/enable") == "0")
  }

  @Test func zerosAfterPowerUpAreNoMeasurement() throws {
    let testbed = try Testbed("accel-buffered.umockdev")
    let zeros = String(repeating: "0", count: 48)
    try testbed.command("stream 10 \(zeros) \(zeros) \(uprightScan) \(uprightScan) \(uprightScan) \(uprightScan)")
    let probe = try testbed.probe()
    let first = try #require(probe.next("sample"))
    #expect(zip(first.a ?? [], upright).allSatisfy { abs($0 - $1) < 0.01 })
  }
}
