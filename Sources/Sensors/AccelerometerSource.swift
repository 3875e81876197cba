/// A place that accelerations come from: devices, somebody's word, or a recording.
///
/// Events go to the handler given at init, on the main actor and never from inside `start()`, `stop()` or `close()`.
public protocol AccelerometerSource: AnyObject {
  /// Every accelerometer seen, used or not.
  var sensors: [AccelerometerDescription] { get }
  /// Somebody needs samples; a second call does nothing.
  func start()
  /// Nobody does: powers the device down in the background and leaves it as it was found; a second call does nothing.
  func stop()
  /// Whether each sample is wanted, also while the device rests; at first only what tells how the device is held.
  func wantEverySample(_ wanted: Bool)
  /// Stops and waits until the device is as it was found, which may take as long as its slowest attribute.
  func close()
}

extension AccelerometerSource {
  /// A source that tells all it has to tell anyhow.
  public func wantEverySample(_ wanted: Bool) {}
}
