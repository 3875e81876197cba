import EventLoop
import Glibc
import Testing

/// A program that is spoken to and heard line by line, and that is gone when the object is.
final class ChildProcess {
  let process: pid_t
  private let input: Int32
  private let output: Int32
  private var buffer: [UInt8] = []
  private(set) var exitCode: Int32?

  init(_ arguments: [String], environment: [String: String] = [:]) throws {
    var toChild: [Int32] = [0, 0]
    var fromChild: [Int32] = [0, 0]
    let toStatus = pipe(&toChild)
    let fromStatus = pipe(&fromChild)
    try #require(toStatus == 0 && fromStatus == 0)
    for descriptor in toChild + fromChild { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, toChild[0], STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, fromChild[1], STDOUT_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    var present: [String] = []
    var entry = environ
    while let variable = entry.pointee {
      present.append(String(cString: variable))
      entry += 1
    }
    let variables =
      present.filter { variable in !environment.keys.contains { variable.hasPrefix($0 + "=") } }
      + environment.map { "\($0.key)=\($0.value)" }
    var pid = pid_t()
    let status = Self.withCStrings(arguments) { argv in
      Self.withCStrings(variables) { envp in posix_spawnp(&pid, arguments[0], &actions, nil, argv, envp) }
    }
    posix_spawn_file_actions_destroy(&actions)
    close(toChild[0])
    close(fromChild[1])
    process = pid
    input = toChild[1]
    output = fromChild[0]
    try #require(status == 0, "cannot run \(arguments)")
  }

  isolated deinit {
    close(input)
    close(output)
    if exitCode == nil {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
  }

  /// Writes a line.
  func send(_ line: String) {
    var bytes = Array((line + "\n").utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }

  /// The next line; nil at the end of the output, or after a limit that only a failure ever reaches.
  func readLine(limit: Double = 30) -> String? {
    let deadline = EventLoop.now + limit
    while true {
      if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: buffer[..<end], as: UTF8.self)
        buffer.removeSubrange(...end)
        return line
      }
      var ready = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      let left = deadline - EventLoop.now
      guard left > 0, poll(&ready, 1, Int32(left * 1000) + 1) > 0 else { return nil }
      var bytes = [UInt8](repeating: 0, count: 65536)
      let count = read(output, &bytes, bytes.count)
      guard count > 0 else { return nil }
      buffer += bytes[..<count]
    }
  }

  /// Asks the program to end and waits for it; its exit status, or minus the signal that ended it.
  func terminate() -> Int32 {
    kill(process, SIGTERM)
    var status: Int32 = 0
    waitpid(process, &status, 0)
    let code = status & 0x7f == 0 ? (status >> 8) & 0xff : -(status & 0x7f)
    exitCode = code
    return code
  }

  private static func withCStrings<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = strings.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
  }
}
