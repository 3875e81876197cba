public import Orientation
public import PlumbInterface

/// What the service needs of the process it lives in; the daemon supplies it, and tests do.
public struct Surroundings {
  /// Says who may do what.
  public var access: any AccessPolicy
  /// Calls back after so many seconds, unless the object it returned has been dropped by then.
  public var schedule: (_ seconds: Double, _ body: @escaping () -> Void) -> AnyObject?
  /// 128 random bits in hexadecimal.
  public var makeToken: () -> String
  /// Keeps the user's lock, or that there is none, for the next start; why it could not, for people, nil where it did.
  public var keepLock: (InterfaceOrientation?) -> String?
  /// Whether the sensor is off, or on and yet to say how the device is held or that it cannot.
  public var isSensorUnheard: () -> Bool
  /// Every accelerometer seen.
  public var listSensors: () -> [AccelerometerReport]
  /// Every configuration key with its origin.
  public var listSettings: () -> [Setting]
  /// Reads the configuration again; the problems where it was refused, nothing where it was taken.
  public var reload: () -> [String]
  /// A running process by its number, nil where there is none.
  public var process: (Int32) -> ProcessFacts?
  /// The mock's controls, where it runs.
  public var mock: (any MockControls)?

  /// Describes surroundings in which nothing can be listed or kept; the rest is set where there is more.
  public init(
    access: any AccessPolicy,
    schedule: @escaping (_ seconds: Double, _ body: @escaping () -> Void) -> AnyObject?,
    makeToken: @escaping () -> String
  ) {
    self.access = access
    self.schedule = schedule
    self.makeToken = makeToken
    keepLock = { _ in nil }
    isSensorUnheard = { false }
    listSensors = { [] }
    listSettings = { [] }
    reload = { [] }
    process = { _ in nil }
  }
}

/// The mock accelerometer as org.plumbd.Mock works it; each method is false where there is no sensor to act on.
public protocol MockControls: AnyObject {
  /// Comes to rest in a pose of a portrait panel.
  func setPose(_ pose: DeviceOrientation) -> Bool
  /// Comes to rest with an acceleration, m/s², device frame, polarity gravity.
  func setAcceleration(_ acceleration: Acceleration) -> Bool
  /// Delivers samples, spaced as their times say.
  func feed(_ samples: [AccelerometerSample]) -> Bool
  /// Folds a convertible to a tablet, or opens it.
  func setTabletMode(_ on: Bool) -> Bool
  /// Unplugs the sensor.
  func remove() -> Bool
  /// Plugs it in again.
  func add() -> Bool
}
