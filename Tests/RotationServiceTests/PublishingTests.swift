import Orientation
import PlumbInterface
import Testing

@testable import RotationService

/// Who is told what, and how often.
@Suite struct PublishingTests {
  @Test func theSnapshotComesFirstThenEachChangeOnce() throws {
    let harness = try Harness()
    let client = harness.connect()
    client.send("Monitor", more: true)
    harness.service.deviceTurned(.landscapeLeft)
    harness.service.deviceTurned(.landscapeLeft)
    harness.service.sensorChanged(SensorStatus(), reason: .sensorLost)
    let states = client.take().compactMap(\.state)
    #expect(states.map { $0["serial"]?.number } == [0, 1])
    #expect(states.map { $0["interface"]?.text } == ["portrait", "landscapeRight"])
  }

  @Test func aSlowReaderGetsTheLatestStateNotAQueue() throws {
    let harness = try Harness()
    let client = harness.connect()
    client.send("Monitor", more: true)
    _ = client.take()
    client.reads = false
    for pose: DeviceOrientation in [.landscapeLeft, .portraitUpsideDown, .landscapeRight] {
      harness.service.deviceTurned(pose)
    }
    client.reads = true
    let states = client.take().compactMap(\.state)
    #expect(states.map { $0["serial"]?.number } == [1, 3])
    #expect(states.last?["interface"]?.text == "landscapeLeft")
  }

  @Test func aSlowReaderIsNotToldWhatItKnows() throws {
    let harness = try Harness()
    harness.service.deviceTurned(.portrait)
    let client = harness.connect()
    client.send("Monitor", more: true)
    _ = client.take()
    client.reads = false
    harness.service.deviceTurned(.landscapeLeft)
    harness.service.deviceTurned(.portrait)
    harness.service.deviceTurned(.landscapeLeft)
    client.reads = true
    #expect(client.take().compactMap(\.state).map { $0["interface"]?.text } == ["landscapeRight"])
  }

  @Test func onlyThoseAtTheMachineSeeWhoIsInFront() throws {
    let harness = try Harness()
    harness.roles[2000] = .other
    let owner = harness.connect()
    try owner.register("secret")
    let other = harness.connect(uid: 2000)
    other.send("Monitor", more: true)
    #expect(other.take().first?.state?["foreground"] == .null)
    let active = harness.connect(uid: 1001)
    active.send("Monitor", more: true)
    #expect(active.take().first?.state?["foreground"]?["application"] == "secret")
    harness.roles[2000] = .active
    harness.service.rolesChanged()
    #expect(other.take().first?.state?["foreground"]?["application"] == "secret")
  }

  @Test func theSensorIsNeededAsLongAsSomebodyReads() throws {
    let harness = try Harness()
    var needs: [Bool] = []
    harness.service.onDemandChange = { needs.append($0) }
    let first = harness.connect()
    let second = harness.connect()
    first.send("Monitor", more: true)
    second.send("Samples", more: true, interface: SensorInterface.name)
    #expect(needs == [true])
    first.close()
    #expect(needs == [true])
    second.close()
    #expect(needs == [true, false])
    #expect(!harness.service.isSensorNeeded)
  }

