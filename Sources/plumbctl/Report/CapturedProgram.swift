import Glibc

/// What another program prints, for as long as it may take.
enum CapturedProgram {
  /// Nobody waits longer for a report, s.
  private static let patience = 10.0
  private static let largest = 1 << 20

  /// Standard output of a program that is found by `PATH`; nil where there is none, it fails, or takes too long.
  static func output(of words: [String]) -> String? {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    guard let pid = start(words, output: ends[1]) else { return nil }
    let bytes = readAll(ends[0], until: Clocks.now + patience)
    if bytes == nil { kill(pid, SIGKILL) }
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0 && errno == EINTR {}
    guard let bytes, status == 0 else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func start(_ words: [String], output: Int32) -> pid_t? {
    defer { close(output) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    let settings = ["LC_ALL=C", "SYSTEMD_PAGER=cat", "SYSTEMD_COLORS=0", "PATH=/usr/bin:/bin:/usr/sbin:/sbin"]
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    var environment: [UnsafeMutablePointer<CChar>?] = settings.map { strdup($0) } + [nil]
    defer { for copy in arguments + environment { free(copy) } }
    var pid = pid_t()
    return posix_spawnp(&pid, words[0], &actions, nil, &arguments, &environment) == 0 ? pid : nil
  }

  private static func readAll(_ descriptor: Int32, until deadline: Double) -> [UInt8]? {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while bytes.count < largest {
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let left = deadline - Clocks.now
      guard left > 0 else { return nil }
      guard poll(&request, 1, Int32(left * 1000) + 1) > 0 else { continue }
      let count = read(descriptor, &chunk, chunk.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return count == 0 ? bytes : nil }
      bytes += chunk.prefix(count)
    }
    return nil
  }
}
