import Orientation
import PlumbInterface
import Scenarios

/// What came of a step, in the terms that a file, the socket and the library have in common.
struct Outcome: Equatable, CustomStringConvertible {
  var interface: InterfaceOrientation
  var error: String?
  var polled: Bool
  var applicationMask: [String]
  var effectiveMask: [String]?
  var target: String?

  /// What `plumbctl simulate` prints.
  init(_ result: StepResult) {
    interface = result.interface
    error = result.error
    polled = result.polled
    applicationMask = result.applicationMask.words
    effectiveMask = result.effectiveMask?.words
    target = result.target
  }

  /// What `Explain` replies.
  init(_ report: DecisionReport) {
    interface = report.interface
    error = report.refusal.flatMap { $0.split(separator: ".").last }.map { $0.prefix(1).lowercased() + $0.dropFirst() }
    polled = report.polled
    applicationMask = report.applicationMask
    effectiveMask = report.effectiveMask
    target = report.target
  }

  var description: String {
    let allowed = effectiveMask.map { $0.joined(separator: "+") } ?? "-"
    return "\(interface.word), error \(error ?? "-"), asked \(polled ? target ?? "nobody" : "no") of "
      + "\(target ?? "-"), application \(applicationMask.joined(separator: "+")), allowed \(allowed)"
  }
}
