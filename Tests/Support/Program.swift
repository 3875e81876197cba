import Glibc

/// A built program under test: started with words and an environment of its own, spoken to, heard, and gone with the
/// object.
@MainActor public final class Program {
  /// How it ended: with a status, or by a signal.
  public struct Ended: Equatable, Sendable {
    /// What it returned.
    public let status: Int32?
    /// What ended it.
    public let signal: Int32?

    /// Describes an end.
    public init(status: Int32?, signal: Int32?) {
      self.status = status
      self.signal = signal
    }
  }

  /// The process.
  public let pid: pid_t
  /// All that it has written to standard output so far.
  public private(set) var standardOutput = ""
  /// All that it has written to standard error so far.
  public private(set) var standardError = ""
  private let input: Int32
  private let output: Int32
  private let errors: Int32
  private var unreadLines = ""
  private var ended: Ended?

  /// Where the package is.
  public nonisolated static let packageFolder = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    .dropLast(3).joined(separator: "/")

  /// Where its programs were built: beside the tests.
  public nonisolated static let folder: String = {
    var buffer = [CChar](repeating: 0, count: 4096)
    let length = readlink("/proc/self/exe", &buffer, buffer.count)
    let own = String(decoding: buffer.prefix(max(0, length)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    return own.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
  }()

  /// Starts one of the built programs by its name, or any by its path.
  ///
  /// - Parameter descriptors: What it finds open from 3 on.
  public init(
    _ name: String, _ words: [String] = [], environment: [String: String] = [:], descriptors: [Int32] = []
  ) throws {
    let path = name.contains("/") ? name : Self.folder + "/" + name
    let pipes = try (0..<3).map { _ in try Self.makePipe() }
    defer { for descriptor in [pipes[0].reading, pipes[1].writing, pipes[2].writing] { close(descriptor) } }

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, pipes[0].reading, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, pipes[1].writing, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, pipes[2].writing, STDERR_FILENO)
    // Out of the way of the numbers that they are to have.
    let copies = descriptors.map { fcntl($0, F_DUPFD_CLOEXEC, Int32(descriptors.count) + 1000) }
    defer { for copy in copies { close(copy) } }
    for (index, copy) in copies.enumerated() { posix_spawn_file_actions_adddup2(&actions, copy, Int32(index) + 3) }
    // What libraries and the tests' own caller have left open is none of its.
    for descriptor in Int32(3)..<1024 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }

    // The main queue is served by a thread that blocks every signal; a program at a terminal is not started so.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

    var variables = Self.inheritedEnvironment
    variables.merge(environment) { $1 }
    var arguments: [UnsafeMutablePointer<CChar>?] = ([path] + words).map { strdup($0) } + [nil]
    var settings: [UnsafeMutablePointer<CChar>?] = variables.map { strdup("\($0)=\($1)") } + [nil]
    defer { for copy in arguments + settings { free(copy) } }
    var pid: pid_t = 0
    let result = posix_spawnp(&pid, path, &actions, &attributes, &arguments, &settings)
    self.pid = pid
    input = pipes[0].writing
    output = pipes[1].reading
    errors = pipes[2].reading
    for descriptor in [output, errors] {
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }
    try require(result == 0, "cannot start \(path): \(String(cString: strerror(result)))")
  }

  isolated deinit {
    if ended == nil && pid > 0 {
      kill(pid, SIGKILL)
      waitpid(pid, nil, 0)
    }
    for descriptor in [input, output, errors] { close(descriptor) }
  }

  /// Runs a program to its end.
  public static func run(
    _ name: String, _ words: [String] = [], environment: [String: String] = [:]
  ) throws -> (program: Program, ended: Ended) {
    let program = try Program(name, words, environment: environment)
    return (program, try program.waitForEnd())
  }

  /// Sends it a signal.
  public func send(signal: Int32) { kill(pid, signal) }

  /// Asks it to end and waits until it has; its status, nil where a signal ended it.
  @discardableResult
  public func terminate() -> Int32? {
    send(signal: SIGTERM)
    return (try? waitForEnd())?.status
  }

  /// Writes a line to its standard input.
  public func send(line: String) {
    var rest = Array((line + "\n").utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Waits until it has ended, however it does.
  @discardableResult
  public func waitForEnd() throws -> Ended {
    let deadline = Deadline()
    while true {
      if let ended { return ended }
      try require(!deadline.isOver, "process \(pid) did not end: \(standardError)")
      awaitOutput()
      reap()
    }
  }

  /// Whether it has ended.
  public var hasEnded: Bool {
    // Whoever only watches for its end leaves it room to say something.
    drain()
    reap()
    return ended != nil
  }

  /// The next line of its standard output; nil where it has ended, or says nothing for long.
  public func nextLine(within seconds: Double = 60) -> String? {
    let deadline = Deadline(after: seconds)
    while true {
      if let end = unreadLines.firstIndex(of: "\n") {
        let line = String(unreadLines[..<end])
        unreadLines.removeSubrange(...end)
        return line
      }
      if deadline.isOver { return nil }
      // What it wrote last is known as soon as its end is.
      if hasEnded && !unreadLines.contains("\n") { return nil }
      awaitOutput()
    }
  }

  /// Waits until its standard output has the wanted property.
  public func waitForOutput(_ what: String, _ isThere: (String) -> Bool) throws {
    let deadline = Deadline()
    while !isThere(standardOutput) {
      try require(!deadline.isOver && !hasEnded || isThere(standardOutput), "no \(what) in:\n\(standardOutput)")
      awaitOutput()
    }
  }

  /// Waits until its standard error has the wanted property.
  public func waitForError(_ what: String, _ isThere: (String) -> Bool) throws {
    let deadline = Deadline()
    while !isThere(standardError) {
      try require(!deadline.isOver && !hasEnded || isThere(standardError), "no \(what) in:\n\(standardError)")
      awaitOutput()
    }
  }

  private func awaitOutput() {
    var watched = [output, errors].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    _ = poll(&watched, 2, 50)
    drain()
    // Both ends closed are always ready: the end of the process is what is waited for then.
    if watched.allSatisfy({ $0.revents & Int16(POLLHUP) != 0 }) { usleep(1000) }
  }

  private func reap() {
    guard ended == nil else { return }
    var status: Int32 = 0
    guard waitpid(pid, &status, WNOHANG) == pid else { return }
    let signal = status & 0x7f
    ended = Ended(status: signal == 0 ? (status >> 8) & 0xff : nil, signal: signal == 0 ? nil : signal)
    drain()
  }

  private func drain() {
    let text = Self.readAll(output)
    standardOutput += text
    unreadLines += text
    standardError += Self.readAll(errors)
  }

  private static func readAll(_ descriptor: Int32) -> String {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += chunk.prefix(count)
    }
  }

  private static func makePipe() throws -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [0, 0]
    let result = pipe(&ends)
    try require(result == 0, "no pipe: \(String(cString: strerror(errno)))")
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  private static var inheritedEnvironment: [String: String] {
    var result = ["PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no"]
    for name in ["PATH", "HOME", "TMPDIR", "LD_LIBRARY_PATH"] {
      if let value = getenv(name) { result[name] = String(cString: value) }
    }
    return result
  }
}
