import CLinux
import Glibc

/// A daemon under a service manager of the test's own, which listens for it and keeps the descriptors that it stores, as
/// systemd does between the two halves of a restart.
public final class ManagedDaemon {
  /// Its configuration, state and socket are in here.
  public let folder: TemporaryFolder
  /// Where the manager listens for it.
  public let socket: String
  /// The daemon, or the last one.
  public private(set) var program: Program
  /// What is stored, by name.
  public private(set) var stored: [(name: String, descriptor: Int32)] = []
  /// The most that is kept, as FileDescriptorStoreMax= says.
  public var storeLimit = 4200
  /// Whether it reads what the daemon says.
  public private(set) var listens = true
  private let words: [String]
  private let notify: NotifySocket
  private let listener: Int32

  /// Starts a daemon and waits until it says that it is ready.
  public init(_ options: [String] = ["--mock"], configuration: String = "") throws {
    // A thousand clients, their copies here, and those on their way to the next daemon.
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    folder = try TemporaryFolder()
    socket = folder.file("plumbd.sock")
    notify = try NotifySocket(folder.file("notify"))
    listener = plumb_unix_socket()
    try require(plumb_unix_bind(listener, socket) == 0 && listen(listener, SOMAXCONN) == 0, "cannot listen")
    words = ["--config", try folder.write(configuration, to: "plumbd.conf")] + options
    program = try Program("/bin/true")
    try start()
  }

  isolated deinit {
    close(listener)
    for entry in stored { close(entry.descriptor) }
  }

  /// Starts a daemon with the socket and what is stored, and waits until it is ready.
  public func start() throws {
    let names = (["plumbd.socket"] + stored.map(\.name)).joined(separator: ":")
    // Only the shell knows which process it is going to be.
    program = try Program(
      "/bin/sh", ["-c", "LISTEN_PID=$$ exec \"$0\" \"$@\"", Program.folder + "/plumbd"] + words,
      environment: [
        "NOTIFY_SOCKET": notify.path, "STATE_DIRECTORY": folder.path, "LISTEN_FDS": "\(stored.count + 1)",
        "LISTEN_FDNAMES": names,
      ], descriptors: [listener] + stored.map(\.descriptor))
    let deadline = Deadline()
    while true {
      try require(!deadline.isOver && !program.hasEnded, "the daemon is not ready: \(program.standardError)")
      if let message = notify.next(), take(message) { return }
    }
  }

  /// Reads nothing of what the daemon says from now on, and has no room for more.
  public func stopListening() throws {
    listens = false
    try notify.fill()
  }

  /// Ends the daemon with a signal, and keeps what it stores.
  @discardableResult
  public func stop(_ signal: Int32 = SIGTERM) throws -> Program.Ended {
    program.send(signal: signal)
    while listens, !program.hasEnded { if let message = notify.next() { _ = take(message) } }
    let ended = try program.waitForEnd()
    while listens, let message = notify.next() { _ = take(message) }
    return ended
  }

  /// What `systemctl restart` does.
  public func restart(_ signal: Int32 = SIGTERM) throws {
    try stop(signal)
    try start()
  }

  /// True where it says that it is ready.
  private func take(_ message: NotifySocket.Message) -> Bool {
    if message.lines.contains("FDSTORE=1"), let name = message.value(of: "FDNAME") {
      for descriptor in message.descriptors {
        if stored.count < storeLimit { stored.append((name, descriptor)) } else { close(descriptor) }
      }
    } else if message.lines.contains("FDSTOREREMOVE=1"), let name = message.value(of: "FDNAME") {
      for entry in stored where entry.name == name { close(entry.descriptor) }
      stored.removeAll { $0.name == name }
    }
    return message.lines.contains("READY=1")
  }

  /// What the daemon wrote down, as bytes; empty where it did not.
  public var state: [UInt8] {
    get {
      guard let file = stored.first(where: { $0.name == "state" })?.descriptor else { return [] }
      let size = Int(lseek(file, 0, SEEK_END))
      var bytes = [UInt8](repeating: 0, count: max(0, size))
      let count = pread(file, &bytes, bytes.count, 0)
      return Array(bytes.prefix(max(0, count)))
    }
    set {
      guard let file = stored.first(where: { $0.name == "state" })?.descriptor else { return }
      ftruncate(file, 0)
      pwrite(file, newValue, newValue.count, 0)
    }
  }

  /// A new client.
  public func connect() throws -> RawClient { try RawClient(socket) }

  /// A client that follows the state; the first snapshot is still to be read.
  public func monitor() throws -> RawClient {
    let client = try connect()
    client.call("org.plumbd.Rotation.Monitor", more: true)
    return client
  }

  /// Runs plumbctl against it to its end.
  @discardableResult
  public func ctl(_ words: String...) throws -> (output: String, errors: String, status: Int32?) {
    let (program, ended) = try Program.run("plumbctl", words, environment: ["PLUMBD_SOCKET": socket])
    return (program.standardOutput, program.standardError, ended.status)
  }
}
