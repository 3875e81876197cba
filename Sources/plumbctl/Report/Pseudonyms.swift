import PlumbInterface

/// Names for what applications call their own: a window's name may be a letter's first line.
///
/// The ids of applications stay, since a report about an application needs them.
struct Pseudonyms {
  private var windowNames: [String] = []
  private var controllerIDs: [String] = []

  /// A number, the same for the same window.
  mutating func window(_ name: String) -> String { "\(Self.number(name, in: &windowNames))" }

  /// The same for the same controller.
  mutating func controller(_ id: String) -> String { "controller \(Self.number(id, in: &controllerIDs))" }

  private static func number(_ name: String, in known: inout [String]) -> Int {
    if let index = known.firstIndex(of: name) { return index + 1 }
    known.append(name)
    return known.count
  }

  /// A sentence of the daemon's, in which a controller's id stands between quotation marks.
  mutating func sentence(_ words: String) -> String {
    guard let first = words.firstIndex(of: "\"") else { return words }
    // An id may have quotation marks in it: all from the first to the last one is taken for it.
    let last = words.lastIndex(of: "\"") ?? first
    guard first < last else { return String(words[..<first]) + "…" }
    let id = String(words[words.index(after: first)..<last])
    return words[..<first] + controller(id) + words[words.index(after: last)...]
  }

  /// A window without its name.
  mutating func replacing(_ name: WindowName) -> WindowName {
    WindowName(application: name.application, window: window(name.window))
  }

  /// A state without the name of the window in front.
  mutating func replacing(_ state: RotationState) -> RotationState {
    var state = state
    if let front = state.foreground { state.foreground = replacing(front) }
    return state
  }

  /// A decision without the names of windows and controllers.
  mutating func replacing(_ decision: DecisionReport) -> DecisionReport {
    var decision = decision
    if let window = decision.window { decision.window = replacing(window) }
    if let target = decision.target { decision.target = controller(target) }
    for index in decision.steps.indices { decision.steps[index].words = sentence(decision.steps[index].words) }
    return decision
  }

  /// An application without what it calls itself and its own.
  mutating func replacing(_ application: ApplicationStatus) -> ReportedApplication {
    var windows = application.windows
    for index in windows.indices {
      windows[index].window = window(windows[index].window)
      if let target = windows[index].target { windows[index].target = controller(target) }
    }
    return ReportedApplication(
      id: application.id, profile: application.profile, idiom: application.idiom, mask: application.mask,
      maskSource: application.maskSource, windows: windows)
  }
}
