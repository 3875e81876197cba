import Orientation

/// The mean of what a sensor measures, once it has been at rest for long enough.
nonisolated struct RestingMean {
  /// Seconds of rest that are averaged.
  static let window = 1.0
  /// How far the samples may stray from their mean, m/s² (root of the mean square).
  static let tolerance = 0.5
  /// A sensor that says it rests may still say otherwise for so many seconds: its word has to travel.
  static let delay = 0.4
  private static let leastSamples = 3

  private var samples: [AccelerometerSample] = []
  private var last: Acceleration?
  private var isQuiet = false
  private var start = -Double.infinity

  /// What was measured before no longer counts, unless the sensor rests.
  mutating func begin(at time: Double) {
    start = time
    samples = []
  }

  /// Takes a vector in the sensor's frame, m/s², at a time in seconds.
  mutating func take(_ acceleration: Acceleration, at time: Double) {
    isQuiet = false
    last = acceleration
    guard time >= start else { return }
    samples.append(AccelerometerSample(time: time, acceleration: acceleration))
    // A slow sensor's window is as long as three of its samples.
    while samples.count > Self.leastSamples, let first = samples.first, time - first.time > Self.window {
      samples.removeFirst()
    }
  }

  /// The sensor rests and says nothing until it moves.
  mutating func quiet() { isQuiet = true }

  /// There is another sensor, or none.
  mutating func forget() { self = Self() }

  /// The mean, where the device rests; nil while it moves or has not rested for long enough.
  func mean(at now: Double) -> Acceleration? {
    if isQuiet, now - start >= Self.delay { return last }
    guard samples.count >= Self.leastSamples, let first = samples.first, let newest = samples.last,
      newest.time - first.time >= 0.9 * Self.window
    else { return nil }
    let count = Double(samples.count)
    var mean = Acceleration(x: 0, y: 0, z: 0)
    for sample in samples {
      mean.x += sample.acceleration.x / count
      mean.y += sample.acceleration.y / count
      mean.z += sample.acceleration.z / count
    }
    let strays = samples.map { sample in
      let a = sample.acceleration
      return Acceleration(x: a.x - mean.x, y: a.y - mean.y, z: a.z - mean.z).magnitude
    }
    let spread = (strays.map { $0 * $0 }.reduce(0, +) / count).squareRoot()
    return spread <= Self.tolerance ? mean : nil
  }
}
