import CLinux
import Console
import Glibc
import Plumb
import PlumbInterface
import Varlink

/// `plumbctl record`.
enum RecordCommand {
  static let entry = ToolCommand(
    group: .diagnosing,
    command: .daemon(
      "record", summary: "Record the accelerometer that is used.", operands: "[FILE]", operandCount: 0...1,
      options: [
        .init("seconds", value: "N", help: "End after so many seconds; by default on Ctrl-C."),
        .init("name", value: "NAME", help: "What the recording is called; by default the device's name."),
      ],
      discussion: """
        Writes JSON Lines to FILE, or to standard output: the samples as the sensor
        measured them, the facts that turn them into the device's frame, and what
        happened in between. 'plumbctl replay' and 'plumbd --replay' read it. Raw
        acceleration tells more than the orientation, for example what is typed: send it
        only to those you trust.
        """), run: run)

  private static func run(_ invocation: Invocation) throws(Failure) -> Int32 {
    let seconds = try seconds(invocation)
    let connection = try invocation.connect()
    let interruption = Interruption(ownsProcess: invocation.ownsProcess)
    let file = invocation.arguments.operands.first
    let sink = try file.map { path throws(Failure) in try RecordingSink(path) }
    var recorder = Recorder(name: invocation.arguments["name"])
    var isAnnounced = false
    var failure: Failure?

    func put(_ lines: [String]) throws(Failure) {
      for line in lines {
        if let sink { try sink.write(line + "\n") } else { invocation.line(json: line) }
      }
    }
    func take(_ reply: SensorInterface.SamplesReply) throws(Failure) {
      try put(recorder.lines(slept: Clocks.slept, now: Clocks.now))
      try put(recorder.lines(for: reply))
      if file != nil, !isAnnounced, recorder.recordings > 0 {
        isAnnounced = true
        invocation.output.complain(seconds == nil ? "Recording; Ctrl-C ends.\n" : "Recording.\n")
      }
    }
    do {
      try connection.subscribe(SensorInterface.method("Samples")) { result in
        guard failure == nil else { return }
        do throws(Failure) {
          switch result {
          case .success(let reply): try take(invocation.decode(SensorInterface.SamplesReply.self, from: reply))
          case .failure(.connection(let error)) where error.isAbsence:
            failure = Failure("the daemon has ended", status: ExitStatus.noDaemon)
          case .failure(let error): throw Failure(error, socket: invocation.socket)
          }
        } catch { failure = error }
      }
    } catch { throw Failure(error, socket: invocation.socket) }

    let end = seconds.map { Clocks.now + $0 }
    while failure == nil {
      let left = end.map { $0 - Clocks.now }
      if let left, left <= 0 { break }
      let wake: Interruption.Wake
      do { wake = try interruption.wait(connection, timeout: left) } catch {
        if failure == nil { failure = Failure("the daemon has ended", status: ExitStatus.noDaemon) }
        break
      }
      if case .interrupted = wake { break }
    }
    if let failure { throw failure }
    guard recorder.recordings > 0 else { throw Failure("no accelerometer was there: nothing was recorded") }
    if let file {
      let samples = recorder.samples == 1 ? "1 sample is" : "\(recorder.samples) samples are"
      invocation.output.complain("\(samples) in \(file)\n")
    }
    return ExitStatus.done
  }

  private static func seconds(_ invocation: Invocation) throws(Failure) -> Double? {
    guard let word = invocation.arguments["seconds"] else { return nil }
    guard let seconds = Double(word), seconds.isFinite, seconds > 0 else {
      throw Failure.usage("--seconds is '\(word)' and must be a number above 0", invocation.command)
    }
    return seconds
  }
}

/// The file that a recording goes to, line by line, so that it is valid whenever it ends.
private final class RecordingSink {
  private let path: String
  private let descriptor: Int32

  init(_ path: String) throws(Failure) {
    self.path = path
    descriptor = plumb_open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw Failure("cannot write \(path): \(String(cString: strerror(errno)))", status: ExitStatus.usage)
    }
  }

  isolated deinit { if descriptor >= 0 { close(descriptor) } }

  func write(_ line: String) throws(Failure) {
    do { try TextOutput(descriptor).write(line) } catch { throw Failure("cannot write \(path): \(error.reason)") }
  }
}
