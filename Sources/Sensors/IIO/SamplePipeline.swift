import Orientation

/// From counts to m/s² in the device frame: offset, scale, mount matrix, polarity; no reading that is none gets through.
nonisolated struct SamplePipeline: Sendable {
  /// Counts added before scaling.
  var offset: [Double]
  /// m/s² a count; nil until it has been learnt.
  private(set) var scale: [Double]?
  /// From the sensor's frame to the device's.
  var mountMatrix: MountMatrix
  /// Which way the sensor's vector points.
  var polarity: Polarity
  private var learner = ScaleLearner()
  private var hasWokenUp = false

  init(offset: [Double], scale: [Double]?, mountMatrix: MountMatrix, polarity: Polarity) {
    self.offset = offset
    self.scale = scale
    self.mountMatrix = mountMatrix
    self.polarity = polarity
  }

  /// What came out of one scan: the device frame, and the sensor's own.
  struct Output: Sendable, Hashable {
    var device: Acceleration
    var sensor: Acceleration
  }

  /// Converts one scan; nil for zeros after power-up, for what is no number, and while the scale is being learnt.
  mutating func convert(_ counts: RawScan) -> Output? {
    let isZero = counts.x == 0 && counts.y == 0 && counts.z == 0
    guard hasWokenUp || !isZero else { return nil }
    hasWokenUp = true
    guard offset.count == 3 else { return nil }
    let shifted = Acceleration(x: counts.x + offset[0], y: counts.y + offset[1], z: counts.z + offset[2])
    if scale == nil { scale = learner.learn(shifted).map { [$0, $0, $0] } }
    guard let scale, scale.count == 3 else { return nil }
    let sensor = Acceleration(x: shifted.x * scale[0], y: shifted.y * scale[1], z: shifted.z * scale[2])
    let turned = mountMatrix(sensor)
    let device = polarity == .gravity ? turned : -turned
    guard sensor.isFinite, device.isFinite else { return nil }
    return Output(device: device, sensor: sensor)
  }
}

/// One reading of the three axes in counts, with the device's own stamp (ns) where it has one.
nonisolated struct RawScan: Sendable, Hashable {
  var x: Double
  var y: Double
  var z: Double
  var timestamp: Int64?
}
