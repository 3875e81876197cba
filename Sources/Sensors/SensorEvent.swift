import Orientation

/// What a source has to say, in the order in which it happened.
nonisolated public enum SensorEvent: Sendable, Hashable {
  /// A sample in the device frame (m/s², polarity gravity), and the same vector as the sensor measured it.
  ///
  /// The second is scaled but neither turned by the mount matrix nor negated: what calibration and recordings need.
  case sample(AccelerometerSample, sensorFrame: Acceleration)
  /// A usable accelerometer is there, and is being read from now on; again where it is read in another mode than before.
  case appeared(AccelerometerDescription)
  /// The accelerometer is gone, or cannot be read any more; words say why.
  case lost(reason: String)
  /// A look at the devices found none that can be used; words say why. Comes once for each reason.
  case unavailable(reason: String)
  /// No data for longer than max(1 s, 3 intervals): the last orientation is old.
  case stale
  /// Data comes again after `stale`.
  case recovered
  /// The device rests and will say nothing until it moves; the silence that follows is no gap.
  case quiet(time: Double)
  /// The recording is over.
  case ended
  /// The machine was folded into a tablet (true) or a laptop (false).
  case tabletMode(Bool)
  /// Something worth a line in the log, in words.
  case notice(String)
  /// Something that only who looks closely wants to know, in words.
  case detail(String)
}
