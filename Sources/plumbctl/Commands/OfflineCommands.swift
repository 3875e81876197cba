import Arguments
import Configuration
import OrientationEstimation

/// The commands that judge files, and do not connect.
enum OfflineCommands {
  static let all = [replayEntry]

  private static let replayEntry = ToolCommand(
    group: .offline,
    command: Command(
      "plumbctl replay", summary: "Judge recordings of an accelerometer.",
      operands: "FILE...", operandCount: 1...Int.max,
      options: [
        .init("config", value: "FILE", help: "Take the judge's knobs from this file's [estimation]."),
        ToolCommand.jsonOption,
      ],
      discussion: """
        Each change of the device's orientation is printed at the time at which it would
        be published, in seconds from the recording's start. The same file gives the same
        result always.
        """)
  ) { invocation throws(Failure) in
    replay(files: invocation.arguments.operands, parameters: try parameters(invocation), json: invocation.json)
  }

  private static func parameters(_ invocation: Invocation) throws(Failure) -> EstimationParameters {
    guard let file = invocation.arguments["config"] else { return EstimationParameters() }
    do {
      let settings = try ConfigurationFiles(base: file).load().configuration.estimation
      return EstimationParameters(
        settleTime: settings.settleTime, hysteresis: settings.hysteresis, tiltLimit: settings.tiltLimit)
    } catch { throw Failure("plumbctl: \(error)", status: ExitStatus.usage) }
  }
}
