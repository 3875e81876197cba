import Displays

/// Turns the built-in panel to what the daemon says.
///
/// It asks the display only where something may have to be done: at a new orientation, and when a display, the panel
/// or its light has come back. What somebody else does to the panel in between stands until then.
final class PanelTurner {
  /// Called when the panel shows what is wanted, or there is none to show it.
  var onSettled: (() -> Void)?
  /// Called when the panel was switched on or off.
  var onPower: ((Bool) -> Void)?
  /// The panel's transform as it should be, nil before the daemon has said.
  private(set) var wanted: OutputTransform?

  private let name: String?
  private let log: AgentLog
  private var display: (any DisplayServer)?
  private var panel: Output?
  private var isDue = false
  private var isBusy = false
  /// What failed may be done late: Hyprland answers with the next frame, and a screen at rest draws none for long.
  private var mayComeLate = false
  private var complaint: String?

  /// - Parameter name: The panel's connector; nil for the one that is built in.
  init(name: String?, log: AgentLog) {
    self.name = name
    self.log = log
  }

  /// Whether the panel is lit, nil while that is not known.
  var isOn: Bool? { panel?.isEnabled }

  // MARK: What happens

  /// There is a display now, whose outputs need not be known yet; nil: there is none any more.
  func attach(_ display: (any DisplayServer)?) {
    self.display = display
    panel = nil
    isBusy = false
    mayComeLate = false
    if wanted != nil { isDue = true }
    if display?.outputs.isEmpty == false { outputsChanged() }
  }

  /// The panel is to be turned so.
  func want(_ transform: OutputTransform) {
    if transform != wanted { isDue = true }
    wanted = transform
    step()
  }

  /// What was wanted counts no more: the panel is left alone until somebody wants something.
  func forget() {
    wanted = nil
    isDue = false
  }

  /// The display's outputs are others, or otherwise, than before.
  func outputsChanged() {
    let before = panel
    panel = choosePanel()
    if let panel {
      complaint = nil
      if panel.name != before?.name {
        log.info("the panel is \(panel.name)\(panel.description.map { " (\($0))" } ?? "")")
        tieInput(to: panel)
      }
      if panel.name != before?.name || panel.isEnabled != before?.isEnabled {
        isDue = true
        onPower?(panel.isEnabled)
      }
      if mayComeLate, let before, panel.transform != before.transform {
        mayComeLate = false
        isDue = true
      }
    } else {
      complain(aboutMissingPanelAmong: display?.outputs ?? [])
    }
    step()
  }

  // MARK: What is done

  private func step() {
    guard isDue, !isBusy, let display, let wanted, !display.outputs.isEmpty else { return }
    guard let panel else { return settle() }
    // A panel that is off is turned when it is lit again: asking for it now might light it.
    guard panel.isEnabled else { return }
    guard panel.transform != wanted else { return settle() }
    isDue = false
    isBusy = true
    display.apply(wanted, to: panel.name) { [weak self, weak display] failure in
      guard let self, display === self.display else { return }
      isBusy = false
      // What it is now may not have been told yet.
      if let now = choosePanel(), now.name == panel.name { self.panel?.transform = now.transform }
      mayComeLate = failure != nil
      if let failure {
        log.error("\(panel.name) stays as it is, \(panel.transform.word) instead of \(wanted.word): \(failure)")
      } else {
        log.info("\(panel.name) shows \(wanted.word)")
      }
      if isDue { step() } else if failure == nil { settle() }
    }
  }

  private func settle() {
    isDue = false
    onSettled?()
  }

  private func tieInput(to panel: Output) {
    display?.mapInput(to: panel.name) { [log] failure in
      if let failure { log.warning("touch screen and pen do not turn with \(panel.name): \(failure)") }
    }
  }

  private func choosePanel() -> Output? {
    guard let outputs = display?.outputs else { return nil }
    if let name { return outputs.first { $0.name == name } }
    return outputs.first { $0.isBuiltIn && $0.isEnabled } ?? outputs.first { $0.isBuiltIn }
  }

  private func complain(aboutMissingPanelAmong outputs: [Output]) {
    guard !outputs.isEmpty else { return }
    let names = outputs.map(\.name).joined(separator: ", ")
    let words =
      name.map { "there is no output \($0), only \(names)" }
      ?? "no output is a built-in panel (eDP, LVDS, DSI); say which one is with --output: \(names)"
    if words != complaint { log.warning(words) }
    complaint = words
  }
}
