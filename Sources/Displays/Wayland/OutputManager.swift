import CWayland

/// All outputs of the compositor, and the way to set them up anew.
final class OutputManager {
  /// No machine has more; to let go of the others is no way out, for libwayland would lose count of their modes.
  private static let mostHeads = 64

  /// The outputs, in the compositor's order.
  private(set) var heads: [OutputHead] = []
  /// What the compositor calls the state that was told last; nil until it has told one.
  private(set) var serial: UInt32?
  /// Whether what is known of the outputs is whole: true from a `done` to the next event.
  private(set) var isSettled = false
  /// Why the manager is of no more use, in words; nil while it is.
  private(set) var end: String?
  private var proxy: OpaquePointer?
  private let shown: (String) -> ShownOutput?

  /// - Parameter shown: The output of a name that shows something.
  init(proxy: OpaquePointer, shown: @escaping (String) -> ShownOutput?) {
    self.proxy = proxy
    self.shown = shown
    zwlr_output_manager_v1_add_listener(proxy, Self.table, data(of: self))
  }

  isolated deinit { destroy() }

  /// Lets go of it and of all outputs.
  func destroy() {
    for head in heads { head.destroy() }
    heads = []
    isSettled = false
    if let proxy { zwlr_output_manager_v1_destroy(proxy) }
    proxy = nil
  }

  /// The output of a name.
  func head(_ name: String) -> OutputHead? { heads.first { $0.name == name } }

  /// How an output is set up; one that is off for the manager may be on for everybody else, and then is.
  func state(of head: OutputHead) -> HeadState {
    guard !head.state.isEnabled, let shown = shown(head.name), let mode = shown.mode else { return head.state }
    return HeadState(isEnabled: true, customMode: mode, position: shown.position, transform: shown.transform)
  }

  /// How all outputs are set up.
  var states: [String: HeadState] { Dictionary(heads.map { ($0.name, state(of: $0)) }) { first, _ in first } }

  /// The outputs for everybody.
  var outputs: [Output] {
    heads.map { head in
      let state = state(of: head)
      var output = Output(name: head.name, description: head.description, isEnabled: state.isEnabled)
      guard state.isEnabled else { return output }
      output.transform = state.transform.flatMap(OutputTransform.init) ?? .normal
      let size = head.mode(of: state)?.size ?? (state.customMode?.width ?? 0, state.customMode?.height ?? 0)
      (output.width, output.height) = size
      return output
    }
  }

  /// Asks for all outputs as they are, but for those of `changes` as it says; nil where the state is not whole.
  func configure(_ changes: [String: HeadState]) -> OutputConfiguration? {
    guard isSettled, let proxy, let serial,
      let configuration = zwlr_output_manager_v1_create_configuration(proxy, serial)
    else { return nil }
    let result = OutputConfiguration(proxy: configuration, serial: serial)
    for head in heads { result.add(head, as: changes[head.name] ?? state(of: head)) }
    result.apply()
    return result
  }

  private func add(_ proxy: OpaquePointer?) {
    guard let proxy else { return }
    isSettled = false
    let head = OutputHead(proxy: proxy) { [weak self] in self?.changed($0) }
    heads.append(head)
    if heads.count > Self.mostHeads { end = "the compositor has more than \(Self.mostHeads) outputs" }
  }

  private func changed(_ head: OutputHead) {
    isSettled = false
    if head.proxy == nil { heads.removeAll { $0 === head } }
  }

  private func done(_ serial: UInt32) {
    self.serial = serial
    isSettled = true
  }

  /// The compositor has taken it back.
  func finish() { end = "the compositor took wlr-output-management-unstable-v1 back" }

  private static let table = forever(
    zwlr_output_manager_v1_listener(
      head: { this, _, head in hear(this, head) { (manager: OutputManager, head) in manager.add(head) } },
      done: { this, _, serial in hear(this, serial) { (manager: OutputManager, serial) in manager.done(serial) } },
      finished: { this, _ in hear(this, ()) { (manager: OutputManager, _) in manager.finish() } }))
}
