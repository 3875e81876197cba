import EventLoop
import Orientation
import Testing

@testable import Sensors

@Suite(.serialized) struct MockAccelerometerSourceTests {
  @Test func aPoseIsReportedUntilItHasSettledAndThenCostsNothing() throws {
    let log = try EventLog()
    let mock = try MockAccelerometerSource(loop: log.loop, rate: 25, handler: log.append)
    mock.setPose(.landscapeLeft)
    #expect(log.events.isEmpty)
    mock.start()
    #expect(log.events.isEmpty)
    #expect(try log.run { $0.last?.isQuiet == true })
    #expect(log.events.first?.isAppeared == true)
    let samples = log.samples
    #expect(samples.allSatisfy { $0.acceleration == Acceleration(pose: .landscapeLeft) })
    #expect(zip(samples, samples.dropFirst()).allSatisfy { $0.time < $1.time })
    let span = try #require(samples.last).time - (try #require(samples.first).time)
    // A timer may fire within its accuracy of its time, before it too.
    #expect(span >= 1.49)
    #expect(log.events.last == .quiet(time: try #require(samples.last).time))
    let count = log.events.count
    try log.loop.runOnce(timeout: 0.2)
    #expect(log.events.count == count)
    mock.setPose(.faceUp)
    #expect(try log.run { $0.count > count })
    #expect(log.samples.last?.acceleration == Acceleration(pose: .faceUp))
  }

  @Test func aFeedIsPlayedAtItsOwnPaceAndGoesOnWithTheNextOne() throws {
    let log = try EventLog()
    let mock = try MockAccelerometerSource(loop: log.loop, handler: log.append)
    mock.start()
    #expect(try log.run { $0.contains(where: \.isQuiet) })
    let before = log.samples.count
    func sample(_ time: Double, _ x: Double) -> AccelerometerSample {
      AccelerometerSample(time: time, acceleration: Acceleration(x: x, y: 0, z: 0))
    }
    #expect(mock.feed([sample(100, 1), sample(100.02, 2)]))
    #expect(mock.feed([sample(100.04, 3), sample(100.06, 4)]))
    #expect(try log.run { _ in log.samples.count >= before + 4 })
    let fed = log.samples[before..<before + 4]
    #expect(fed.map(\.acceleration.x) == [1, 2, 3, 4])
    let gaps = zip(fed, fed.dropFirst()).map { $1.time - $0.time }
    #expect(gaps.allSatisfy { abs($0 - 0.02) < 1e-6 })
    #expect(try log.run { $0.last?.isQuiet == true })
    #expect(log.samples.last?.acceleration.x == 4)
    // Times that begin anew are a feed of their own.
    #expect(mock.feed([sample(0, 5)]))
    #expect(try log.run { _ in log.samples.last?.acceleration.x == 5 })
  }

  @Test func whatIsNoMeasurementIsRefused() throws {
    let log = try EventLog()
    let mock = try MockAccelerometerSource(loop: log.loop, handler: log.append)
    let good = Acceleration(x: 0, y: 0, z: 1)
    #expect(!mock.setPose(.unknown))
    #expect(!mock.setAcceleration(Acceleration(x: .nan, y: 0, z: 0)))
    #expect(!mock.feed([AccelerometerSample(time: .infinity, acceleration: good)]))
    #expect(!mock.feed([1, 1].map { AccelerometerSample(time: $0, acceleration: good) }))
    #expect(!mock.feed([2, 1].map { AccelerometerSample(time: $0, acceleration: good) }))
  }

  @Test(arguments: [1e14, 1e300]) func aFeedThatGoesOnInManyYearsIsWaitedForUntilThereIsSomethingElse(time: Double)
    throws
  {
    let log = try EventLog()
    let mock = try MockAccelerometerSource(loop: log.loop, handler: log.append)
    mock.start()
    #expect(try log.run { $0.contains(where: \.isQuiet) })
    let vector = Acceleration(x: 1, y: 0, z: 0)
    #expect(mock.feed([0, time].map { AccelerometerSample(time: $0, acceleration: vector) }))
    #expect(try log.run { _ in log.samples.last?.acceleration == vector })
    mock.setPose(.faceUp)
    #expect(try log.run { _ in log.samples.last?.acceleration == Acceleration(pose: .faceUp) })
  }

  @Test func itComesAndGoes() throws {
    let log = try EventLog()
    let mock = try MockAccelerometerSource(loop: log.loop, handler: log.append)
    mock.start()
    #expect(try log.run { !$0.isEmpty })
    #expect(mock.remove())
    #expect(!mock.remove())
    #expect(mock.sensors.isEmpty)
    #expect(try log.run { $0.last?.isLost == true })
    mock.setTabletMode(false)
    #expect(try log.run { $0.last == .tabletMode(false) })
    #expect(mock.add())
    #expect(!mock.add())
    #expect(try log.run { $0.filter(\.isAppeared).count == 2 })
    #expect(mock.sensors.first?.mode == .mock)
    mock.stop()
    let count = log.events.count
    mock.setPose(.faceDown)
    try log.loop.runOnce(timeout: 0.1)
    #expect(log.events.count == count)
  }

  @Test func oneThatIsNotThereSaysSoWhenItIsNeeded() throws {
    let log = try EventLog()
    let mock = try MockAccelerometerSource(loop: log.loop, handler: log.append)
    mock.remove()
    mock.start()
    #expect(try log.run { !$0.isEmpty })
    #expect(log.events == [.unavailable(reason: "the mock was removed")])
  }
}
