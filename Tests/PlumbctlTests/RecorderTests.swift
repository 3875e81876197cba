import FakeDaemon
import Orientation
import PlumbInterface
import Recordings
import Testing
import Varlink

@testable import plumbctl

/// What `plumbctl record` makes of what the daemon tells.
@Suite struct RecorderTests {
  private static func sensor(
    _ name: String = "accel_3d", matrix: [Double] = MountMatrix.identity.rows, rate: Double? = 25
  ) -> AccelerometerReport {
    AccelerometerReport(
      name: name, path: "/sys/x", used: true, why: "w", mode: .buffered, location: "display", locationSource: "label",
      matrix: matrix, matrixSource: "m", polarity: .reaction, polaritySource: "p", scale: [0.5, 0.5, 0.5], rate: rate)
  }

  private static func added(_ sensor: AccelerometerReport = sensor(), at time: Double) -> SensorInterface.SamplesReply {
    .init(event: SampleEvent(.added, at: time, sensor: sensor))
  }

  private static func sample(_ x: Double, at time: Double) -> SensorInterface.SamplesReply {
    let sample = AccelerometerSample(time: time, acceleration: Acceleration(x: 9, y: 9, z: 9))
    return .init(sample: SampleReport(sample, sensorFrame: Acceleration(x: x, y: 2, z: 3)))
  }

  private static func event(_ kind: SampleEvent.Kind, at time: Double) -> SensorInterface.SamplesReply {
    .init(event: SampleEvent(kind, at: time))
  }

  private static let header =
    #"{"plumb-recording":1,"name":"accel_3d","unit":"m/s^2","polarity":"reaction","rate":25.0,"device":"accel_3d","#
    + #""matrix":[1.0,0.0,0.0,0.0,1.0,0.0,0.0,0.0,1.0],"scale":[0.5,0.5,0.5],"location":"display"}"#

  @Test func theHeaderHasTheFactsAndSamplesAreTheSensorsOwn() {
    var recorder = Recorder()
    #expect(recorder.lines(for: Self.added(at: 100)) == [Self.header])
    #expect(recorder.lines(for: Self.sample(1, at: 100.5)) == [#"{"t":0.0,"a":[1.0,2.0,3.0]}"#])
    #expect(recorder.lines(for: Self.sample(4, at: 100.54)) == [#"{"t":0.04,"a":[4.0,2.0,3.0]}"#])
    #expect(recorder.samples == 2)
    #expect(recorder.recordings == 1)
  }

  @Test(arguments: [
    (SampleEvent.Kind.removed, "removed"), (.quiet, "quiet"), (.tabletMode, "tabletMode"),
    (.laptopMode, "laptopMode"),
  ])
  func eventsAreWrittenAtTheirTimes(kind: SampleEvent.Kind, word: String) {
    var recorder = Recorder()
    _ = recorder.lines(for: Self.added(at: 1)) + recorder.lines(for: Self.sample(1, at: 2))
    #expect(recorder.lines(for: Self.event(kind, at: 3.25)) == [#"{"t":1.25,"event":"\#(word)"}"#])
  }

  @Test func timeNeverGoesBack() {
    var recorder = Recorder()
    _ = recorder.lines(for: Self.added(at: 1)) + recorder.lines(for: Self.sample(1, at: 2))
    #expect(recorder.lines(for: Self.sample(1, at: 3)) == [#"{"t":1.0,"a":[1.0,2.0,3.0]}"#])
    // A batch is told when it arrives, and its samples are older than an event of meanwhile.
    #expect(recorder.lines(for: Self.event(.quiet, at: 2.5)) == [#"{"t":1.0,"event":"quiet"}"#])
  }

  @Test func theSameSensorGoesOnAndAnotherOneBeginsAnew() {
    var recorder = Recorder(name: "turn")
    let first = recorder.lines(for: Self.added(at: 1)) + recorder.lines(for: Self.sample(1, at: 2))
    #expect(first.first?.contains(#""name":"turn""#) == true)
    _ = recorder.lines(for: Self.event(.removed, at: 3))
    #expect(recorder.lines(for: Self.added(at: 4)) == [#"{"t":2.0,"event":"added"}"#])
    let other = recorder.lines(for: Self.added(Self.sensor("kxcj9"), at: 5))
    #expect(other.count == 1)
    #expect(other.first?.contains(#""name":"turn-2""#) == true)
    #expect(recorder.lines(for: Self.sample(1, at: 6)) == [#"{"t":0.0,"a":[1.0,2.0,3.0]}"#])
    #expect(recorder.recordings == 2)
  }

