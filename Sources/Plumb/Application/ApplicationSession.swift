import PlumbInterface
import Varlink

/// What an application and the daemon say to each other, over three connections to one socket.
///
/// Calls on one connection are answered in order. The first carries the registration and what the application says;
/// the second is held by `WatchWindow`; the third carries answers to queries, which must not wait behind a call that
/// itself waits for the answer.
final class ApplicationSession {
  /// Who is spoken for; it owns the session.
  weak var application: Application?
  /// What the daemon calls the application, nil while it does not know it.
  private(set) var token: String?

  private let reactor: Reactor
  private let link: DaemonLink
  private var watch: DaemonConnection?
  private var answers: DaemonConnection?
  private var unanswered = 0
  private var registrationProblem: DaemonError?

  init(path: String) throws(ConnectionError) {
    reactor = try Reactor()
    link = DaemonLink(path: path, reactor: reactor)
    link.onConnect = { [weak self] in self?.register($0) }
    link.onDisconnect = { [weak self] in self?.lost($0) }
  }

  var descriptor: Int32 { reactor.descriptor }

  func start() { link.start() }
  func dispatch() { reactor.dispatch() }
  func wait(timeout: Double?) { reactor.wait(timeout: timeout) }

  func synchronize(timeout: Double) throws(DaemonError) {
    guard !reactor.isDispatching else { throw .connection(.held) }
    let deadline = Clock.now + timeout
    while token == nil || unanswered > 0 {
      if token == nil, let problem = registrationProblem ?? link.problem { throw problem }
      let left = deadline - Clock.now
      if left <= 0 { throw .connection(.timedOut) }
      wait(timeout: left)
    }
  }

  // MARK: What the application says

  /// Calls a method of org.plumbd.Rotation, unless the application is not registered: then it is said on registering.
  ///
  /// - Parameters:
  ///   - member: The method.
  ///   - failing: Gets the daemon's refusal; the end of the connection is not one.
  ///   - reply: Gets the reply.
  ///   - parameters: Made from the token.
  func post(
    _ member: String, failing: @escaping (DaemonError) -> Void, reply: @escaping (Reply) -> Void = { _ in },
    parameters: (String) -> some Encodable
  ) {
    guard let token, let connection = link.connection else { return }
    do {
      try connection.send(Rotation.method(member), parameters(token)) { [weak self] result in
        self?.unanswered -= 1
        switch result {
        case .success(let value): reply(value)
        case .failure(.connection): break
        case .failure(let error): failing(error)
        }
      }
      unanswered += 1
    } catch { failing(error) }
  }

  // MARK: Registering

  private func register(_ connection: DaemonConnection) {
    guard let application else { return }
    let method = Rotation.method("Register")
    let parameters = Rotation.RegisterParameters(application: application.registration())
    do {
      try connection.send(method, parameters) { [weak self] result in
        do throws(DaemonError) {
          self?.registered(try result.get().decoded(Rotation.RegisterReply.self, of: method).token)
        } catch { self?.refused(error) }
      }
    } catch { link.drop(error) }
  }

  private func registered(_ token: String) {
    do {
      let watch = try DaemonConnection(path: link.path)
      let answers = try DaemonConnection(path: link.path)
      try reactor.watch(watch) { [weak self] in self?.dispatch(watch) }
      try reactor.watch(answers) { [weak self] in self?.dispatch(answers) }
      self.watch = watch
      self.answers = answers
      try subscribe(watch, token)
    } catch {
      closeHelpers()
      return link.drop((error as? DaemonError) ?? .connection((error as? ConnectionError) ?? .lost))
    }
    self.token = token
    registrationProblem = nil
    link.confirm()
    // All windows anew, as they are now; then who is in front.
    for window in application?.windows ?? [] { window.sendTree() }
    application?.keyWindow?.sendActivation()
    application?.onRegister?()
  }

  private func refused(_ error: DaemonError) {
    if case .connection = error { return }
    registrationProblem = error
    link.drop(error)
    application?.report(error)
  }

  private func dispatch(_ connection: DaemonConnection) {
    do { try connection.dispatch() } catch { link.drop(.connection(error)) }
  }

  private func lost(_ reason: DaemonError) {
    token = nil
    closeHelpers()
    application?.onDisconnect?(reason)
  }

  private func closeHelpers() {
    for connection in [watch, answers].compactMap(\.self) {
      reactor.forget(connection.descriptor)
      connection.close()
    }
    watch = nil
    answers = nil
  }

  // MARK: What the daemon says

  private func subscribe(_ connection: DaemonConnection, _ token: String) throws(DaemonError) {
    let method = Rotation.method("WatchWindow")
    try connection.subscribe(method, Rotation.MaybeWindowParameters(token: token)) { [weak self] result in
      do throws(DaemonError) {
        self?.told(try result.get().decoded(Rotation.WatchWindowReply.self, of: method).event)
      } catch {
        if case .connection = error { return }
        self?.link.drop(error)
      }
    }
  }

  private func told(_ event: WindowEventMessage) {
    guard let window = application?.window(named: event.window) else { return }
    switch event.kind {
    case .orientation, .foreground, .background:
      if event.kind != .orientation { window.foregroundChanged(event.kind == .foreground) }
      if let interface = event.interface { window.turned(to: interface, reason: event.reason) }
    case .refusal:
      if let error = event.refusal { window.refused(error) }
    case .query:
      answer(event, of: window)
    }
  }

  private func answer(_ event: WindowEventMessage, of window: Window) {
    guard let token, let answers, let query = event.query else { return }
    if let mask = application?.changedMask(token: token) { try? say("SetApplicationMask", mask, on: answers) }
    var parameters = Rotation.AnswerParameters(token: token, query: query)
    if let controller = event.controller.flatMap(window.controller) {
      controller.answer(&parameters, profile: application?.declaration.profile ?? .modern)
    }
    // Without a controller of that name the declared values count, as they do for an answer that comes too late.
    try? say("Answer", parameters, on: answers)
  }

  private func say(_ member: String, _ parameters: some Encodable, on connection: DaemonConnection) throws(DaemonError)
  {
    try connection.send(Rotation.method(member), parameters) { _ in }
  }
}

extension WindowEventMessage {
  /// A refusal as an error, nil for one of a later version.
  fileprivate var refusal: RotationError? {
    guard let error else { return nil }
    return RotationError(
      VarlinkError(name: error, parameters: ["window": .string(window), "message": .string(message ?? error)]))
  }
}
