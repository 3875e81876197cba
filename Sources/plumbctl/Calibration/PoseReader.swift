import Glibc
import Orientation
import Plumb
import PlumbInterface
import Varlink

/// Follows the samples, and says what the sensor measures while the device rests.
final class PoseReader {
  private let invocation: Invocation
  private let connection: DaemonConnection
  private let interruption: Interruption
  private var resting = RestingMean()
  private var failure: Failure?

  /// The sensor that is read; nil while there is none.
  private(set) var sensor: AccelerometerReport?

  /// Begins to follow, and waits until a sensor is read.
  init(_ invocation: Invocation) throws(Failure) {
    self.invocation = invocation
    connection = try invocation.connect()
    interruption = Interruption(ownsProcess: invocation.ownsProcess)
    do {
      try connection.subscribe(SensorInterface.method("Samples")) { [weak self] in self?.take($0) }
    } catch { throw Failure(error, socket: invocation.socket) }
    let deadline = Clocks.now + 10
    while sensor == nil {
      guard Clocks.now < deadline else { throw Failure("there is no accelerometer to calibrate") }
      try pump(timeout: 0.1)
    }
  }

  private func take(_ result: Result<Reply, DaemonError>) {
    do throws(Failure) {
      switch result {
      case .success(let reply): take(try invocation.decode(SensorInterface.SamplesReply.self, from: reply))
      case .failure(.connection(let error)) where error.isAbsence:
        throw Failure("the daemon has ended", status: ExitStatus.noDaemon)
      case .failure(let error): throw Failure(error, socket: invocation.socket)
      }
    } catch { failure = failure ?? error }
  }

  private func take(_ reply: SensorInterface.SamplesReply) {
    if let sample = reply.sample { resting.take(sample.sensorFrame, at: sample.t) }
    switch reply.event?.kind {
    case .quiet: resting.quiet()
    case .added:
      if let known = sensor, known.path != reply.event?.sensor?.path {
        failure = Failure("another accelerometer is used now; start again")
      }
      sensor = reply.event?.sensor
      resting.forget()
    case .removed: failure = failure ?? Failure("the accelerometer is gone")
    case .tabletMode, .laptopMode, nil: break
    }
  }

  @discardableResult
  private func pump(input: Int32 = -1, timeout: Double?) throws(Failure) -> Interruption.Wake {
    let wake: Interruption.Wake
    do { wake = try interruption.wait(connection, input: input, timeout: timeout) } catch {
      throw failure ?? Failure("the daemon has ended", status: ExitStatus.noDaemon)
    }
    if let failure { throw failure }
    if case .interrupted = wake { throw Failure("interrupted, nothing was found out") }
    return wake
  }

  /// Waits for a line on standard input; what comes behind it is left there.
  func waitForLine() throws(Failure) {
    while true {
      guard case .input = try pump(input: STDIN_FILENO, timeout: nil) else { continue }
      var byte: UInt8 = 0
      let count = read(STDIN_FILENO, &byte, 1)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw Failure("the input has ended before all poses were measured") }
      if byte == UInt8(ascii: "\n") { return }
    }
  }

  /// Waits until the device rests, for so many seconds, in a way that is wanted; its vector in the sensor's frame.
  func restingVector(within seconds: Double, where isWanted: (Acceleration) -> Bool) throws(Failure) -> Acceleration {
    let start = Clocks.now
    resting.begin(at: start)
    while true {
      let now = Clocks.now
      if let mean = resting.mean(at: now), isWanted(mean) { return mean }
      guard now - start < seconds else { throw Failure("the device did not come to rest as asked") }
      try pump(timeout: 0.1)
    }
  }
}
