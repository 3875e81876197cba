import Testing

@testable import Sensors

@Suite struct EvdevScaleTests {
  @Test func resolutionsAreCountsAG() {
    #expect(EvdevScale.scale(resolutions: [1000, 500, 1])?.value == [0.00980665, 0.0196133, 9.80665])
    #expect(EvdevScale.scale(resolutions: [1000, 500, 1])?.source == "resolution")
  }

  /// No division by 0, and no axis turned by a driver's slip: gravity teaches the scale then.
  @Test(arguments: [[], [0, 0, 0], [1000, 1000, 0], [1000, -1, 1000], [1, 1]] as [[Int32]])
  func withoutAllThreeThereIsNone(resolutions: [Int32]) {
    #expect(EvdevScale.scale(resolutions: resolutions) == nil)
  }
}
