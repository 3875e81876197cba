import EventLoop
import Orientation

/// An accelerometer that measures what it is told.
///
/// It behaves like a device that reports changes only: after each change it emits at `rate` until any judge has
/// settled, then marks the `quiet` and costs nothing until the next change.
public final class MockAccelerometerSource: AccelerometerSource {
  /// For how long a pose is reported after it was set, s: longer than any judge needs to settle.
  private static let settleTime = 1.5
  /// A feed whose times go on within this many seconds of the last one continues it.
  private static let longestPause = 2.0

  private let handler: (SensorEvent) -> Void
  private let interval: Double
  private var timer: TimerSource?
  private var isStarted = false
  private var isPresent = true
  private var announced = false
  private var tabletMode: Bool?
  private var pending: [SensorEvent] = []
  private var current: Acceleration
  private var reportUntil: Double?
  private var lastTime = -Double.infinity
  private var feed: [AccelerometerSample] = []
  private var feedBase: Double?
  private var lastFedTime = -Double.infinity

  /// Makes a mock that is held in portrait, silent until `start()`.
  /// - Throws: `SystemError` where the kernel refuses a timer.
  public init(loop: EventLoop, rate: Double = 25, handler: @escaping (SensorEvent) -> Void) throws(SystemError) {
    self.handler = handler
    interval = 1 / (rate.isFinite && rate > 0 ? min(max(rate, 1), 1000) : 25)
    current = Acceleration(x: 0, y: -Acceleration.standardGravity, z: 0)
    timer = try loop.addTimer { [weak self] in self?.tick() }
  }

  /// The mock itself, or nothing while it is removed.
  public var sensors: [AccelerometerDescription] { isPresent ? [description] : [] }

  private var description: AccelerometerDescription {
    AccelerometerDescription(
      name: "mock", identifier: "mock", uri: "mock:", location: Sourced(.display, from: "mock"),
      scale: Sourced([1, 1, 1], from: "mock"), rate: 1 / interval, mode: .mock, isUsed: isPresent,
      reason: "plumbd runs with --mock")
  }

  /// Reports its presence and the pose it is held in.
  public func start() {
    guard !isStarted else { return }
    isStarted = true
    if !isPresent { emitSoon(.unavailable(reason: "the mock was removed")) }
    reportCurrent()
  }

  /// Reports nothing more; the pose is kept.
  public func stop() {
    isStarted = false
    announced = false
    reportUntil = nil
    feed = []
    pending = []
    timer?.disarm()
  }

  /// The same as `stop()`: there is no device to wait for.
  public func close() { stop() }

  /// Holds the mock in a pose from now on; false for `unknown`, which is no pose.
  @discardableResult
  public func setPose(_ pose: DeviceOrientation) -> Bool {
    guard let acceleration = Acceleration(pose: pose) else { return false }
    return setAcceleration(acceleration)
  }

  /// Lets the mock measure a vector (device frame, m/s², gravity) from now on; false where it is not finite.
  @discardableResult
  public func setAcceleration(_ acceleration: Acceleration) -> Bool {
    guard acceleration.isFinite else { return false }
    current = acceleration
    feed = []
    feedBase = nil
    reportCurrent()
    return true
  }

  /// Plays samples at the pace of their times, whose origin is the caller's own.
  ///
  /// Times that go on where the last call ended continue it. False, and nothing played, where a number is not finite
  /// or the times do not rise.
  @discardableResult
  public func feed(_ samples: [AccelerometerSample]) -> Bool {
    let times = samples.map(\.time)
    guard samples.allSatisfy({ $0.time.isFinite && $0.acceleration.isFinite }),
      zip(times, times.dropFirst()).allSatisfy({ $0 < $1 })
    else { return false }
    guard let first = samples.first, let last = samples.last, isStarted, isPresent else { return true }
    let now = EventLoop.now
    let continues = first.time > lastFedTime && first.time - lastFedTime <= Self.longestPause
    if let base = feedBase, continues, base + first.time > max(lastTime, now - Self.longestPause) {
      feedBase = base
    } else {
      feed = []
      feedBase = max(now, lastTime + 0.001) - first.time
    }
    lastFedTime = last.time
    feed += samples
    reportUntil = nil
    arm(at: now)
    return true
  }

  /// Folds the mock's machine into a tablet (true) or a laptop (false).
  public func setTabletMode(_ on: Bool) {
    tabletMode = on
    emitSoon(.tabletMode(on))
  }

  /// Unplugs the mock; false where it is not there.
  @discardableResult
  public func remove() -> Bool {
    guard isPresent else { return false }
    isPresent = false
    feed = []
    feedBase = nil
    reportUntil = nil
    if announced { emitSoon(.lost(reason: "the mock was removed")) }
    announced = false
    return true
  }

  /// Plugs the mock in again; false where it is there.
  @discardableResult
  public func add() -> Bool {
    guard !isPresent else { return false }
    isPresent = true
    reportCurrent()
    return true
  }

  // MARK: - Time

  private func reportCurrent() {
    guard isStarted, isPresent else { return }
    let now = EventLoop.now
    reportUntil = now + Self.settleTime
    arm(at: now)
  }

  private func emitSoon(_ event: SensorEvent) {
    guard isStarted else { return }
    pending.append(event)
    arm(at: EventLoop.now)
  }

  private func arm(at time: Double) { timer?.arm(at: time) }

  private func tick() {
    let queued = pending
    pending = []
    if isStarted, isPresent, !announced {
      announced = true
      handler(.appeared(description))
      if let tabletMode, !queued.contains(.tabletMode(tabletMode)) { handler(.tabletMode(tabletMode)) }
    }
    for event in queued { handler(event) }
    guard isStarted, isPresent else { return }
    let now = EventLoop.now
    if let base = feedBase, !feed.isEmpty {
      playFeed(now: now, base: base)
    } else if let until = reportUntil {
      emit(at: now)
      if now < until {
        arm(at: now + interval)
      } else {
        reportUntil = nil
        handler(.quiet(time: lastTime))
      }
    }
  }

  private func playFeed(now: Double, base: Double) {
    let due = feed.prefix { base + $0.time <= now }
    feed.removeFirst(due.count)
    for sample in due {
      current = sample.acceleration
      emit(at: base + sample.time)
    }
    if let next = feed.first {
      arm(at: base + next.time)
    } else {
      reportUntil = now + Self.settleTime
      arm(at: now + interval)
    }
  }

  private func emit(at time: Double) {
    guard isStarted, time > lastTime else { return }
    lastTime = time
    handler(.sample(AccelerometerSample(time: time, acceleration: current), sensorFrame: current))
  }
}
