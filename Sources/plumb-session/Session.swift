import EventLoop
import Glibc
import SessionAgent

/// The process: one loop, one agent, its signals, and what the service manager is told.
final class Session {
  private let loop: EventLoop
  private let agent: SessionAgent
  private var signals: [SignalSource] = []

  init(_ options: SessionOptions) throws {
    let loop = try EventLoop()
    self.loop = loop
    let log = SessionLog(level: options.logLevel)
    let display = try DisplayChoice(options.display)
    if let name = display.name {
      try InstanceLock.take(name, in: SessionEnvironment.runtimeFolder)
    }
    agent = try SessionAgent(
      loop: loop, options: options.agent,
      session: LogindSession(loop: loop, named: SessionEnvironment.value("XDG_SESSION_ID")),
      rules: SessionEnvironment.rules, display: display.source(loop: loop), log: AgentLog { log.write($0, $1) })
    Glibc.signal(SIGPIPE, SIG_IGN)
    agent.onSessionEnd = { loop.exit() }
    agent.onStatus = { ServiceManager.notify("STATUS=\($0)") }
    signals = [
      try loop.addSignal(SIGTERM) { loop.exit() }, try loop.addSignal(SIGINT) { loop.exit() },
      try loop.addSignal(SIGHUP) { [weak self] in self?.agent.reload() },
    ]
  }

  /// Runs until a signal, or the end of the session.
  func run() throws -> Int32 {
    agent.start()
    ServiceManager.notify("READY=1")
    defer {
      ServiceManager.notify("STOPPING=1")
      agent.stop()
    }
    return try loop.run()
  }
}
