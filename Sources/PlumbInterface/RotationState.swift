public import Orientation

/// `State` of org.plumbd.Rotation: how the device is held, and the approved interface orientation in several worlds' words.
public struct RotationState: Codable, Sendable, Hashable {
  /// Why a state differs from the one before.
  public enum Reason: String, Codable, Sendable, Hashable, CaseIterable {
    case launch, turned, presented, dismissed, rootChanged, geometry, updated, foreground
    case locked, unlocked, tabletMode, sensorAppeared, sensorLost, settled
  }

  /// Grows by one with each published change.
  public var serial: Int
  /// The sensor in use.
  public var sensor: SensorStatus
  /// How the device is held, in words of the panel as it is mounted.
  public var device: DeviceOrientation
  /// The approved orientation of the interface.
  public var interface: InterfaceOrientation
  /// W3C `ScreenOrientation.angle`: degrees that the screen is turned counter-clockwise.
  public var angle: Int
  /// The `wl_output` transform: `normal`, `90`, `180`, `270`, counted for the content.
  public var transform: String
  /// iio-sensor-proxy's word: `normal`, `right-up`, `bottom-up`, `left-up`.
  public var proxyName: String
  /// What caused the change.
  public var reason: Reason
  /// The orientation that the user's lock holds, nil while it is off.
  public var locked: InterfaceOrientation?
  /// The window that decides, nil where none does or the reader may not know.
  public var foreground: WindowName?

  /// Describes a state; the angles of `interface` follow from the panel.
  public init(
    serial: Int, sensor: SensorStatus, device: DeviceOrientation, interface: InterfaceOrientation, panel: Panel,
    reason: Reason, locked: InterfaceOrientation?, foreground: WindowName?
  ) {
    let turn = panel.turn(showing: interface)
    self.serial = serial
    self.sensor = sensor
    self.device = device
    self.interface = interface
    self.angle = turn.angle
    self.transform = turn.outputTransform
    self.proxyName = turn.proxyName
    self.reason = reason
    self.locked = locked
    self.foreground = foreground
  }

  /// Whether two states say the same, serial and reason aside.
  public func saysTheSame(as other: Self) -> Bool {
    var copy = other
    copy.serial = serial
    copy.reason = reason
    return copy == self
  }
}

extension RotationState {
  /// Writes every field, absent ones as null, so that readers in languages without optionals find them.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(serial, forKey: .serial)
    try container.encode(sensor, forKey: .sensor)
    try container.encode(device, forKey: .device)
    try container.encode(interface, forKey: .interface)
    try container.encode(angle, forKey: .angle)
    try container.encode(transform, forKey: .transform)
    try container.encode(proxyName, forKey: .proxyName)
    try container.encode(reason, forKey: .reason)
    try container.encode(locked, forKey: .locked)
    try container.encode(foreground, forKey: .foreground)
  }
}

extension SensorStatus {
  /// Writes every field, absent ones as null.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(available, forKey: .available)
    try container.encode(name, forKey: .name)
    try container.encode(mode, forKey: .mode)
    try container.encode(stale, forKey: .stale)
  }
}

/// `Sensor` of org.plumbd.Rotation: the accelerometer in use.
public struct SensorStatus: Codable, Sendable, Hashable {
  /// Whether one is there and read.
  public var available: Bool
  /// Its name, nil where there is none.
  public var name: String?
  /// How it is read, nil where there is none.
  public var mode: SensorMode?
  /// Whether it has stopped to deliver.
  public var stale: Bool

  /// Describes a sensor; by default none.
  public init(available: Bool = false, name: String? = nil, mode: SensorMode? = nil, stale: Bool = false) {
    self.available = available
    self.name = name
    self.mode = mode
    self.stale = stale
  }
}

/// `WindowName` of org.plumbd.Rotation: a window of a registered application.
public struct WindowName: Codable, Sendable, Hashable {
  /// The application's id.
  public var application: String
  /// The window's name.
  public var window: String

  /// Names a window.
  public init(application: String, window: String) {
    self.application = application
    self.window = window
  }
}
