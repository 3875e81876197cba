import EventLoop
import Orientation
import Testing

@testable import Sensors

@Suite(.serialized) struct RecordingAccelerometerSourceTests {
  @Test func recordingsArePlayedOneAfterTheOther() throws {
    let log = try EventLog()
    let v = Acceleration(x: 0, y: -9.8, z: 0)
    let first = RecordedTrack(
      name: "one", rate: 25,
      entries: [
        .init(time: 5.04, entry: .removed), .init(time: 5, entry: .sample(v)), .init(time: 5.06, entry: .added),
        .init(time: 5.08, entry: .sample(v)), .init(time: .nan, entry: .quiet), .init(time: 5.1, entry: .quiet),
      ])
    let second = RecordedTrack(name: "two", entries: [.init(time: 0, entry: .tabletMode(true))])
    let source = try RecordingAccelerometerSource(loop: log.loop, tracks: [first, second], handler: log.append)
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
    let source = try RecordingAccelerometerSource(loop: log.loop, tracks: [], handler: log.append)
    source.start()
    #expect(try log.run { $0.last == .ended })
  }
}
