/// How the built-in panel is mounted, and so which interface orientation stands upright in which turn of the device.
///
/// The turn `k` counts quarter turns of the device counter-clockwise, as its user sees it, from the panel's own
/// upright. Interface orientations follow the cyclic list portrait, landscapeRight, portraitUpsideDown,
/// landscapeLeft, entered at a place that depends on the panel.
public struct Panel: Sendable, Hashable {
  /// The longer side of the panel as it is mounted.
  public enum NaturalOrientation: String, Sendable, Hashable, Codable, CaseIterable {
    /// Taller than wide when upright: phones, small tablets.
    case portrait
    /// Wider than tall when upright: laptops, convertibles.
    case landscape
  }

  /// On a landscape panel, the edge that points up in `portrait`.
  public enum PortraitEdge: String, Sendable, Hashable, Codable, CaseIterable {
    /// Turn the device clockwise (Android's default, Flutter).
    case leftUp = "left-up"
    /// Turn it counter-clockwise (the W3C list's, Android's `config_reverseDefaultRotation`).
    case rightUp = "right-up"
  }

  /// The panel's own shape.
  public var natural: NaturalOrientation
  /// Which edge is up in portrait; counts on landscape panels only.
  public var portraitEdge: PortraitEdge
  /// Degrees (0, 90, 180, 270) that the panel is turned against its housing, added where angles leave the house.
  public var offset: Int

  /// Describes a panel; by default a portrait panel mounted upright.
  public init(natural: NaturalOrientation = .portrait, portraitEdge: PortraitEdge = .leftUp, offset: Int = 0) {
    self.natural = natural
    self.portraitEdge = portraitEdge
    self.offset = offset
  }

  private static let cycle: [InterfaceOrientation] = [.portrait, .landscapeRight, .portraitUpsideDown, .landscapeLeft]

  private var entry: Int {
    switch (natural, portraitEdge) {
    case (.portrait, _): 0
    case (.landscape, .leftUp): 1
    case (.landscape, .rightUp): 3
    }
  }

  /// The interface orientation at the panel's own upright, which is where an interface starts.
  public var upright: InterfaceOrientation { Self.cycle[entry] }

  /// What the panel's user calls a pose that is stated for a portrait panel; flat poses stay as they are.
  public func deviceOrientation(of pose: DeviceOrientation) -> DeviceOrientation {
    guard let turn = pose.interfaceOrientation.flatMap(Self.cycle.firstIndex) else { return pose }
    return Self.cycle[(turn + entry) % 4].deviceOrientation
  }

  /// How far the content is turned to be shown in an orientation, the housing's offset included.
  public func turn(showing orientation: InterfaceOrientation) -> QuarterTurn {
    let place = Self.cycle.firstIndex(of: orientation) ?? 0
    return QuarterTurn(counterClockwise: place - entry + offset / 90)
  }
}

/// A number of quarter turns of the device, counter-clockwise, in the words of other worlds.
public struct QuarterTurn: Sendable, Hashable {
  /// 0 to 3.
  public let counterClockwise: Int

  /// Reduces any number of turns to 0 to 3.
  public init(counterClockwise turns: Int) { counterClockwise = ((turns % 4) + 4) % 4 }

  /// W3C `ScreenOrientation.angle` in degrees: how far the screen is turned counter-clockwise.
  public var angle: Int { counterClockwise * 90 }

  /// The `wl_output.transform` that shows content upright: it counts the content counter-clockwise, so 90 ↔ 270.
  public var outputTransform: String { ["normal", "270", "180", "90"][counterClockwise] }

  /// iio-sensor-proxy's word for the edge that points up.
  public var proxyName: String { ["normal", "right-up", "bottom-up", "left-up"][counterClockwise] }
}
