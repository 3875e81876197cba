import Orientation
import PlumbInterface

/// `plumbctl explain`.
enum ExplainCommand {
  static let entry = ToolCommand(
    group: .looking,
    command: .daemon(
      "explain", summary: "Say how the last decision came about.", operands: "[WINDOW]",
      operandCount: 0...1,
      discussion: """
        About WINDOW, or about what is in front. An application states the orientations
        that it allows. The one controller (a screen of the application) that fills its
        window is asked whether it turns at all, and then which orientations it allows.
        What both allow is what the interface can take; which of these it takes is for
        the device to say, unless rotation is locked. With --json: the Decision of
        org.plumbd.Rotation.
        """), run: run)

  private static func run(_ invocation: Invocation) throws(Failure) -> Int32 {
    let parameters = Rotation.MaybeWindowParameters(window: invocation.arguments.operands.first)
    let reply = try invocation.call(Rotation.method("Explain"), parameters)
    guard !invocation.json else {
      invocation.line(reply.parameters["decision"])
      return ExitStatus.done
    }
    show(try invocation.decode(Rotation.ExplainReply.self, from: reply).decision, invocation)
    return ExitStatus.done
  }

  private static func show(_ decision: DecisionReport, _ invocation: Invocation) {
    invocation.columns(rows(decision))
    invocation.line()
    invocation.line("Step by step:")
    for (index, step) in decision.steps.enumerated() { invocation.line("  \(index + 1). \(step.words)") }
  }

  /// A decision in words, but for its steps.
  static func rows(_ decision: DecisionReport) -> [(term: String, text: String)] {
    let asked =
      decision.target.map {
        decision.polled ? "\($0), which allows orientations" : "\($0), which was not asked for orientations"
      }
      ?? (decision.window == nil ? "none" : "no controller: the window has none")
    var rows: [(term: String, text: String)] = [
      ("Window", decision.window?.words ?? "none: nobody is in front, the defaults decide"),
      ("Occasion", decision.trigger),
      ("Device", decision.device.word),
      ("Application allows", "\(MaskWords.list(decision.applicationMask)) (\(decision.applicationMaskSource))"),
      ("Controller asked", asked),
    ]
    if let mask = decision.effectiveMask { rows.append(("Both allow", MaskWords.list(mask))) }
    if let refusal = decision.refusal { rows.append(("Refused", refusal)) }
    rows.append(("Result", decision.interface.word))
    return rows
  }
}
