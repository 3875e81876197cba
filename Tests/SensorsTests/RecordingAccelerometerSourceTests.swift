import EventLoop
import Orientation
import Recordings
import Testing

@testable import Sensors

@Suite(.serialized) struct RecordingAccelerometerSourceTests {
  @Test func recordingsArePlayedOneAfterTheOther() throws {
    let log = try EventLog()
    let text = """
      {"plumb-recording":1,"name":"one","unit":"m/s^2","polarity":"reaction","rate":25,"location":"lid"}
      {"t":5,"a":[0,9.8,0]}
      {"t":5.04,"event":"removed"}
      {"t":5.06,"event":"added"}
      {"t":5.07,"event":"suspend"}
      {"t":5.07,"event":"resume"}
      {"t":5.08,"a":[0,9.8,0]}
      {"t":5.1,"event":"quiet"}
      {"plumb-recording":1,"name":"two","unit":"m/s^2","polarity":"gravity","rate":25}
      {"t":0,"event":"tabletMode"}
      {"t":0,"event":"laptopMode"}
      """
    let recordings = try Recording.recordings(in: Array(text.utf8))
    let source = try RecordingAccelerometerSource(loop: log.loop, recordings: recordings, handler: log.append)
    source.start()
    #expect(try log.run { $0.last == .ended })
    let samples = log.samples
    #expect(samples.map(\.acceleration) == Array(repeating: Acceleration(x: 0, y: -9.8, z: 0), count: 2))
    #expect(abs(samples[1].time - samples[0].time - 0.08) < 1e-6)
    let kinds = log.events.map {
      switch $0 {
      case .sample: "sample"
      case .appeared(let sensor): "appeared \(sensor.name)"
      case .lost: "lost"
      case .quiet: "quiet"
      case .ended: "ended"
      case .tabletMode(let on): "tablet \(on)"
      case .unavailable, .stale, .recovered, .notice, .detail: "?"
      }
    }
    #expect(
      kinds == [
        "appeared one", "sample", "lost", "appeared one", "sample", "quiet", "lost", "appeared two", "tablet true",
        "tablet false",
        "ended",
      ])
  }

  @Test func nothingIsARecordingToo() throws {
    let log = try EventLog()
    let source = try RecordingAccelerometerSource(loop: log.loop, recordings: [], handler: log.append)
    source.start()
    #expect(try log.run { $0.last == .ended })
  }
}
