import EventLoop
import Orientation
import Recordings
import Testing

@testable import Sensors

@Suite(.serialized) struct RecordingAccelerometerSourceTests {
  @Test func recordingsArePlayedOneAfterTheOther() throws {
    let log = try EventLog()
    let v = Acceleration(x: 0, y: -9.8, z: 0)
    let first = Recording(
      header: RecordingHeader(name: "one", polarity: .gravity, rate: 25),
      entries: [
        .sample(AccelerometerSample(time: 5, acceleration: v)), .event(.removed, time: 5.04),
        .event(.added, time: 5.06), .sample(AccelerometerSample(time: 5.08, acceleration: v)),
        .event(.quiet, time: 5.1),
      ])
    let second = Recording(
      header: RecordingHeader(name: "two", polarity: .gravity, rate: 25), entries: [.event(.tabletMode, time: 0)])
    let source = try RecordingAccelerometerSource(
      loop: log.loop, recordings: [first, second], handler: log.append)
    source.start()
    #expect(try log.run { $0.last == .ended })
    let samples = log.samples
    #expect(samples.count == 2)
    #expect(abs(samples[1].time - samples[0].time - 0.08) < 1e-6)
    let kinds = log.events.map {
      switch $0 {
      case .sample: "sample"
      case .appeared(let sensor): "appeared \(sensor.name)"
      case .lost: "lost"
      case .quiet: "quiet"
      case .ended: "ended"
      case .tabletMode(let on): "tablet \(on)"
      case .stale, .recovered, .notice: "?"
      }
    }
    #expect(
      kinds == [
        "appeared one", "sample", "lost", "appeared one", "sample", "quiet", "lost", "appeared two", "tablet true",
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
