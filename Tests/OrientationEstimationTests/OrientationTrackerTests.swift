import Orientation
import OrientationEstimation
import Testing

@Suite struct OrientationTrackerTests {
  /// Holds a pose for so long, and returns what is told.
  private func hold(
    _ pose: DeviceOrientation, in tracker: inout OrientationTracker, from start: Double, for seconds: Double = 3
  ) throws -> [DeviceOrientation] {
    let acceleration = try #require(Acceleration(pose: pose))
    return stride(from: start, to: start + seconds, by: 0.04).compactMap {
      tracker.ingest(AccelerometerSample(time: $0, acceleration: acceleration))
    }
  }

  @Test func aTabletIsFollowed() throws {
    var tracker = OrientationTracker()
    #expect(tracker.isTablet)
    #expect(try hold(.portrait, in: &tracker, from: 0) == [.portrait])
    #expect(try hold(.landscapeLeft, in: &tracker, from: 3) == [.landscapeLeft])
    #expect(tracker.orientation == .landscapeLeft)
  }

  @Test func aLaptopTakesItsOrientationOnceAndIsNotFollowed() throws {
    var tracker = OrientationTracker(laptopOrientation: .landscapeRight)
    #expect(try hold(.portrait, in: &tracker, from: 0) == [.portrait])
    #expect(tracker.setTabletMode(false) == .landscapeRight)
    #expect(tracker.setTabletMode(false) == nil)
    #expect(try hold(.landscapeLeft, in: &tracker, from: 3) == [])
    #expect(tracker.setTabletMode(true) == .landscapeLeft, "the present pose, without waiting for motion")
    #expect(tracker.setTabletMode(true) == nil)
    #expect(try hold(.portrait, in: &tracker, from: 6) == [.portrait])
  }

  @Test func whatIsTheSameAlreadyIsNotTold() throws {
    var tracker = OrientationTracker()
    #expect(try hold(.portrait, in: &tracker, from: 0) == [.portrait])
    #expect(tracker.setTabletMode(false) == nil)
    #expect(tracker.setTabletMode(true) == nil)
  }

  @Test func foldedBeforeAnythingWasMeasuredTellsNothing() throws {
    var tracker = OrientationTracker()
    #expect(tracker.setTabletMode(false) == .portrait)
    #expect(tracker.setTabletMode(true) == nil)
    #expect(try hold(.landscapeLeft, in: &tracker, from: 0) == [.landscapeLeft])
  }

  @Test func aSensorThatComesBackIsHeardAgainEvenWhereNothingHasChanged() throws {
    var tracker = OrientationTracker()
    _ = try hold(.portrait, in: &tracker, from: 0)
    tracker.sensorChanged()
    #expect(try hold(.portrait, in: &tracker, from: 3) == [.portrait])
    _ = tracker.setTabletMode(false)
    tracker.sensorChanged()
    #expect(try hold(.landscapeLeft, in: &tracker, from: 6) == [.portrait], "a laptop is upright")
  }

  @Test func otherKnobsKeepWhatIsPublished() throws {
    var tracker = OrientationTracker()
    _ = try hold(.portrait, in: &tracker, from: 0)
    tracker.parameters = EstimationParameters(settleTime: 1)
    #expect(tracker.orientation == .portrait)
    #expect(try hold(.portrait, in: &tracker, from: 3) == [])
    #expect(tracker.parameters.settleTime == 1)
  }

  @Test func onlyASensorThatSaysItRestsIsTakenAtItsLastWord() throws {
    var tracker = OrientationTracker(parameters: EstimationParameters(settleTime: 5))
    _ = try hold(.portrait, in: &tracker, from: 0, for: 6)
    #expect(try hold(.landscapeLeft, in: &tracker, from: 6, for: 1) == [])
    #expect(tracker.nextDeadline == nil, "more samples may come")
    #expect(tracker.silence(until: 7) == nil)
    let deadline = try #require(tracker.nextDeadline)
    #expect((10.5...11.5).contains(deadline))
    #expect(tracker.silence(until: deadline) == .landscapeLeft)
    #expect(tracker.nextDeadline == nil)
  }
}
