import Glibc
public import JSON

/// A daemon of the test's own: on a socket and in a state directory that nobody else knows.
public final class TestDaemon {
  /// Its configuration, state and socket are in here.
  public let folder: TemporaryFolder
  /// Where it listens.
  public let socket: String
  /// The daemon itself.
  public private(set) var program: Program
  private let executable: String
  private let words: [String]
  private let environment: [String: String]

  /// Starts a daemon and waits until it says that it is ready.
  ///
  /// - Parameters:
  ///   - quirks: Device facts, as a file of quirks.d beside the configuration.
  ///   - executable: Another build of the daemon than the one beside the test, by its path.
  public init(
    _ options: [String] = ["--mock"], configuration: String? = nil, quirks: String? = nil,
    environment: [String: String] = [:], executable: String = "plumbd"
  ) throws {
    self.executable = executable
    folder = try TemporaryFolder()
    socket = folder.file("plumbd.sock")
    let file = try folder.write(configuration ?? "", to: "plumbd.conf")
    if let quirks {
      mkdir(folder.file("quirks.d"), 0o755)
      try folder.write(quirks, to: "quirks.d/test.conf")
    }
    words = ["--socket", socket, "--config", file] + options
    self.environment = environment.merging(["STATE_DIRECTORY": folder.path]) { own, _ in own }
    program = try Self.start(executable, words, self.environment, in: folder)
  }

  /// The service manager listens until the daemon is ready, and no longer: what nobody reads would block the daemon.
  private static func start(
    _ executable: String, _ words: [String], _ environment: [String: String], in folder: TemporaryFolder
  ) throws -> Program {
    unlink(folder.file("notify"))
    let notify = try NotifySocket(folder.file("notify"))
    let program = try Program(
      executable, words, environment: environment.merging(["NOTIFY_SOCKET": notify.path]) { own, _ in own })
    try notify.wait(for: "READY=1", of: program)
    return program
  }

  /// Starts it anew after it has ended.
  public func restart() throws {
    program = try Self.start(executable, words, environment, in: folder)
  }

  /// A new client.
  public func connect() throws -> RawClient { try RawClient(socket) }

  /// Runs plumbctl against it to its end.
  public func ctl(_ words: String...) throws -> (output: String, errors: String, status: Int32?) {
    let (program, ended) = try Program.run("plumbctl", words, environment: ["PLUMBD_SOCKET": socket])
    return (program.standardOutput, program.standardError, ended.status)
  }

  /// A client that follows the state; the first snapshot is still to be read.
  public func monitor() throws -> RawClient {
    let client = try connect()
    client.call("org.plumbd.Rotation.Monitor", more: true)
    return client
  }
}

extension RawClient {
  /// The next state that has the wanted property; those before are passed over.
  @discardableResult
  public func state(where isWanted: (JSONValue) -> Bool) throws -> JSONValue {
    while true {
      let state = try require(try reply()["state"], "a reply without a state")
      if isWanted(state) { return state }
    }
  }

  /// The next state with this interface orientation.
  @discardableResult
  public func state(interface: String) throws -> JSONValue { try state { $0["interface"]?.text == interface } }
}
