import Glibc

/// A program of this package as a process beside the tests, both of its outputs on one pipe.
///
/// It is told the socket by `$PLUMBD_SOCKET`, and killed when the test lets go of it.
public final class BuiltProgram {
  /// The process.
  public let pid: pid_t
  private var input: Int32
  private var source: Int32
  private var pending: [UInt8] = []
  private var hasEnded = false

  /// Starts it.
  public init(_ name: String, _ words: [String] = [], socket: String) throws {
    var toChild: [Int32] = [0, 0]
    var fromChild: [Int32] = [0, 0]
    pipe(&toChild)
    pipe(&fromChild)
    for end in toChild + fromChild { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, toChild[0], 0)
    posix_spawn_file_actions_adddup2(&actions, fromChild[1], 1)
    posix_spawn_file_actions_adddup2(&actions, fromChild[1], 2)
    // A test runner may have been started with signals ignored or blocked; a tool at a terminal is not.
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
    var vector: [UnsafeMutablePointer<CChar>?] = ([name] + words).map { strdup($0) }
    defer { vector.forEach { free($0) } }
    vector.append(nil)
    var environment: [UnsafeMutablePointer<CChar>?] = []
    for key in ["PATH", "HOME"] {
      if let value = getenv(key) { environment.append(strdup("\(key)=\(String(cString: value))")) }
    }
    environment.append(strdup("PLUMBD_SOCKET=\(socket)"))
    defer { environment.forEach { free($0) } }
    var pid = pid_t()
    let code = posix_spawn(&pid, Self.folder + name, &actions, &attributes, vector, environment + [nil])
    close(toChild[0])
    close(fromChild[1])
    input = toChild[1]
    source = fromChild[0]
    self.pid = pid
    if code != 0 { throw FakeDaemonError(errno: code) }
  }

  deinit {
    closeInput()
    closeOutput()
    if !hasEnded {
      kill(pid, SIGKILL)
      _ = wait()
    }
  }

  /// Programs lie beside the tests.
  private static var folder: String {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    let own = String(decoding: buffer.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    return own[..<(own.lastIndex(of: "/") ?? own.startIndex)] + "/"
  }

  /// Ends its input.
  public func closeInput() {
    if input >= 0 { close(input) }
    input = -1
  }

  /// Goes away as its reader.
  public func closeOutput() {
    if source >= 0 { close(source) }
    source = -1
  }

  /// The next line, nil at the end or after a generous limit.
  public func readLine() -> String? {
    while true {
      if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
        defer { pending.removeFirst(end + 1) }
        return String(decoding: pending[..<end], as: UTF8.self)
      }
      guard fill() else { return nil }
    }
  }

  /// All that is left, to the end.
  public var output: String {
    while fill() {}
    return String(decoding: pending, as: UTF8.self)
  }

  private func fill() -> Bool {
    var request = pollfd(fd: source, events: Int16(POLLIN), revents: 0)
    guard poll(&request, 1, 20_000) > 0 else { return false }
    var chunk = [UInt8](repeating: 0, count: 4096)
    let count = read(source, &chunk, chunk.count)
    guard count > 0 else { return false }
    pending += chunk[..<count]
    return true
  }

  /// Waits for the end; 128 and the signal where one ended it.
  public func wait() -> Int32 {
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0 && errno == EINTR {}
    hasEnded = true
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + status & 0x7F
  }
}
