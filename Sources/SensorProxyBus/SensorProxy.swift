public import EventLoop
import Orientation

/// net.hadess.SensorProxy on the system bus, as iio-sensor-proxy answers it on a machine that has an accelerometer and
/// no other sensor.
///
/// A client claims the accelerometer, is told of each change as long as it does, and is forgotten when it leaves the bus.
/// Where the bus goes away it is looked for again, with growing waits.
public final class SensorProxy {
  /// What the service needs of the daemon that it lives in.
  public struct Surroundings {
    /// Whether a user may claim where there is no polkit to ask.
    public var mayClaim: (_ uid: UInt32) -> Bool
    /// Whether the sensor is off, or on and yet to say how the device is held or that it cannot.
    public var isUnheard: () -> Bool
    /// The first claim has come, or the last one gone.
    public var demandChanged: (_ isNeeded: Bool) -> Void
    /// Tells people what happened, in a line.
    public var report: (_ words: String) -> Void

    /// Describes the surroundings.
    public init(
      mayClaim: @escaping (_ uid: UInt32) -> Bool, isUnheard: @escaping () -> Bool,
      demandChanged: @escaping (_ isNeeded: Bool) -> Void, report: @escaping (_ words: String) -> Void
    ) {
      self.mayClaim = mayClaim
      self.isUnheard = isUnheard
      self.demandChanged = demandChanged
      self.report = report
    }
  }

  /// The name on the bus, and the main interface's.
  public static let name = "net.hadess.SensorProxy"
  /// The main object.
  public static let path = "/net/hadess/SensorProxy"
  /// How long the answer to a claim waits for the first reading, s.
  static let firstReadingTime = 2.0

  private let loop: EventLoop
  private let surroundings: Surroundings
  private var connection: ProxyConnection?
  private var retry: TimerSource?
  private var leaving: DeferredSource?
  private var wait = RetryWait()
  private var reported: String?
  private var isNeeded = false

  /// What is published.
  public private(set) var readings: ProxyReadings

  /// Connects to the bus and answers, now or as soon as that is possible.
  /// - Throws: `SystemError` where the kernel refuses a timer.
  public init(
    loop: EventLoop, readings: ProxyReadings = ProxyReadings(), surroundings: Surroundings
  ) throws(SystemError) {
    self.loop = loop
    self.readings = readings
    self.surroundings = surroundings
    retry = try loop.addTimer { [weak self] in self?.connect() }
    leaving = loop.addDeferred { [weak self] in self?.leave() }
    connect()
  }

  /// Publishes what has changed.
  public func update(_ readings: ProxyReadings) {
    let old = self.readings
    guard readings != old else { return }
    self.readings = readings
    connection?.publish(since: old)
  }

  /// The sensor was read, or it is known that it cannot be: who waits is answered.
  public func sensorHeard() { connection?.answerWaiting() }

  /// Leaves the bus.
  public func close() {
    retry = nil
    leaving = nil
    leave()
  }

  private func connect() {
    do throws(SystemError) {
      let bus = try Bus(loop: loop)
      bus.onDisconnect = { [weak self] in self?.lost("the bus has gone away") }
      connection = try ProxyConnection(
        bus: bus, loop: loop, surroundings: surroundings,
        readings: { [weak self] in self?.readings ?? ProxyReadings() },
        demandChanged: { [weak self] in self?.demandChanged($0) }, connected: { [weak self] in self?.connected() })
    } catch {
      lost("\(error)")
    }
  }

  private func connected() {
    wait.reset()
    reported = nil
  }

  private func lost(_ reason: String) {
    if reported != reason {
      reported = reason
      surroundings.report("\(Self.name) is not answered: \(reason); the bus is tried again")
    }
    // Not from inside the connection's own call.
    try? leaving?.schedule()
    retry?.arm(after: wait.next())
  }

  private func leave() {
    connection?.close()
    connection = nil
  }

  private func demandChanged(_ isNeeded: Bool) {
    guard isNeeded != self.isNeeded else { return }
    self.isNeeded = isNeeded
    surroundings.demandChanged(isNeeded)
  }
}
