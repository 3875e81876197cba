import Glibc

/// A message bus of the system's type that nobody else knows, for programs started with `environment`.
public final class TestBus {
  nonisolated static let rig = Program.packageFolder + "/Tests/Rig/bus/"

  /// Whether this machine has one, and python3 with GLib to speak with it.
  public nonisolated static let isThere =
    access("/usr/bin/dbus-daemon", X_OK) == 0 && access("/usr/bin/python3", X_OK) == 0
    && access("/usr/lib/python3/dist-packages/gi", R_OK) == 0

  /// Where the bus is, for a program that is to take it for the system's.
  public let environment: [String: String]
  /// The same, as tools of D-Bus take it on a command line.
  public let address: String
  private let folder: TemporaryFolder
  private var daemon: Program?

  /// Starts a bus and waits until it listens.
  ///
  /// - Parameter runs: Whether it is there from the beginning.
  public init(runs: Bool = true) throws {
    folder = try TemporaryFolder()
    // Other users are let in, too.
    chmod(folder.path, 0o755)
    address = "unix:path=" + folder.file("bus")
    environment = ["DBUS_SYSTEM_BUS_ADDRESS": address]
    if runs { try start() }
  }

  /// Starts it, at the same address each time.
  public func start() throws {
    unlink(folder.file("bus"))
    let daemon = try Program(
      "/usr/bin/dbus-daemon",
      ["--config-file=" + Self.rig + "bus.conf", "--address=" + address, "--nofork", "--nopidfile", "--print-address"])
    _ = try require(daemon.nextLine(), "no bus: \(daemon.standardError)")
    self.daemon = daemon
  }

  /// Ends it under everybody's hands.
  public func stop() {
    daemon?.send(signal: SIGKILL)
    _ = try? daemon?.waitForEnd()
    daemon = nil
  }

  /// Starts polkit's stand-in: `yes`, `no`, `challenge`, `fail` or `hang` is how it answers; its lines on standard input
  /// change that.
  public func startPolkit(_ answer: String) throws -> Program {
    let polkit = try Program("/usr/bin/python3", [Self.rig + "polkit.py", answer], environment: environment)
    try require(polkit.nextLine() == "ready", "no polkit: \(polkit.standardError)")
    return polkit
  }

  /// Connects a client of net.hadess.SensorProxy, as another user where one is named.
  public func connect(uid: UInt32? = nil) throws -> ProxyBusClient { try ProxyBusClient(self, uid: uid) }
}

/// A client of net.hadess.SensorProxy that does as it is told (see the head of Rig/bus/client.py).
public final class ProxyBusClient {
  private let program: Program
  private var signals: [String] = []
  private var answers: [String] = []
  /// Its unique name on the bus.
  public let name: String

  init(_ bus: TestBus, uid: UInt32?) throws {
    let words = ["/usr/bin/python3", TestBus.rig + "client.py"]
    let prefix = uid.map { ["/usr/bin/setpriv", "--reuid=\($0)", "--regid=\($0)", "--clear-groups"] } ?? []
    let all = prefix + words
    program = try Program(all[0], Array(all.dropFirst()), environment: bus.environment)
    let first = try require(program.nextLine(), "no client: \(program.standardError)")
    name = String(first.dropFirst("client ".count))
  }

  /// Its answer to a command.
  @discardableResult
  public func ask(_ command: String) throws -> String {
    program.send(line: command)
    return try answer()
  }

  /// The next answer.
  public func answer() throws -> String {
    while answers.isEmpty { try read() }
    return answers.removeFirst()
  }

  /// The next signal that has the wanted property; those before are passed over.
  @discardableResult
  public func signal(where isWanted: (String) -> Bool) throws -> String {
    while true {
      while signals.isEmpty { try read() }
      let signal = signals.removeFirst()
      if isWanted(signal) { return signal }
    }
  }

  /// The signals that have come and were not asked for yet; what was sent before the last answer is among them.
  public func takeSignals() -> [String] {
    defer { signals = [] }
    return signals
  }

  /// Waits until a property has a value.
  public func wait(for property: String, _ value: String) throws {
    let deadline = Deadline()
    var last = ""
    while !deadline.isOver {
      last = try ask("get \(property)")
      if last == value { return }
      usleep(20_000)
    }
    throw Failure("\(property) is \(last), not \(value)")
  }

  /// Ends without a word, as in a crash.
  public func crash() throws {
    program.send(signal: SIGKILL)
    try program.waitForEnd()
  }

  private func read() throws {
    let line = try require(program.nextLine(), "the client is gone: \(program.standardError)")
    if line.hasPrefix("changed") || line.hasPrefix("broadcast") { signals.append(line) } else { answers.append(line) }
  }
}