  @Test func nothingIsWrittenBeforeThereIsASensorButHowItWasFoldedIsKept() {
    var recorder = Recorder()
    #expect(recorder.lines(for: Self.event(.laptopMode, at: 1)).isEmpty)
    #expect(recorder.lines(for: Self.sample(1, at: 1)).isEmpty)
    #expect(recorder.lines(for: Self.added(at: 2)) == [Self.header, #"{"t":0.0,"event":"laptopMode"}"#])
  }

  @Test func sleepIsWrittenAndAClockThatDriftsIsNot() {
    var recorder = Recorder()
    #expect(recorder.lines(slept: 7, now: 1).isEmpty)
    _ = recorder.lines(for: Self.added(at: 1)) + recorder.lines(for: Self.sample(1, at: 2))
    #expect(recorder.lines(slept: 7.1, now: 3).isEmpty)
    #expect(
      recorder.lines(slept: 17.1, now: 14) == [#"{"t":2.0,"event":"suspend"}"#, #"{"t":12.0,"event":"resume"}"#])
  }

  @Test func aSensorOfUnknownRateOrScaleMakesAValidHeader() throws {
    var recorder = Recorder()
    var sensor = Self.sensor(rate: nil)
    sensor.scale = []
    let line = try #require(recorder.lines(for: Self.added(sensor, at: 1)).first)
    let read = try Recording.recordings(in: Array(line.utf8))
    #expect(read.first?.header.rate == 10)
    #expect(read.first?.header.scale == nil)
  }

  @Test func whatIsWrittenReadsBackInTheDevicesFrame() throws {
    var recorder = Recorder()
    let sensor = Self.sensor(matrix: [0, 1, 0, -1, 0, 0, 0, 0, 1])
    let lines = recorder.lines(for: Self.added(sensor, at: 1)) + recorder.lines(for: Self.sample(1, at: 2))
    let read = try Recording.recordings(in: Array(lines.joined(separator: "\n").utf8))
    let expected = AccelerometerSample(time: 0, acceleration: Acceleration(x: -2, y: 1, z: -3))
    #expect(read.first?.entries == [.sample(expected)])
  }

  // MARK: The command

  private static func daemon(_ replies: [SensorInterface.SamplesReply]) throws -> FakeDaemon {
    try FakeDaemon(answers: [
      "Samples": { call in
        for reply in replies { call.reply(reply, continues: true) }
      }
    ])
  }

  @Test func recordingsGoToAFileOrToStandardOutput() throws {
    let daemon = try Self.daemon([Self.added(at: 1), Self.sample(1, at: 2), Self.sample(1, at: 2.5)])
    defer { daemon.stop() }
    let lines = [Self.header, #"{"t":0.0,"a":[1.0,2.0,3.0]}"#, #"{"t":0.5,"a":[1.0,2.0,3.0]}"#]
    let printed = plumbctl("record", "--seconds", "0.5", daemon: daemon)
    #expect(printed.status == 0)
    #expect(printed.output.lines == lines)
    #expect(printed.output.error.isEmpty)

    let file = TemporaryFile("what was there before, and is longer than nothing\n")
    let written = plumbctl("record", "--seconds", "0.5", file.path, daemon: daemon)
    #expect(written.status == 0)
    #expect(written.output.standard.isEmpty)
    #expect(written.output.error.hasSuffix("2 samples are in \(file.path)\n"))
    #expect(text(of: file.path) == lines.map { $0 + "\n" }.joined())
  }

  @Test func withoutASensorNothingIsRecorded() throws {
    let daemon = try Self.daemon([])
    defer { daemon.stop() }
    let outcome = plumbctl("record", "--seconds", "0.1", daemon: daemon)
    #expect(outcome.status == 1)
    #expect(outcome.output.error == "plumbctl: no accelerometer was there: nothing was recorded\n")
  }

  @Test func refusalsAreSaidAndSlipsFound() throws {
    let daemon = try FakeDaemon(answers: ["Samples": { $0.fail(.permissionDenied) }])
    defer { daemon.stop() }
    let denied = plumbctl("record", "--seconds", "5", daemon: daemon)
    #expect(denied.status == 1)
    #expect(denied.output.error.contains("permission denied"))
    #expect(plumbctl("record", "--seconds", "0", daemon: daemon).status == 2)
    #expect(plumbctl("record", "--seconds", "soon", daemon: daemon).status == 2)
    let nowhere = plumbctl("record", "/nonesuch/file", daemon: daemon)
    #expect(nowhere.status == 2)
    #expect(nowhere.output.error == "plumbctl: cannot write /nonesuch/file: No such file or directory\n")
  }
}
