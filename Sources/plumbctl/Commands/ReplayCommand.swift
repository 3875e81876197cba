import Configuration
import Console
import Orientation
import OrientationEstimation
import Recordings

/// `plumbctl replay`.
enum ReplayCommand {
  static let entry = ToolCommand(
    group: .offline,
    command: Command(
      "plumbctl replay", summary: "Judge recordings of an accelerometer.", operands: "FILE...",
      operandCount: 1...Int.max,
      options: [
        .init("config", value: "FILE", help: "Take the judge's knobs from this file's [estimation]."),
        ToolCommand.jsonOption,
      ],
      discussion: """
        Each change of the device's orientation is printed at the time at which it would
        be published, in seconds from the recording's start. The same file gives the same
        result always.
        """), run: run)

  private static func run(_ invocation: Invocation) throws(Failure) -> Int32 {
    let parameters = try parameters(invocation)
    for file in invocation.arguments.operands {
      let recordings: [Recording]
      let bytes = try FileContents.read(file)
      do {
        recordings = try Recording.recordings(in: bytes)
      } catch { throw Failure("\(file): \(error)", status: ExitStatus.usage) }
      for recording in recordings {
        for (time, orientation) in changes(in: recording, parameters: parameters) {
          if invocation.json {
            invocation.line(json: jsonLine(recording, time, orientation))
          } else {
            invocation.line("\(recording.header.name)  \(time)  \(orientation.word)")
          }
        }
      }
    }
    return ExitStatus.done
  }

  private static func parameters(_ invocation: Invocation) throws(Failure) -> EstimationParameters {
    guard let file = invocation.arguments["config"] else { return EstimationParameters() }
    do {
      let settings = try ConfigurationFiles(base: file).load().configuration.estimation
      return EstimationParameters(
        settleTime: settings.settleTime, hysteresis: settings.hysteresis, tiltLimit: settings.tiltLimit)
    } catch { throw Failure("\(error)", status: ExitStatus.usage) }
  }

  /// The changes of orientation that a daemon would publish for one recording, each at its time.
  ///
  /// Sleep begins anew with the motion, not with the orientation: the gap does that by itself.
  static func changes(
    in recording: Recording, parameters: EstimationParameters
  ) -> [(time: Double, orientation: DeviceOrientation)] {
    var tracker = OrientationTracker(parameters: parameters)
    var changes: [(time: Double, orientation: DeviceOrientation)] = []
    func note(_ told: DeviceOrientation?, at time: Double) {
      if let told, told != changes.last?.orientation { changes.append((time, told)) }
    }
    func rest(until time: Double) {
      if let deadline = tracker.nextDeadline, deadline <= time {
        note(tracker.silence(until: deadline), at: deadline)
      }
    }
    for entry in recording.entries {
      rest(until: entry.time)
      switch entry {
      case .sample(let sample): note(tracker.ingest(sample), at: entry.time)
      case .event(.quiet, let time): note(tracker.silence(until: time), at: time)
      case .event(.tabletMode, let time): note(tracker.setTabletMode(true), at: time)
      case .event(.laptopMode, let time): note(tracker.setTabletMode(false), at: time)
      case .event(.added, _): tracker.sensorChanged()
      case .event(.removed, _), .event(.suspend, _), .event(.resume, _): break
      }
    }
    rest(until: .infinity)
    return changes
  }

  private static func jsonLine(_ recording: Recording, _ time: Double, _ orientation: DeviceOrientation) -> String {
    "{\"recording\":\(RecordingWriter.quoted(recording.header.name)),\"t\":\(time),\"device\":\"\(orientation.word)\"}"
  }
}