  @Test func theSensorIsOffWhileNobodyLooksAtThePanel() throws {
    let harness = try Harness()
    var needs: [Bool] = []
    harness.service.onDemandChange = { needs.append($0) }
    let client = harness.connect()
    client.send("Monitor", more: true)
    harness.service.deviceTurned(.portrait, sensor: SensorStatus(available: true, name: "s", mode: .buffered))
    _ = client.take()
    let agent = harness.connect()
    _ = try agent.ask("SetPanel", #"{"on":false}"#)
    #expect(needs == [true, false])
    _ = try agent.ask("SetPanel", #"{"on":true}"#)
    _ = try agent.ask("SetPanel", #"{"on":false}"#)
    #expect(needs == [true, false, true, false])
    #expect(harness.service.isPanelOff)
    // What was told stands.
    #expect(client.take().isEmpty)
    // A question is answered with the present.
    harness.isSensorUnheard = true
    let asking = harness.connect()
    asking.send("Monitor")
    #expect(needs.last == true)
    harness.service.deviceTurned(.landscapeLeft)
    #expect(asking.take().first?.state?["interface"] == "landscapeRight")
    #expect(needs.last == false)
    agent.close()
    #expect(needs.last == true, "whoever said so is gone")
  }

  @Test func whoReadsSamplesMeasuresWithThePanelOffToo() throws {
    let harness = try Harness()
    var samples: [Bool] = []
    harness.service.onSampleDemandChange = { samples.append($0) }
    _ = try harness.connect().ask("SetPanel", #"{"on":false}"#)
    let reader = harness.connect()
    reader.send("Samples", more: true, interface: SensorInterface.name)
    #expect(harness.service.isSensorNeeded && harness.service.areSamplesNeeded)
    reader.close()
    #expect(!harness.service.isSensorNeeded)
    #expect(samples == [true, false])
  }

  @Test func ofTwoAgentsTheOneAtTheMachineKnowsThePanel() throws {
    let harness = try Harness()
    harness.connect().send("Monitor", more: true)
    let other = harness.connect(uid: 1001)
    _ = try other.ask("SetPanel", #"{"on":true}"#)
    let agent = harness.connect(uid: 1000)
    _ = try agent.ask("SetPanel", #"{"on":false}"#)
    #expect(!harness.service.isSensorNeeded)
    harness.roles[1000] = .other
    harness.service.rolesChanged()
    #expect(harness.service.isSensorNeeded)
    #expect(try agent.refusal("SetPanel", #"{"on":false}"#) == "PermissionDenied")
    harness.roles[1000] = .active
    harness.service.rolesChanged()
    #expect(!harness.service.isSensorNeeded)
    agent.close()
    #expect(harness.service.isSensorNeeded)
  }

  @Test func aSingleQuestionWaitsForTheFirstReading() throws {
    let harness = try Harness()
    harness.isSensorUnheard = true
    var needs: [Bool] = []
    harness.service.onDemandChange = { needs.append($0) }
    let client = harness.connect()
    client.send("Monitor")
    #expect(client.take().isEmpty)
    harness.service.deviceTurned(.landscapeLeft, sensor: SensorStatus(available: true, name: "s", mode: .polled))
    #expect(client.take().first?.state?["interface"] == "landscapeRight")
    #expect(needs == [true, false])
  }

  @Test func aListOfSensorsWaitsForALookAtThem() throws {
    let harness = try Harness()
    harness.isSensorUnheard = true
    let client = harness.connect()
    client.send("List", interface: SensorInterface.name)
    #expect(client.take().isEmpty)
    #expect(harness.service.isSensorNeeded)
    harness.service.sensorChanged(SensorStatus(), reason: .sensorLost)
    #expect(client.take().first?["parameters"]?["sensors"] == .array([]))
    #expect(!harness.service.isSensorNeeded)
  }

  @Test func aSensorThatSaysNothingDoesNotHoldUpTheAnswer() throws {
    let harness = try Harness()
    harness.isSensorUnheard = true
    let client = harness.connect()
    client.send("Monitor")
    #expect(client.take().isEmpty)
    harness.passTime()
    #expect(client.take().count == 1)
    #expect(!harness.service.isSensorNeeded)
  }

  @Test(arguments: ["org.plumbd.Rotation.Monitor", "org.plumbd.Sensor.List"])
  func aQuestionThatTakesNoAnswerWaitsForNone(method: String) throws {
    let harness = try Harness()
    harness.isSensorUnheard = true
    let client = harness.connect()
    client.send(raw: #"{"method":"\#(method)","oneway":true}"#)
    #expect(!harness.service.isSensorNeeded)
    #expect(client.take().isEmpty)
  }

  @Test func withoutASensorTheAnswerComesAtOnce() throws {
    let harness = try Harness()
    let client = harness.connect()
    client.send("Monitor")
    #expect(client.take().first?.state?["sensor"]?["available"] == false)
  }

  @Test func samplesGoToThoseWhoMayAndTheNewestIsNeverMissed() throws {
    let harness = try Harness()
    harness.roles[2000] = .other
    #expect(
      try harness.connect(uid: 2000).refusal("Samples", interface: SensorInterface.name) == "PermissionDenied")
    let client = harness.connect()
    client.send("Samples", more: true, interface: SensorInterface.name)
    client.reads = false
    for time in 1...3 {
      harness.publishSample(at: Double(time))
    }
    client.reads = true
    #expect(client.take().compactMap { $0["parameters"]?["sample"]?["t"] } == [1, 3])
  }

  @Test func aSlowReaderMissesNoEventAndKeepsTheirOrder() throws {
    let harness = try Harness()
    let client = harness.connect()
    client.send("Samples", more: true, interface: SensorInterface.name)
    client.reads = false
    for time in 1...3 { harness.publishSample(at: Double(time)) }
    harness.service.sampleFeed.publish(SampleEvent(.quiet, at: 3))
    for time in 4...6 { harness.publishSample(at: Double(time)) }
    harness.service.sampleFeed.publish(SampleEvent(.removed, at: 6))
    client.reads = true
    let told = client.take().compactMap { $0["parameters"] }
    #expect(told.map { $0["event"]?["kind"]?.text ?? "sample" } == ["sample", "sample", "quiet", "sample", "removed"])
    #expect(told.map { ($0["event"]?["t"] ?? $0["sample"]?["t"])?.number } == [1, 3, 3, 6, 6])
  }

  @Test func whatWaitsForASlowReaderIsBounded() throws {
    let harness = try Harness()
    let client = harness.connect()
    client.send("Samples", more: true, interface: SensorInterface.name)
    client.reads = false
    for time in 1...1000 { harness.service.sampleFeed.publish(SampleEvent(.quiet, at: Double(time))) }
    client.reads = true
    let times = client.take().compactMap { $0["parameters"]?["event"]?["t"]?.number }
    #expect(times.count == SampleFeed.mostWaiting + 1)
    #expect(times.last == 1000)
  }

  @Test func aLateReaderIsToldFirstWhatIsRead() throws {
    let harness = try Harness()
    let feed = harness.service.sampleFeed
    feed.publish(SampleEvent(.laptopMode, at: 1))
    feed.publish(SampleEvent(.added, at: 2, sensor: .inUse))
    feed.publish(SampleEvent(.quiet, at: 3))
    let client = harness.connect()
    client.send("Samples", more: true, interface: SensorInterface.name)
    let told = client.take().compactMap { $0["parameters"]?["event"] }
    #expect(told.map { $0["kind"]?.text } == ["added", "laptopMode"])
    #expect(told.first?["sensor"]?["name"] == "s")
    feed.sensorStopped()
    let later = harness.connect()
    later.send("Samples", more: true, interface: SensorInterface.name)
    #expect(later.take().compactMap { $0["parameters"]?["event"]?["kind"]?.text } == ["laptopMode"])
  }
}

extension Harness {
  fileprivate func publishSample(at time: Double) {
    let acceleration = Acceleration(x: 0, y: 0, z: 0)
    service.sampleFeed.publish(
      AccelerometerSample(time: time, acceleration: acceleration), sensorFrame: acceleration)
  }
}

extension AccelerometerReport {
  fileprivate static let inUse = AccelerometerReport(
    name: "s", path: "/sys/s", used: true, why: "", matrix: MountMatrix.identity.rows, matrixSource: "",
    polarity: .gravity, polaritySource: "", scale: [])
}
