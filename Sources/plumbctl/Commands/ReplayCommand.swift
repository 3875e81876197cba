import Arguments
import Configuration
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
      } catch { throw Failure("plumbctl: \(file): \(error)", status: ExitStatus.usage) }
      for recording in recordings {
        for (time, orientation) in changes(in: recording, parameters: parameters) {
          invocation.line(
            invocation.json
              ? jsonLine(recording, time, orientation) : "\(recording.header.name)  \(time)  \(orientation.word)")
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
    } catch { throw Failure("plumbctl: \(error)", status: ExitStatus.usage) }
  }

  /// The changes of orientation that a judge finds in one recording, each at the time it would be published.
  ///
  /// Suspend, removal and return begin anew with the motion, not with the orientation: the gap does that by itself.
  static func changes(
    in recording: Recording, parameters: EstimationParameters
  ) -> [(time: Double, orientation: DeviceOrientation)] {
    var estimator = OrientationEstimator(parameters: parameters)
    var changes: [(Double, DeviceOrientation)] = []
    for entry in recording.entries {
      let change: DeviceOrientation? =
        switch entry {
        case .sample(let sample): estimator.ingest(sample)
        case .event(.quiet, let time): estimator.silence(until: time)
        case .event: nil
        }
      if let change { changes.append((entry.time, change)) }
    }
    return changes
  }

  private static func jsonLine(_ recording: Recording, _ time: Double, _ orientation: DeviceOrientation) -> String {
    "{\"recording\":\(RecordingWriter.quoted(recording.header.name)),\"t\":\(time),\"device\":\"\(orientation.word)\"}"
  }
}
