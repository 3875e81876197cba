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
  /// Stops and waits until the device is as it was found, which may take as long as its slowest attribute.
  func close()
}
