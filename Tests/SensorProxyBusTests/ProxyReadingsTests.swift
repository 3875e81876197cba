import EventLoop
import Orientation
import Testing

@testable import SensorProxyBus

struct ProxyReadingsTests {
  @Test(arguments: [(nil, "undefined"), (0, "normal"), (1, "right-up"), (2, "bottom-up"), (3, "left-up")])
  func theOrientationIsUpstreamsWord(turns: Int?, word: String) {
    var readings = ProxyReadings()
    readings.turn = turns.map(QuarterTurn.init(counterClockwise:))
    #expect(readings.orientation == word)
  }

  @Test func onlyWhatHasChangedIsTold() {
    let old = ProxyReadings()
    var new = old
    #expect(new.changes(since: old).isEmpty)
    new.hasAccelerometer = true
    #expect(new.changes(since: old).isEmpty, "everybody is told that, in a signal of its own")
    new.tilt = .faceUp
    #expect(new.changes(since: old).map(\.name) == ["AccelerometerTilt"])
    new.turn = QuarterTurn(counterClockwise: 1)
    let changes = new.changes(since: old)
    #expect(changes.map(\.name) == ["AccelerometerOrientation", "AccelerometerTilt"])
    #expect(changes.map(\.value) == [.string("right-up"), .string("face-up")])
  }

  @Test func theBusIsTriedAgainWithGrowingWaits() {
    var wait = RetryWait()
    #expect((0..<8).map { _ in wait.next() } == [1, 2, 4, 8, 16, 32, 60, 60])
    wait.reset()
    #expect(wait.next() == 1)
  }
}
