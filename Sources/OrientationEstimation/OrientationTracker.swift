public import Orientation

/// What a daemon publishes of an accelerometer: the estimator's word, gated by how a convertible is folded.
///
/// As a laptop the device has its configured orientation, once, and is not followed; folded to a tablet it has the
/// present pose at once. A machine that never says how it is folded is a tablet.
public struct OrientationTracker: Sendable {
  /// The orientation that a laptop is used in, in words of a portrait panel.
  public var laptopOrientation: DeviceOrientation
  /// The last orientation that was told; `unknown` at first.
  public private(set) var orientation: DeviceOrientation = .unknown
  /// Whether the device is followed.
  public private(set) var isTablet = true

  private var estimator: OrientationEstimator
  private var isQuiet = false

  /// A tracker that knows nothing yet.
  public init(parameters: EstimationParameters = .init(), laptopOrientation: DeviceOrientation = .portrait) {
    estimator = OrientationEstimator(parameters: parameters)
    self.laptopOrientation = laptopOrientation
  }

  /// The estimator's knobs; other ones begin anew with the motion, not with the orientation.
  public var parameters: EstimationParameters {
    get { estimator.parameters }
    set {
      if newValue != estimator.parameters { estimator = OrientationEstimator(parameters: newValue) }
    }
  }

  /// Takes a sample; the orientation to tell where it has changed.
  public mutating func ingest(_ sample: AccelerometerSample) -> DeviceOrientation? {
    isQuiet = false
    return follow(estimator.ingest(sample))
  }

  /// Takes the sensor's word that nothing has changed up to a time (s); the orientation to tell where it has changed.
  public mutating func silence(until time: Double) -> DeviceOrientation? {
    isQuiet = true
    return follow(estimator.silence(until: time))
  }

  /// Another sensor, or the same one after an absence, is read from now on: nothing of before is averaged in.
  ///
  /// The next orientation is told even where it is the last one, as a sign that the sensor is heard again.
  public mutating func sensorChanged() {
    estimator.reset()
    isQuiet = false
    orientation = .unknown
  }

  /// The machine was folded to a tablet (true) or opened to a laptop (false); the orientation to tell, if any.
  public mutating func setTabletMode(_ on: Bool) -> DeviceOrientation? {
    guard on != isTablet else { return nil }
    isTablet = on
    return on ? tell(estimator.orientation) : tell(laptopOrientation)
  }

  /// The time (s) at which a sensor that said it rests will have rested for long enough to tell; nil for never.
  ///
  /// `silence(until:)` with this time tells. While samples come, they alone decide: that the last one holds until the
  /// next would be a guess, and a recording of the same samples would be judged otherwise.
  public var nextDeadline: Double? { isQuiet ? estimator.nextDeadline : nil }

  private mutating func follow(_ decided: DeviceOrientation?) -> DeviceOrientation? {
    decided.flatMap { tell(isTablet ? $0 : laptopOrientation) }
  }

  private mutating func tell(_ told: DeviceOrientation) -> DeviceOrientation? {
    guard told != .unknown, told != orientation else { return nil }
    orientation = told
    return told
  }
}
