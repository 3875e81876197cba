import Glibc
import JSON
import Orientation
import Plumb
import PlumbInterface
import Recordings

/// `plumbctl mock play`.
enum MockPlayCommand {
  static let entry = ToolCommand(
    group: .mock,
    command: .daemon(
      "mock play", summary: "Play a recording, as fast as it was recorded.", operands: "FILE", operandCount: 1...1,
      discussion: "FILE holds one or more recordings of an accelerometer, as JSON Lines."), run: run)

  /// Samples that lie closer together than this travel in one call, in seconds.
  private static let window = 0.02

  private static func run(_ invocation: Invocation) throws(Failure) -> Int32 {
    let recordings = try read(invocation.arguments.operands[0])
    let connection = try invocation.connect()
    for recording in recordings {
      var clock = PlaybackClock()
      for step in steps(recording.entries) {
        clock.wait(until: step.time)
        _ = try invocation.call(MockInterface.method(step.member), step.parameters, on: connection)
      }
    }
    if invocation.json { invocation.line(JSONValue.object([:])) }
    return ExitStatus.done
  }

  private static func read(_ file: String) throws(Failure) -> [Recording] {
    let bytes = try FileContents.read(file)
    do {
      return try Recording.recordings(in: bytes)
    } catch { throw Failure("\(file): \(error)", status: ExitStatus.usage) }
  }

  /// One call to the mock, and when in the recording it is due.
  struct Step {
    let time: Double
    let member: String
    let parameters: JSONValue
  }

  /// The calls that play a recording: samples in short batches, events one by one.
  ///
  /// Sleep has no counterpart: the mock simply hears nothing while it lasts.
  static func steps(_ entries: [RecordingEntry]) -> [Step] {
    var steps: [Step] = []
    var batch: [AccelerometerSample] = []
    func flush() {
      guard let last = batch.last else { return }
      let samples = batch.map { sample in
        JSONValue.object([
          "t": .number(sample.time), "x": .number(sample.acceleration.x), "y": .number(sample.acceleration.y),
          "z": .number(sample.acceleration.z),
        ])
      }
      steps.append(Step(time: last.time, member: "Feed", parameters: ["samples": .array(samples)]))
      batch = []
    }
    for entry in entries {
      switch entry {
      case .sample(let sample):
        if let first = batch.first, sample.time - first.time > window || batch.count == MockInterface.samplesPerCall {
          flush()
        }
        // Two samples of one moment cannot both be true; the mock takes rising times alone.
        if batch.last?.time != sample.time { batch.append(sample) }
      case .event(let event, let time):
        flush()
        if let call = call(for: event) {
          steps.append(Step(time: time, member: call.member, parameters: call.parameters))
        }
      }
    }
    flush()
    return steps
  }

  private static func call(for event: RecordingEvent) -> (member: String, parameters: JSONValue)? {
    switch event {
    case .removed: ("Remove", [:])
    case .added: ("Add", [:])
    case .tabletMode: ("SetTabletMode", ["on": true])
    case .laptopMode: ("SetTabletMode", ["on": false])
    case .suspend, .resume, .quiet: nil
    }
  }
}

/// Real time against a recording's: the first moment that is waited for is now.
private struct PlaybackClock {
  private var start: (real: Double, recorded: Double)?

  mutating func wait(until recorded: Double) {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    let now = Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    guard let start else {
      self.start = (now, recorded)
      return
    }
    let due = start.real + recorded - start.recorded
    // A gap of years in a damaged file is not waited for exactly, but nor does it overflow.
    guard due > now, due < 1e12 else { return }
    var request = timespec(tv_sec: Int(due), tv_nsec: Int((due - due.rounded(.down)) * 1e9))
    while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &request, nil) == EINTR {}
  }
}
