import Orientation

/// A straight line through a window's samples.
struct Motion {
  /// How many samples it sums up.
  var count: Int
  /// The newest sample's time.
  var time: Double
  /// The oldest sample's time.
  var start: Double
  /// Their mean.
  var mean: Acceleration
  /// Their root-mean-square distance from the mean, m/s².
  var deviation: Double
  /// The line's slope, m/s³: a turn of one radian a second shows as 9.8.
  var rate: Acceleration
  /// The line's value at the newest sample: the mean without its lag.
  var present: Acceleration

  /// The seconds that the window spans.
  var span: Double { time - start }

  /// Where the line leads in so many seconds.
  func ahead(by seconds: Double) -> Acceleration { present + rate * seconds }
}
