import Orientation
import Recordings
import Testing

@Suite struct RecordingWriterTests {
  @Test(arguments: [
    RecordingHeader(name: "plain", rate: 25),
    RecordingHeader(name: "\"quoted\" \\ \u{1} \n é 😀", polarity: .reaction, rate: 0.78125),
    RecordingHeader(
      name: "", rate: 1e-3, device: "cros-ec-accel", matrix: [0, 1, 0, -1, 0, 0, 0, 0, 1e-9], scale: [0.0098],
      location: "lid"),
    RecordingHeader(name: "n", rate: 200, scale: [0.0098, 0.01, 1.0 / 3]),
  ])
  func readsBackAHeader(_ header: RecordingHeader) throws {
    let line = try #require(RecordingWriter.line(header))
    #expect(try Recording.recordings(in: Array(line.utf8)) == [Recording(header: header)])
  }

  @Test func readsBackEntries() throws {
    let sample = AccelerometerSample(time: 0.1 + 0.2, acceleration: Acceleration(x: -1.0 / 3, y: 1e-20, z: 9.81))
    let recording = Recording(
      header: RecordingHeader(name: "n", rate: 25),
      entries: [.sample(sample)] + RecordingEvent.allCases.map { .event($0, time: 1e6) })
    let lines = [RecordingWriter.line(recording.header)] + recording.entries.map { RecordingWriter.line($0) }
    let text = try lines.map { try #require($0) }.joined(separator: "\n")
    #expect(try Recording.recordings(in: Array(text.utf8)) == [recording])
  }

  @Test func writesTheDocumentedLines() {
    let header = RecordingHeader(name: "a/b", rate: 25)
    #expect(
      RecordingWriter.line(header)
        == #"{"plumb-recording":1,"name":"a/b","unit":"m/s^2","polarity":"gravity","rate":25.0}"#)
    let sample = AccelerometerSample(time: 0.04, acceleration: Acceleration(x: 0, y: -9.81, z: 0.5))
    #expect(RecordingWriter.line(.sample(sample)) == #"{"t":0.04,"a":[0.0,-9.81,0.5]}"#)
    #expect(RecordingWriter.line(.event(.quiet, time: 2)) == #"{"t":2.0,"event":"quiet"}"#)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity]) func writesNothingThatJSONCannotSay(_ number: Double) {
    let sample = AccelerometerSample(time: 0, acceleration: Acceleration(x: 0, y: number, z: 0))
    #expect(RecordingWriter.line(.sample(sample)) == nil)
    #expect(RecordingWriter.line(.event(.quiet, time: number)) == nil)
    #expect(RecordingWriter.line(RecordingHeader(name: "n", rate: number)) == nil)
    #expect(RecordingWriter.line(RecordingHeader(name: "n", rate: 1, scale: [number])) == nil)
  }
}
