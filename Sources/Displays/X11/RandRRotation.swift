import CXCB

/// Transforms in the bits of RandR, whose turns are counter-clockwise too.
///
/// A mirrored output is only recognised as one: nobody here asks for it.
nonisolated extension OutputTransform {
  private static let turns: [(OutputTransform, OutputTransform, xcb_randr_rotation_t)] = [
    (.normal, .flipped, XCB_RANDR_ROTATION_ROTATE_0), (.rotated90, .flipped90, XCB_RANDR_ROTATION_ROTATE_90),
    (.rotated180, .flipped180, XCB_RANDR_ROTATION_ROTATE_180),
    (.rotated270, .flipped270, XCB_RANDR_ROTATION_ROTATE_270),
  ]
  private static let reflection = UInt16(XCB_RANDR_ROTATION_REFLECT_X.rawValue)

  /// The transform of RandR's bits; a reflection in y is half a turn and one in x.
  init(randr bits: UInt16) {
    let isReflectedX = bits & Self.reflection != 0
    let isReflectedY = bits & UInt16(XCB_RANDR_ROTATION_REFLECT_Y.rawValue) != 0
    let turn = Self.turns.firstIndex { bits & UInt16($0.2.rawValue) != 0 } ?? 0
    let (plain, flipped, _) = Self.turns[(turn + (isReflectedY ? 2 : 0)) % 4]
    self = isReflectedX != isReflectedY ? flipped : plain
  }

  /// RandR's bits.
  var randr: UInt16 {
    for (plain, flipped, bit) in Self.turns {
      if self == plain { return UInt16(bit.rawValue) }
      if self == flipped { return UInt16(bit.rawValue) | Self.reflection }
    }
    return UInt16(XCB_RANDR_ROTATION_ROTATE_0.rawValue)
  }

  /// Whether width and height change places.
  var isSideways: Bool { rawValue % 2 == 1 }
}

/// Where an output is on the X screen, and how a touch device's coordinates get there.
nonisolated struct ScreenRectangle: Equatable {
  var x: Int
  var y: Int
  var width: Int
  var height: Int

  /// The smallest rectangle from the origin that holds all, at least one pixel.
  static func extent(of rectangles: [ScreenRectangle]) -> (width: Int, height: Int) {
    (rectangles.map { $0.x + $0.width }.max() ?? 1, rectangles.map { $0.y + $0.height }.max() ?? 1)
  }

  /// XInput's "Coordinate Transformation Matrix", row by row: from the device, both axes 0 to 1, to the screen.
  ///
  /// - Parameters:
  ///   - transform: How the output is turned; mirrored ones are taken as if they were not.
  ///   - screen: The X screen's size.
  func touchMatrix(turned transform: OutputTransform, on screen: (width: Int, height: Int)) -> [Float] {
    let (scaleX, scaleY) = (Float(width) / Float(screen.width), Float(height) / Float(screen.height))
    let (offsetX, offsetY) = (Float(x) / Float(screen.width), Float(y) / Float(screen.height))
    // Of the output's own coordinates x and y: factors of the device's, and what is added.
    let (ownX, ownY): ([Float], [Float]) =
      switch transform.rawValue % 4 {
      case 1: ([0, -1, 1], [1, 0, 0])
      case 2: ([-1, 0, 1], [0, -1, 1])
      case 3: ([0, 1, 0], [-1, 0, 1])
      default: ([1, 0, 0], [0, 1, 0])
      }
    return [
      ownX[0] * scaleX, ownX[1] * scaleX, ownX[2] * scaleX + offsetX,
      ownY[0] * scaleY, ownY[1] * scaleY, ownY[2] * scaleY + offsetY,
      0, 0, 1,
    ]
  }
}
