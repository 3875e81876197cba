import FakeDaemon
import Orientation
import Recordings
import Testing

@testable import plumbctl

@Suite struct MockPlayTests {
  private static func sample(_ time: Double) -> RecordingEntry {
    .sample(AccelerometerSample(time: time, acceleration: Acceleration(x: 1, y: 2, z: 3)))
  }

  @Test func samplesTravelInShortBatchesAndEventsBetweenThem() {
    let steps = MockPlayCommand.steps(
      [0, 0.01, 0.01, 0.015, 0.05, 0.1].map(Self.sample)
        + [.event(.removed, time: 0.1), .event(.suspend, time: 0.2), .event(.added, time: 0.3), Self.sample(0.31)])
    #expect(steps.map(\.member) == ["Feed", "Feed", "Feed", "Remove", "Add", "Feed"])
    #expect(steps.map(\.time) == [0.015, 0.05, 0.1, 0.1, 0.3, 0.31])
    guard case .array(let first) = steps[0].parameters["samples"] else {
      Issue.record("no samples")
      return
    }
    #expect(first.map { $0["t"] } == [0.0, 0.01, 0.015], "of one moment's samples only the first counts")
    #expect(first[0] == ["t": 0.0, "x": 1.0, "y": 2.0, "z": 3.0])
  }

  @Test func noBatchIsLargerThanACallMayCarry() {
    let steps = MockPlayCommand.steps((0..<1000).map { Self.sample(Double($0) * 1e-6) })
    let sizes = steps.map { step in
      if case .array(let samples) = step.parameters["samples"] { samples.count } else { 0 }
    }
    #expect(sizes == [256, 256, 256, 232])
  }

  @Test func aRecordingIsPlayedInItsTime() throws {
    let file = TemporaryFile(
      """
      {"plumb-recording":1,"name":"turn","unit":"m/s^2","polarity":"reaction","rate":25}
      {"t":5,"a":[0,9.8,0]}
      {"t":5.1,"event":"tabletMode"}
      {"t":5.15,"a":[9.8,0,0]}

      """)
    let daemon = try FakeDaemon()
    defer { daemon.stop() }
    let clock = ContinuousClock()
    let start = clock.now
    let outcome = plumbctl("mock", "play", file.path, daemon: daemon)
    #expect(outcome.status == 0 && outcome.output.error.isEmpty)
    #expect(start.duration(to: clock.now) >= .milliseconds(150))
    #expect(daemon.received.map(\.member) == ["Feed", "SetTabletMode", "Feed"])
    #expect(daemon.received.first?.parameters["samples"]?[0]?["y"] == -9.8)
  }

  @Test func aFileThatCannotBeReadIsNamed() {
    let path = FakeDaemon.freshPath()
    let missing = plumbctl("mock", "play", path)
    #expect(missing.status == 2)
    #expect(missing.output.error == "plumbctl: \(path): No such file or directory\n")
    let file = TemporaryFile("{\"t\":0,\"a\":[0,0,0]}\n")
    let broken = plumbctl("mock", "play", file.path)
    #expect(broken.status == 2)
    #expect(broken.output.error == "plumbctl: \(file.path): line 1: no header line before it\n")
  }
}
