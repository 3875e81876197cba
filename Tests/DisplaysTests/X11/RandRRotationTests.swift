import Testing

@testable import Displays

@Suite struct RandRRotationTests {
  @Test(arguments: [
    (OutputTransform.normal, UInt16(1)), (.rotated90, 2), (.rotated180, 4), (.rotated270, 8), (.flipped, 17),
    (.flipped90, 18), (.flipped180, 20), (.flipped270, 24),
  ])
  func transformsAreRandRsBits(transform: OutputTransform, bits: UInt16) {
    #expect(transform.randr == bits)
    #expect(OutputTransform(randr: bits) == transform)
  }

  @Test func aReflectionInYIsOneInXAndHalfATurn() {
    #expect(OutputTransform(randr: 32 | 1) == .flipped180)
    #expect(OutputTransform(randr: 32 | 16 | 1) == .rotated180)
    #expect(OutputTransform(randr: 0) == .normal)
  }

  /// Where on the screen the panel's corners are: a finger on the panel's top left corner touches what is shown there.
  @Test(arguments: [
    (OutputTransform.normal, [[0, 0], [1, 0], [1, 1], [0, 1]] as [[Float]]),
    // The content's top edge is at the panel's left: the panel's top left corner shows the content's top right one.
    (.rotated90, [[1, 0], [1, 1], [0, 1], [0, 0]]),
    (.rotated180, [[1, 1], [0, 1], [0, 0], [1, 0]]),
    (.rotated270, [[0, 1], [0, 0], [1, 0], [1, 1]]),
  ])
  func aTouchIsWhereTheFingerIs(transform: OutputTransform, corners: [[Float]]) {
    let alone = ScreenRectangle(x: 0, y: 0, width: 600, height: 800)
    let matrix = alone.touchMatrix(turned: transform, on: (600, 800))
    let panel: [[Float]] = [[0, 0], [1, 0], [1, 1], [0, 1]]
    #expect(panel.map { place($0, by: matrix) } == corners)

    // Beside another output, on a screen of 1600 by 1000.
    let beside = ScreenRectangle(x: 1000, y: 100, width: 600, height: 800)
    let shifted = beside.touchMatrix(turned: transform, on: (1600, 1000))
    for (corner, expected) in zip(panel, corners) {
      let place = place(corner, by: shifted)
      #expect(abs(place[0] - (1000 + 600 * expected[0]) / 1600) < 1e-6)
      #expect(abs(place[1] - (100 + 800 * expected[1]) / 1000) < 1e-6)
    }
  }

  private func place(_ point: [Float], by matrix: [Float]) -> [Float] {
    [0, 3].map { row in matrix[row] * point[0] + matrix[row + 1] * point[1] + matrix[row + 2] }
  }

  @Test(arguments: [
    ("foot\0Foot\0", "Foot"), ("foot\0\0", "foot"), ("foot", "foot"), ("", ""), ("\0Foot", "Foot"), ("a\0b\0c\0", "b"),
  ])
  func theClassIsTheSecondPart(bytes: String, name: String) {
    #expect(X11Front.windowClass(in: Array(bytes.utf8)) == name)
  }
}
