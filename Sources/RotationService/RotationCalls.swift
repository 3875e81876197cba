import Autorotation
import Orientation
import PlumbInterface
import Varlink

/// org.plumbd.Rotation, call by call.
struct RotationCalls {
  static let name = Rotation.name
  let session: ClientSession

  private var service: RotationService { session.service }
  private var mayDecide: Bool { session.role.isAtTheMachine }

  func handle(_ call: Call) throws(VarlinkError) {
    switch call.member {
    case "Monitor": monitor(call)
    case "Register": try register(call)
    case "SetWindow": try setWindow(call)
    case "CloseWindow": try closeWindow(call)
    case "WatchWindow": try watchWindow(call)
    case "Answer": try answer(call)
    case "Activate": try activate(call)
    case "Deactivate": try deactivate(call)
    case "SetForeground": try setForeground(call)
    case "SetPanel": try setPanel(call)
    case "SetApplicationMask": try setApplicationMask(call)
    case "AttemptRotation": try attemptRotation(call)
    case "SetNeedsUpdate": try setNeedsUpdate(call)
    case "RequestGeometry": try requestGeometry(call)
    case "SetStatusBarOrientation": try setStatusBarOrientation(call)
    case "Lock": try lock(call)
    case "Unlock": try unlock(call)
    case "Rotate": try rotate(call)
    case "ListApplications": listApplications(call)
    case "Explain": try explain(call)
    case "GetConfiguration": call.reply(Rotation.GetConfigurationReply(settings: service.surroundings.listSettings()))
    case "Reload": try reload(call)
    default: throw .methodNotFound(call.method)
    }
  }

  private func monitor(_ call: Call) {
    if call.more {
      service.publisher.subscribe(call) { [session] in session.role.isAtTheMachine }
    } else {
      service.whenSensorIsHeard(call) { [session] in
        session.service.publisher.answer(call, seeingForeground: session.role.isAtTheMachine)
      }
    }
  }

  // MARK: Applications and windows

  private func register(_ call: Call) throws(VarlinkError) {
    let description = try call.decode(Rotation.RegisterParameters.self).application
    try checkName(description.id, "application.id")
    if let name = description.name { try checkName(name, "application.name") }
    let masks = try ApplicationMasks(description, in: service.foreignContext)
    guard session.registrationCount < service.options.windowsPerClient else { throw tooMany() }
    try checkUser { $0.count }
    let application = RegisteredApplication(
      token: service.surroundings.makeToken(), id: description.id, name: description.name,
      order: service.takeOrder(), client: session, masks: masks)
    session.add(application)
    call.reply(Rotation.RegisterReply(token: application.token))
  }

  private func setWindow(_ call: Call) throws(VarlinkError) {
    let parameters = try call.decode(Rotation.SetWindowParameters.self)
    let application = try application(parameters.token)
    try checkName(parameters.window, "window")
    let root = try parameters.root.map { controller throws(VarlinkError) in
      try Controller(
        controller, limits: TreeLimits(depth: service.options.treeDepth, controllers: service.options.controllers),
        in: service.foreignContext)
    }
    let known = application.windows[parameters.window]
    let windowCount = application.client?.windowCount ?? application.windows.count
    guard known != nil || windowCount < service.options.windowsPerClient else { throw tooMany() }
    if known == nil { try checkUser { $0.reduce(0) { $0 + $1.windows.count } } }
    let window = known ?? service.makeWindow(parameters.window, of: application)

    if let windowed = parameters.windowed, windowed != window.state.windowed {
      _ = window.state.handle(.windowed(windowed))
    }
    let event: WindowEvent
    if known == nil && !application.hasLaunched {
      application.hasLaunched = true
      event = .launch(root)
    } else {
      event = .tree(root)
    }
    service.decide(window, event, reason: .updated) { decision in
      // Even where its launch is refused a new window is shown somehow, and its application is to know.
      if known == nil, decision?.changed == false { service.tellOrientation(of: window) }
      reply(call, decision, window)
    }
    // The session's agent may have chosen the application before it had a window.
    if known == nil { service.foregroundChanged() }
  }

  private func closeWindow(_ call: Call) throws(VarlinkError) {
    service.close(try window(try call.decode(Rotation.WindowParameters.self)))
    call.reply(Rotation.Nothing())
  }

  private func watchWindow(_ call: Call) throws(VarlinkError) {
    let parameters = try call.decode(Rotation.MaybeWindowParameters.self)
    guard let token = parameters.token else { throw .invalidParameter("token") }
    let application = try application(token)
    if let name = parameters.window { try checkName(name, "window") }
    guard call.more else { throw .expectedMore }
    let watcher = WindowWatcher(call: call, window: parameters.window)
    service.add(watcher, of: application)
    for window in application.windows.values.sorted(by: { $0.order < $1.order }) {
      watcher.tell(
        WindowEventMessage(
          kind: .orientation, window: window.name, interface: window.state.interface, reason: window.reason))
    }
  }

