import Glibc
import Orientation
import OrientationEstimation
import Testing

@Suite struct HingeAngleTests {
  /// What both halves feel at an opening, with the base tilted about the hinge and the machine rolled to its side.
  private nonisolated static func halves(
    _ opening: Double, tilt: Double = 0, roll: Double = 0
  ) -> (display: Acceleration, base: Acceleration) {
    func gravity(_ degrees: Double) -> Acceleration {
      let (a, r) = (degrees * .pi / 180, roll * .pi / 180)
      return Acceleration(x: 9.8 * sin(r), y: 9.8 * cos(r) * sin(a), z: -9.8 * cos(r) * cos(a))
    }
    // Flat on a table the base feels (0, 0, −g); the display is turned about the hinge by what lacks to 180°.
    return (gravity(tilt + opening - 180), gravity(tilt))
  }

  @Test(
    arguments: [
      (Acceleration(x: 0, y: -9.8, z: 0), Acceleration(x: 0, y: 0, z: -9.8), 90.0),  // a laptop on a table
      (Acceleration(x: 0, y: 0, z: -9.8), Acceleration(x: 0, y: 0, z: -9.8), 180),  // opened flat
      (Acceleration(x: 0, y: 0, z: 9.8), Acceleration(x: 0, y: 0, z: -9.8), 0),  // closed
      (Acceleration(x: 0, y: 9.8, z: 0), Acceleration(x: 0, y: 0, z: -9.8), 270),  // stood up like a tent
      (Acceleration(x: 0, y: 0, z: -9.8), Acceleration(x: 0, y: 0, z: 9.8), 0),  // folded back, lying on the keyboard
      (Acceleration(x: 0, y: -9.8, z: 0), Acceleration(x: 0, y: 9.8, z: 0), 0),  // folded back, held upright
    ] as [(Acceleration, Acceleration, Double)])
  func theAngleIsThatOfTheHinge(display: Acceleration, base: Acceleration, expected: Double) throws {
    let angle = try #require(HingeAngle.angle(display: display, base: base))
    #expect(min(abs(angle - expected), 360 - abs(angle - expected)) < 1e-6)
  }

  @Test(arguments: [0.0, 30, 90, -60, 180], [0.0, 30, -45])
  func howTheMachineIsHeldDoesNotMatter(tilt: Double, roll: Double) throws {
    for opening in stride(from: 10.0, to: 360, by: 35) {
      let (display, base) = Self.halves(opening, tilt: tilt, roll: roll)
      let angle = try #require(HingeAngle.angle(display: display, base: base))
      #expect(abs(angle - opening) < 1e-6)
    }
  }

  @Test(
    arguments: [
      ([90.0, 120, 159], [false, nil, nil]),
      ([300.0, 201], [true, nil]),
      ([170.0, 190], [nil, nil]),  // never told before: nothing is known
      ([120.0, 170, 195, 205], [false, nil, nil, true]),
      ([205.0, 190, 165, 155], [true, nil, nil, false]),
      ([100.0, 10, 355, 350], [false, nil, nil, nil]),  // closed, and not folded back
      ([300.0, 350, 358, 5], [true, nil, nil, nil]),  // folded back, and not closed
      ([90.0, 90, 300, 300, 90], [false, nil, true, nil, false]),
    ] as [([Double], [Bool?])])
  func laptopAndTabletHaveHysteresis(openings: [Double], told: [Bool?]) {
    var hinge = HingeAngle()
    let answers = openings.map { opening in
      let (display, base) = Self.halves(opening)
      return hinge.update(display: display, base: base)
    }
    #expect(answers == told)
  }

  @Test func whatGravityDoesNotTellChangesNothing() {
    var hinge = HingeAngle()
    let laptop = Self.halves(100)
    #expect(hinge.update(display: laptop.display, base: laptop.base) == false)
    // Stood on its side the hinge is upright.
    let side = Self.halves(300, roll: 75)
    #expect(hinge.update(display: side.display, base: side.base) == nil)
    let tablet = Self.halves(300)
    for broken in [
      Acceleration(x: 0, y: 0, z: 0), Acceleration(x: 0, y: 20, z: 0), Acceleration(x: .nan, y: 0, z: -9.8),
    ] {
      #expect(hinge.update(display: tablet.display, base: broken) == nil)
      #expect(hinge.update(display: broken, base: tablet.base) == nil)
    }
    #expect(hinge.isTablet == false)
    #expect(hinge.update(display: tablet.display, base: tablet.base) == true)
  }
}
