import Testing

@testable import Orientation

/// The rows of autorotation's geometry table: quarter turns counter-clockwise, in every vocabulary.
@Suite struct PanelTests {
  static let poses: [DeviceOrientation] = [.portrait, .landscapeLeft, .portraitUpsideDown, .landscapeRight]

  @Test(arguments: [
    (Panel(), [InterfaceOrientation.portrait, .landscapeRight, .portraitUpsideDown, .landscapeLeft]),
    (Panel(natural: .landscape), [.landscapeRight, .portraitUpsideDown, .landscapeLeft, .portrait]),
    (
      Panel(natural: .landscape, portraitEdge: .rightUp),
      [.landscapeLeft, .portrait, .landscapeRight, .portraitUpsideDown]
    ),
  ])
  func everyTurnHasItsInterface(panel: Panel, expected: [InterfaceOrientation]) {
    for (turn, pose) in Self.poses.enumerated() {
      let device = panel.deviceOrientation(of: pose)
      #expect(device.interfaceOrientation == expected[turn])
      #expect(panel.turn(showing: expected[turn]).counterClockwise == turn)
    }
    #expect(panel.upright == expected[0])
    #expect(panel.deviceOrientation(of: .faceUp) == .faceUp)
  }

  @Test func wordsOfOtherWorldsCountTheirOwnWay() {
    let turns = (0..<4).map(QuarterTurn.init(counterClockwise:))
    #expect(turns.map(\.angle) == [0, 90, 180, 270])
    #expect(turns.map(\.outputTransform) == ["normal", "270", "180", "90"])
    #expect(turns.map(\.proxyName) == ["normal", "right-up", "bottom-up", "left-up"])
    #expect(QuarterTurn(counterClockwise: -1).counterClockwise == 3)
  }

  @Test(arguments: [0, 90, 180, 270]) func theHousingsOffsetIsAddedLast(offset: Int) {
    let panel = Panel(offset: offset)
    #expect(panel.deviceOrientation(of: .landscapeLeft) == .landscapeLeft)
    #expect(panel.turn(showing: .landscapeRight).angle == (90 + offset) % 360)
  }
}