  private func answer(_ call: Call) throws(VarlinkError) {
    let parameters = try call.decode(Rotation.AnswerParameters.self)
    let application = try application(parameters.token)
    guard let window = application.windows.values.first(where: { $0.query?.number == parameters.query }) else {
      throw RotationError.nothingPending.varlinkError
    }
    let answers = ControllerAnswers(
      shouldAutorotate: parameters.shouldAutorotate,
      supported: try InterfaceOrientationMask(
        words: parameters.supported, raw: parameters.supportedRaw, "supported", in: service.foreignContext),
      preferred: try PreferredOrientation(word: parameters.preferred, raw: parameters.preferredRaw, "preferred"))
    call.reply(Rotation.Nothing())
    service.answer(window, answers)
  }

  // MARK: Who is in front

  private func activate(_ call: Call) throws(VarlinkError) {
    let window = try window(try call.decode(Rotation.WindowParameters.self))
    guard mayDecide else { throw .permissionDenied }
    service.foreground.activate(window)
    if service.chosenFront === window, !service.isFront(window) {
      service.foregroundChanged { reply(call, $0, window) }
    } else {
      call.reply(Rotation.InterfaceReply(interface: window.state.interface))
    }
  }

  private func deactivate(_ call: Call) throws(VarlinkError) {
    service.foreground.deactivate(try window(try call.decode(Rotation.WindowParameters.self)))
    service.foregroundChanged()
    call.reply(Rotation.Nothing())
  }

  private func setForeground(_ call: Call) throws(VarlinkError) {
    let parameters = try call.decode(Rotation.SetForegroundParameters.self)
    guard mayDecide else { throw .permissionDenied }
    if parameters.application != nil && parameters.pid != nil { throw .invalidParameter("pid") }
    if let id = parameters.application, !Self.isPossible(name: id) {
      throw RotationError.noSuchApplication.varlinkError
    }
    let lookup = ApplicationLookup(
      applications: service.applications.values.filter {
        service.surroundings.access.role(of: $0.owner).isAtTheMachine
      }, process: service.surroundings.process)
    let match =
      parameters.application.flatMap(lookup.application(id:))
      ?? parameters.pid.flatMap(Int32.init(exactly:)).flatMap(lookup.application(pid:))
    if match == nil, parameters.application != nil || parameters.pid != nil {
      throw RotationError.noSuchApplication.varlinkError
    }
    service.foreground.choose(match, by: session)
    service.foregroundChanged()
    call.reply(Rotation.Nothing())
  }

  private func setPanel(_ call: Call) throws(VarlinkError) {
    let isOn = try call.decode(Rotation.SetPanelParameters.self).on
    guard mayDecide else { throw .permissionDenied }
    service.panelWatch.set(isOn, by: session)
    service.countReaders()
    call.reply(Rotation.Nothing())
  }

  // MARK: Requests of a window

  private func setApplicationMask(_ call: Call) throws(VarlinkError) {
    let parameters = try call.decode(Rotation.MaskParameters.self)
    let application = try application(parameters.token)
    guard
      let mask = try InterfaceOrientationMask(
        words: parameters.supported, raw: parameters.supportedRaw, "supported", in: service.foreignContext)
    else { throw .invalidParameter("supported") }
    application.masks.replaceMaskInForce(mask)
    for window in application.windows.values {
      service.decide(window, .applicationMask(mask), reason: .updated)
    }
    call.reply(Rotation.Nothing())
  }

  private func attemptRotation(_ call: Call) throws(VarlinkError) {
    let application = try application(try call.decode(Rotation.TokenParameters.self).token)
    let windows = application.windows.values.sorted { $0.order < $1.order }
    guard !windows.isEmpty else { return call.reply(Rotation.Nothing()) }
    var waiting = windows.count
    var refusal: RotationError?
    for window in windows {
      service.decide(window, .attemptRotation, reason: .turned) { [service] decision in
        waiting -= 1
        // A call has one error: the first is its reply, windows further on are told.
        if refusal == nil {
          refusal = decision?.refusal.map { RotationError($0, window: window.name) }
        } else if let decision {
          service.reportRefusal(decision, to: window, reason: .turned)
        }
        guard waiting == 0 else { return }
        if let refusal { call.fail(refusal.varlinkError) } else { call.reply(Rotation.Nothing()) }
      }
    }
  }

  private func setNeedsUpdate(_ call: Call) throws(VarlinkError) {
    let window = try window(try call.decode(Rotation.WindowParameters.self))
    service.decide(window, .setNeedsUpdate, reason: .updated) { reply(call, $0, window) }
  }

  private func requestGeometry(_ call: Call) throws(VarlinkError) {
    let parameters = try call.decode(Rotation.MaskParameters.self)
    guard let name = parameters.window else { throw .invalidParameter("window") }
    let window = try window(Rotation.WindowParameters(token: parameters.token, window: name))
    guard
      let mask = try InterfaceOrientationMask(
        words: parameters.supported, raw: parameters.supportedRaw, "supported", in: service.foreignContext)
    else { throw .invalidParameter("supported") }
    service.decide(window, .requestGeometry(mask), reason: .geometry) { reply(call, $0, window) }
  }

