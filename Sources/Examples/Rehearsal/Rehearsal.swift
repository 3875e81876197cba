@preconcurrency import Glibc
public import Plumb
import PlumbInterface

/// A device to hold, and a notebook: what an application does is written down with what the daemon decided, and why.
///
/// The daemon has to run with a mock sensor (`plumbd --mock`).
public final class Rehearsal {
  private let connection: DaemonConnection
  private let monitor: OrientationMonitor
  private var application: Application?
  private var window: Window?
  private var lastDecision: DecisionReport?
  private var number = 0

  /// Connects to the daemon at `$PLUMBD_SOCKET`.
  public init() throws {
    connection = try DaemonConnection()
    monitor = try OrientationMonitor()
  }

  /// Begins a scene: the device is held upright, and the application is started with a root controller.
  public func scene(
    _ title: String, _ application: Application, root: ViewController?, resized: Bool = false
  ) throws -> Window {
    window?.close()
    try self.application?.synchronize()
    self.application = nil
    try hold(.portrait)
    print("\n\(title)")
    print(row("", "what happens", "device", "app", "asked", "allowed", "shown", "because"))
    self.application = application
    let window = Window(application: application, rootViewController: root)
    window.isResized = resized
    self.window = window
    lastDecision = nil
    number = 0
    try note("the application starts")
    window.makeKeyAndVisible()
    try application.synchronize()
    lastDecision = try explain()
    return window
  }

  /// Lets the application do something, and writes down what came of it.
  public func step(_ words: String, _ action: () -> Void) throws {
    action()
    try note(words)
  }

  /// Turns the device, and writes down what came of it.
  public func turn(_ words: String, to pose: DeviceOrientation) throws {
    try hold(pose)
    try note(words)
  }

  /// Lays the device flat and takes it up again as it was, which is a turn too.
  public func layDownAndTakeUp(_ words: String, to pose: DeviceOrientation) throws {
    try hold(.faceUp)
    try turn(words, to: pose)
  }

  private func hold(_ pose: DeviceOrientation) throws {
    try connection.call(MockInterface.method("SetPose"), MockInterface.SetPoseParameters(device: pose))
    while monitor.state?.device != pose {
      monitor.wait(timeout: 0.02)
      application?.dispatch()
    }
  }

  // MARK: The notebook

  private func note(_ words: String) throws {
    try application?.synchronize()
    let decision = try explain()
    // Replies and events travel apart; the window is told its orientation by an event.
    while window?.interfaceOrientation != decision.interface { application?.wait(timeout: 0.02) }
    let isNew = decision != lastDecision
    lastDecision = decision
    let listed = try listing()
    let mask = application.flatMap { $0.supportedMask } ?? .init(words: decision.applicationMask)
    let allowed = isNew ? decision.effectiveMask.map { "{\(letters(.init(words: $0)))}" } : nil
    print(
      row(
        "\(number)", words, letters(decision.device), "\(mask.validBits.rawValue)",
        isNew ? asked(decision, listed) : "-", allowed ?? "-", letters(decision.interface.mask),
        isNew ? reason(decision) : "the daemon is told nothing, so nobody is asked"))
    if isNew {
      for slip in decision.steps where slip.step == "slip" { print("     slip: \(slip.words)") }
    }
    number += 1
  }

  private func explain() throws -> DecisionReport {
    let parameters = Rotation.MaybeWindowParameters(window: window?.name)
    let method = Rotation.method("Explain")
    return try connection.call(method, parameters, returning: Rotation.ExplainReply.self).decision
  }

  /// The window as `plumbctl apps` shows it.
  private func listing() throws -> WindowStatus? {
    let method = Rotation.method("ListApplications")
    let applications = try connection.call(method, returning: Rotation.ListApplicationsReply.self).applications
    return applications.filter { $0.id == application?.declaration.id }.flatMap(\.windows)
      .first { $0.window == window?.name }
  }

  private func asked(_ decision: DecisionReport, _ window: WindowStatus?) -> String {
    guard let target = decision.target, decision.steps.contains(where: { $0.step == "target" }) else { return "-" }
    let saysNo = decision.steps.contains { $0.step == "shouldAutorotate" && $0.words.contains("NO") }
    if saysNo { return "\(target) NO" }
    // What it overrides is shown as the number it is; else what the daemon makes of it.
    let own = self.window?.rootViewController?.find(target)?.supportedInterfaceOrientations
    let mask = own ?? InterfaceOrientationMask(words: window?.controllerMask ?? [])
    return "\(target) \(mask.rawValue)"
  }

  private func reason(_ decision: DecisionReport) -> String {
    let telling = decision.steps.last { ["choice", "notAsked", "refusal", "settled"].contains($0.step) }
    let refusal = decision.refusal.flatMap { $0.split(separator: ".").last }.map { "\($0): " } ?? ""
    return refusal + (telling?.words ?? "")
  }

  private func row(_ cells: String...) -> String {
    let widths = [4, 42, 8, 5, 15, 16, 7]
    let padded = zip(cells, widths).map { cell, width in
      cell + String(repeating: " ", count: max(1, width - cell.count))
    }
    return (padded + cells.suffix(1)).joined()
  }

  private func letters(_ device: DeviceOrientation) -> String {
    device.interfaceOrientation.map { letters($0.mask) } ?? "flat"
  }

  private func letters(_ mask: InterfaceOrientationMask) -> String {
    mask.orientations.map { orientation in
      switch orientation {
      case .portrait: "P"
      case .portraitUpsideDown: "PUD"
      case .landscapeRight: "LR"
      case .landscapeLeft: "LL"
      }
    }.joined(separator: ",")
  }
}

extension Application {
  /// The mask of its delegate, or its own where it answers.
  fileprivate var supportedMask: InterfaceOrientationMask? {
    delegate?.application(self, supportedInterfaceOrientationsFor: keyWindow)
      ?? supportedInterfaceOrientations(for: keyWindow)
  }
}

extension ViewController {
  /// The controller of a name, in this one or on top of it.
  fileprivate func find(_ identifier: String) -> ViewController? {
    if self.identifier == identifier { return self }
    let others = children + [presentedViewController].compactMap(\.self)
    return others.lazy.compactMap { $0.find(identifier) }.first
  }
}

extension InterfaceOrientationMask {
  fileprivate init(words: [String]) {
    self = words.compactMap(InterfaceOrientation.init(word:)).reduce(into: []) { $0.formUnion($1.mask) }
  }
}

/// Names the slips of a scene before it is played.
public func slips(_ lines: String...) {
  for line in lines { print("  slip: \(line)") }
}

/// Writes a line at once, also into a pipe.
private func print(_ line: String) {
  Swift.print(line)
  fflush(nil)
}
