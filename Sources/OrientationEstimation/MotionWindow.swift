import Orientation

/// The last samples, an eighth of a second of them, without a heap allocation.
struct MotionWindow {
  /// Seconds that the window looks back: short enough to see a turn end, long enough to outlast a hand's tremor.
  static let length = 0.13
  /// Seconds that the window looks back where fewer than three samples come in `length`.
  private static let lengthForThree = 0.3
  /// Three samples within this, in seconds, count as two, so that `length` always fits.
  private static let leastSpacingOfThree = 0.008

  private var samples = InlineArray<40, AccelerometerSample>(
    repeating: AccelerometerSample(time: 0, acceleration: Acceleration(x: 0, y: 0, z: 0)))
  private var first = 0
  /// How many samples the window holds.
  private(set) var count = 0

  /// The newest sample, nil for an empty window.
  var newest: AccelerometerSample? { count == 0 ? nil : self[count - 1] }

  private subscript(index: Int) -> AccelerometerSample { samples[(first + index) % samples.count] }

  /// Adds a sample that is not older than the newest, and drops those that have become too old.
  mutating func append(_ sample: AccelerometerSample) {
    if count >= 2, sample.time - self[count - 2].time < Self.leastSpacingOfThree { count -= 1 }
    if count == samples.count { dropFirst() }
    samples[(first + count) % samples.count] = sample
    count += 1
    // The slack keeps a sample on the very edge, whatever the clock's rounding.
    let slack = 1e-6
    while count > 3, sample.time - self[0].time > Self.length + slack { dropFirst() }
    while count > 2, sample.time - self[0].time > Self.lengthForThree + slack { dropFirst() }
  }

  /// Empties the window.
  mutating func removeAll() { count = 0 }

  private mutating func dropFirst() {
    first = (first + 1) % samples.count
    count -= 1
  }

  /// What the samples say together; nil for an empty window.
  func motion() -> Motion? {
    guard let newest else { return nil }
    let n = Double(count)
    let zero = Acceleration(x: 0, y: 0, z: 0)
    var (meanTime, mean) = (0.0, zero)
    for index in 0..<count {
      let sample = self[index]
      meanTime += (sample.time - newest.time) / n
      mean = mean + sample.acceleration * (1 / n)
    }
    var (timeSquares, squares, products) = (0.0, 0.0, zero)
    for index in 0..<count {
      let sample = self[index]
      let time = sample.time - newest.time - meanTime
      let deviation = sample.acceleration - mean
      timeSquares += time * time
      squares += deviation.dot(deviation)
      products = products + deviation * time
    }
    let rate = timeSquares > 0 ? products * (1 / timeSquares) : zero
    return Motion(
      count: count, time: newest.time, start: self[0].time, mean: mean, deviation: (squares / n).squareRoot(),
      rate: rate, present: mean - rate * meanTime)
  }
}