  private func setStatusBarOrientation(_ call: Call) throws(VarlinkError) {
    let parameters = try call.decode(Rotation.StatusBarParameters.self)
    let window = try window(Rotation.WindowParameters(token: parameters.token, window: parameters.window))
    service.decide(window, .setStatusBar(parameters.orientation), reason: .geometry) { reply(call, $0, window) }
  }

  // MARK: The user

  private func lock(_ call: Call) throws(VarlinkError) {
    let parameters = try call.decode(Rotation.LockParameters.self)
    guard mayDecide else { throw .permissionDenied }
    call.reply(Rotation.LockReply(warning: service.setLock(parameters.orientation)))
  }

  private func unlock(_ call: Call) throws(VarlinkError) {
    guard mayDecide else { throw .permissionDenied }
    call.reply(Rotation.LockReply(warning: service.releaseLock()))
  }

  private func rotate(_ call: Call) throws(VarlinkError) {
    let orientation = try call.decode(Rotation.RotateParameters.self).orientation
    guard mayDecide else { throw .permissionDenied }
    let name = service.front?.name ?? ""
    service.rotate(to: orientation) { [service] decision in
      if let refusal = decision?.refusal {
        call.fail(RotationError(refusal, window: name).varlinkError)
      } else {
        call.reply(Rotation.InterfaceReply(interface: decision?.interface ?? service.interface))
      }
    }
  }

  // MARK: Reports

  private func listApplications(_ call: Call) {
    if call.more {
      service.applicationsFollowers.add(call) { [session] in session.visibleApplications }
    } else {
      call.reply(session.visibleApplications)
    }
  }

  private func explain(_ call: Call) throws(VarlinkError) {
    let parameters = try call.decode(Rotation.MaybeWindowParameters.self)
    let window: Window?
    if let token = parameters.token {
      guard let name = parameters.window else { throw .invalidParameter("window") }
      window = try self.window(Rotation.WindowParameters(token: token, window: name))
    } else if let name = parameters.window {
      window = service.applications.values
        .filter { mayDecide || $0.owner.uid == session.peer.uid }
        .compactMap { $0.window(named: name) }.max { $0.order < $1.order }
      guard window != nil else { throw RotationError.noSuchWindow(window: name).varlinkError }
    } else {
      window = service.front
      if let window, !mayDecide, window.application.owner.uid != session.peer.uid { throw .permissionDenied }
    }
    let explanation = window?.explanation ?? service.defaultExplanation
    guard let report = explanation.report(window: window?.windowName) else {
      throw RotationError.nothingPending.varlinkError
    }
    call.reply(Rotation.ExplainReply(decision: report))
  }

  private func reload(_ call: Call) throws(VarlinkError) {
    guard session.role == .trusted else { throw .permissionDenied }
    let problems = service.surroundings.reload()
    if problems.isEmpty {
      call.reply(Rotation.Nothing())
    } else {
      call.fail(RotationError.configurationRefused(problems: problems).varlinkError)
    }
  }

  // MARK: Helpers

  /// Answers with a decision; where there is none any more, with what is left: the window as it is, or that it is gone.
  private func reply(_ call: Call, _ decision: Decision?, _ window: Window) {
    if let refusal = decision?.refusal {
      call.fail(RotationError(refusal, window: window.name).varlinkError)
    } else if window.application.windows[window.name] === window {
      call.reply(Rotation.InterfaceReply(interface: window.state.interface))
    } else {
      call.fail(RotationError.noSuchWindow(window: window.name).varlinkError)
    }
  }

  private func application(_ token: String) throws(VarlinkError) -> RegisteredApplication {
    guard Self.isPossible(name: token), let application = service.applications[token],
      application.owner.uid == session.peer.uid
    else {
      throw RotationError.noSuchApplication.varlinkError
    }
    return application
  }

  private func window(_ parameters: Rotation.WindowParameters) throws(VarlinkError) -> Window {
    guard let window = try application(parameters.token).window(named: parameters.window) else {
      throw RotationError.noSuchWindow(window: parameters.window).varlinkError
    }
    return window
  }

  /// Whether a name or token may be anybody's: longer ones are not even looked up.
  static func isPossible(name: String) -> Bool { Rotation.nameLengths.contains(name.utf8.count) }

  private func checkName(_ name: String, _ parameter: String) throws(VarlinkError) {
    guard Self.isPossible(name: name) else { throw .invalidParameter(parameter) }
  }

  /// Whether the user may have one more: all that a user has is in one reply of ListApplications, for which the others
  /// wait.
  private func checkUser(_ count: ([RegisteredApplication]) -> Int) throws(VarlinkError) {
    let (uid, maximum) = (session.peer.uid, service.options.windowsPerUser)
    guard uid != 0, count(service.applications.values.filter { $0.owner.uid == uid }) >= maximum else { return }
    throw RotationError.limitExceeded(limit: "windows-per-user", maximum: maximum).varlinkError
  }

  private func tooMany() -> VarlinkError {
    RotationError.limitExceeded(limit: "windows-per-client", maximum: service.options.windowsPerClient).varlinkError
  }
}
