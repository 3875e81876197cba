import Orientation
import Testing

@testable import plumbd

/// Two halves that are not felt at the same moment.
@Suite struct SteadyHingeTests {
  /// A half whose y axis is turned about the hinge by so many degrees from lying on its back.
  private func half(_ degrees: Double) -> Acceleration {
    switch degrees {
    case 90: Acceleration(x: 0, y: -9.8, z: 0)
    case 180: Acceleration(x: 0, y: 0, z: 9.8)
    default: Acceleration(x: 0, y: 0, z: -9.8)
    }
  }

  @Test func theFirstAnswerIsTakenAtOnceAndTheNextWhenItHasLasted() {
    var hinge = SteadyHinge()
    let laptop = hinge.update(display: half(90), base: half(0), at: 0)
    #expect(laptop == false)
    var told: [Double] = []
    for time in stride(from: 10, through: 15, by: 0.5) {
      if hinge.update(display: half(90), base: half(180), at: time) == true { told.append(time) }
    }
    #expect(told == [11.5])
    #expect(hinge.isTablet == true)
  }

  /// The base is seen on its back a moment before the display is seen to have gone along.
  @Test func aLaptopThatIsTurnedAsAWholeIsNotFolded() {
    var hinge = SteadyHinge()
    _ = hinge.update(display: half(90), base: half(0), at: 0)
    for time in [10, 10.5, 11.0] {
      let early = hinge.update(display: half(90), base: half(180), at: time)
      #expect(early == nil)
    }
    let settled = hinge.update(display: Acceleration(x: 0, y: 9.8, z: 0), base: half(180), at: 11.5)
    #expect(settled == nil)
    #expect(hinge.isTablet == false)
    // What was seen before does not count towards the next time.
    let next = hinge.update(display: half(90), base: half(180), at: 12)
    #expect(next == nil)
  }
}
