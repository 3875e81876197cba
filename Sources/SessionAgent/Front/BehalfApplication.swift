import Configuration
import EventLoop
import Plumb

/// An application that is registered on its behalf, with one window that may be shown as its rule says.
final class BehalfApplication {
  let id: String
  let rule: ApplicationRule
  /// Called when it is registered, and again each time it had to register anew.
  var onRegister: (() -> Void)?
  private let application: Application
  private let window: Window
  private var source: DescriptorSource?

  /// Registers it, as soon as the daemon is there.
  /// - Throws: where the process has no descriptors left.
  init(id: String, rule: ApplicationRule, socket: String?, loop: EventLoop, log: AgentLog) throws {
    self.id = id
    self.rule = rule
    application = try Application(id: id, supported: rule.supported, socket: socket)
    window = Window(application: application)
    source = try loop.addDescriptor(application.descriptor) { [weak self] _ in self?.application.dispatch() }
    application.onRegister = { [weak self] in self?.onRegister?() }
    application.onProblem = { log.warning("the daemon does not take the rule for \(id) in \(rule.file): \($0)") }
    window.onRefusal = { log.warning("\(id), by the rule in \(rule.file): \($0.message)") }
  }

  var isRegistered: Bool { application.isRegistered }
}
