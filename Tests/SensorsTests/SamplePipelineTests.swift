import Orientation
import Testing

@testable import Sensors

@Suite struct SamplePipelineTests {
  func scan(_ x: Double, _ y: Double, _ z: Double) -> RawScan { RawScan(x: x, y: y, z: z) }

  func pipeline(
    scale: [Double]?, offset: [Double] = [0, 0, 0], matrix: MountMatrix = .identity, polarity: Polarity = .gravity
  ) -> SamplePipeline {
    SamplePipeline(offset: offset, scale: scale, mountMatrix: matrix, polarity: polarity)
  }

  /// With x's scale on z the magnitude would be 8.84 and the tilt 16.1°.
  @Test func eachAxisHasItsOwnScale() throws {
    var pipeline = pipeline(scale: [0.009577, 0.009577, 0.019154])
    let converted = pipeline.convert(scan(0, -887, -256))
    let v = try #require(converted).device
    #expect(abs(v.y + 8.495) < 0.001)
    #expect(abs(v.z + 4.903) < 0.001)
    #expect(abs(v.magnitude - 9.808) < 0.001)
  }

  @Test func aBareScaleIsAScale() throws {
    var pipeline = pipeline(scale: [0.00059855, 0.00059855, 0.00059855])
    let converted = pipeline.convert(scan(0, -16384, 0))
    let v = try #require(converted).device
    #expect(abs(v.y + 9.807) < 0.001)
  }

  @Test func offsetComesBeforeScaleAndPolarityAfterTheMatrix() throws {
    let matrix = try MountMatrix(rows: [0, -1, 0, 1, 0, 0, 0, 0, 1])
    var pipeline = pipeline(scale: [2, 2, 2], offset: [1, 0, 0], matrix: matrix, polarity: .reaction)
    let converted = pipeline.convert(scan(3, 0, 0))
    let output = try #require(converted)
    #expect(output.sensor == Acceleration(x: 8, y: 0, z: 0))
    #expect(output.device == Acceleration(x: 0, y: -8, z: 0))
  }

  @Test func zerosCountOnlyOnceTheSensorHasMeasured() {
    let poweredUp = pipeline(scale: [1, 1, 1])
    var pipeline = poweredUp
    #expect(pipeline.convert(scan(0, 0, 0)) == nil)
    #expect(pipeline.convert(scan(0, 0, 0)) == nil)
    #expect(pipeline.convert(scan(0, -10, 0)) != nil)
    // Free fall reads zero too; whether that is likely is the estimator's question.
    #expect(pipeline.convert(scan(0, 0, 0)) != nil)
    // Each opening of a device begins with a pipeline of its own.
    pipeline = poweredUp
    #expect(pipeline.convert(scan(0, 0, 0)) == nil)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e308]) func whatIsNoNumberIsNoSample(_ x: Double) {
    var pipeline = pipeline(scale: [1e10, 1, 1])
    #expect(pipeline.convert(scan(x, -10, 0)) == nil)
    #expect(pipeline.convert(scan(1, -10, 0)) != nil)
  }

  @Test func withoutAScaleOneGIsLearntAtRest() throws {
    var pipeline = pipeline(scale: nil)
    for (index, y) in [-1000.0, -400, -1010, -1000, -1005, -995].enumerated() {
      #expect(pipeline.convert(scan(0, y, 0)) == nil, "\(index)")
    }
    let converted = pipeline.convert(scan(0, 0, -1000))
    let v = try #require(converted).device
    #expect(abs(v.magnitude - Acceleration.standardGravity) < 0.1)
    #expect(pipeline.scale != nil)
    #expect(pipeline.convert(scan(0, -2000, 0)) != nil)
  }

  // MARK: - Time

  @Test func stampsGiveTheSpacingAndArrivalTheTime() {
    var clock = BatchClock()
    let start: Int64 = 1_700_000_000_000_000_000
    let times = clock.times(of: [start, start + 90_000_000, start + 200_000_000], arrival: 50, interval: 0.1)
    #expect(zip(times, [49.8, 49.89, 50]).allSatisfy { abs($0 - $1) < 1e-6 })
  }

  @Test(
    arguments: [
      [nil, nil, nil], [5, 5, 5], [3_000_000, 2_000_000, 1_000_000], [0, 1, nil], [Int64.min, 0, Int64.max],
      [0, 3_600_000_000_000, 3_600_100_000_000],
    ] as [[Int64?]])
  func stampsThatJumpAreNotBelieved(stamps: [Int64?]) {
    var clock = BatchClock()
    let times = clock.times(of: stamps, arrival: 50, interval: 0.1)
    #expect(zip(times, [49.8, 49.9, 50]).allSatisfy { abs($0 - $1) < 1e-6 })
  }

  @Test func timesAlwaysRise() {
    var clock = BatchClock()
    var times = clock.times(of: [nil, nil, nil, nil], arrival: 10, interval: 0.1)
    times += clock.times(of: [nil, nil, nil, nil], arrival: 10.05, interval: 0.1)
    times += clock.times(of: [nil], arrival: 10, interval: 0.1)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    #expect(clock.times(of: [], arrival: 11, interval: 0.1).isEmpty)
  }

  @Test func silenceIsJudgedByTheInterval() {
    #expect(SilenceRule.afterEnabling(interval: 0.1) == 0.5)
    #expect(SilenceRule.afterEnabling(interval: 1) == 3)
    #expect(SilenceRule.afterData(interval: 0.1) == 1)
    #expect(SilenceRule.afterData(interval: 3) == 9)
  }

  @Test func waitsGrowUntilItWorks() {
    var backOff = BackOff()
    let delays = (0..<7).map { _ in backOff.delay() }
    #expect(delays == [1, 2, 4, 8, 16, 30, 30])
    backOff.reset()
    #expect(backOff.delay() == 1)
  }
}
