import CLibEvdev
import EventLoop
import Glibc
import Orientation

/// An input accelerometer that is being read.
///
/// Input devices report changes only: after each the last sample is repeated until any judge has settled, then the
/// device is said to be quiet.
final class EvdevSensor {
  private static let axes = [ABS_X, ABS_Y, ABS_Z]

  private let device: EvdevDevice
  private let interval: Double
  private let emit: (SensorEvent) -> Void
  private let fail: (SystemError) -> Void
  private var pipeline: SamplePipeline
  private var source: DescriptorSource?
  private var timer: TimerSource?
  private var last: (device: Acceleration, sensor: Acceleration)?
  private var lastArrival = -Double.infinity
  private var lastTime = -Double.infinity

  /// The scale that the driver gives; nil where it gives none.
  let statedScale: Sourced<[Double]>?

  /// Begins to read; the first sample comes from the loop, never from here.
  /// - Throws: `SystemError` where the node cannot be opened or has not three axes.
  init(
    node: String, mounting: PlacementRules.Mounting, rate: Double, loop: EventLoop,
    emit: @escaping (SensorEvent) -> Void, fail: @escaping (SystemError) -> Void
  ) throws(SystemError) {
    let device = try EvdevDevice(node)
    guard Self.axes.allSatisfy({ device.has(EV_ABS, $0) }) else {
      throw SystemError("\(node) has not three axes", code: ENODEV)
    }
    self.device = device
    self.emit = emit
    self.fail = fail
    interval = 1 / rate
    statedScale = EvdevScale.scale(resolutions: Self.axes.map(device.resolution))
    pipeline = SamplePipeline(
      offset: [0, 0, 0], scale: statedScale?.value, mountMatrix: mounting.matrix.value,
      polarity: mounting.polarity.value)
    timer = try loop.addTimer { [weak self] in self?.tick() }
    source = try loop.addDescriptor(device.descriptor) { [weak self] _ in self?.read() }
    timer?.arm(at: EventLoop.now)
  }

  /// m/s² a count, once it is known.
  var scale: [Double]? { pipeline.scale }

  private func read() {
    do throws(SystemError) {
      try device.read { measure() }
    } catch {
      source = nil
      timer?.disarm()
      fail(error)
    }
  }

  /// Takes the axes' present values as a sample.
  private func measure() {
    let values = Self.axes.map { Double(device.value(EV_ABS, $0)) }
    guard let output = pipeline.convert(RawScan(x: values[0], y: values[1], z: values[2])) else { return }
    last = (output.device, output.sensor)
    lastArrival = EventLoop.now
    tell()
    timer?.arm(at: lastArrival + interval)
  }

  private func tell() {
    let now = EventLoop.now
    guard let last, now > lastTime else { return }
    lastTime = now
    emit(.sample(AccelerometerSample(time: now, acceleration: last.device), sensorFrame: last.sensor))
  }

  private func tick() {
    // The kernel keeps the last values: where the device lies is known before it moves.
    guard last != nil else {
      measure()
      // What has no scale learns it from values that come again and again.
      if last == nil { timer?.arm(after: interval) }
      return
    }
    if EventLoop.now - lastArrival < SilenceRule.settling {
      tell()
      timer?.arm(after: interval)
    } else {
      emit(.quiet(time: lastTime))
    }
  }
}
