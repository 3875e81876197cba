import CLinux
import Glibc
import Plumb

/// A program that the tool runs in its own place: the signals that end the tool are the program's.
struct ChildProcess {
  private static let forwarded = [SIGINT, SIGTERM, SIGHUP]
  private let pid: pid_t
  private let signals: Int32

  /// Starts the program, found by `PATH`.
  /// - Throws: `Failure` with the status that shells use: 127 where there is no such program, 126 otherwise.
  init(_ words: [String]) throws(Failure) {
    // Blocked before the start, so that none is lost between it and the wait; the program gets back what we had.
    var watched = sigset_t()
    var before = sigset_t()
    sigemptyset(&watched)
    for number in Self.forwarded + [SIGCHLD] { sigaddset(&watched, number) }
    sigprocmask(SIG_BLOCK, &watched, &before)
    signals = signalfd(-1, &watched, Int32(SFD_CLOEXEC | SFD_NONBLOCK))

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    posix_spawnattr_setsigmask(&attributes, &before)
    var vector: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    defer { vector.forEach { free($0) } }
    vector.append(nil)
    var pid = pid_t()
    let code = words[0].withCString { posix_spawnp(&pid, $0, nil, &attributes, vector, environ) }
    guard code == 0 else {
      close(signals)
      throw Failure(
        "cannot run \(words[0]): \(String(cString: strerror(code)))", status: code == ENOENT ? 127 : 126)
    }
    self.pid = pid
  }

  /// Waits for the end, handing on signals and calling back when another descriptor is readable meanwhile.
  ///
  /// - Returns: The program's exit status, or 128 and the signal that ended it.
  func wait(_ ready: () -> Void, watching descriptor: () -> Int32) -> Int32 {
    defer { close(signals) }
    while true {
      var status: Int32 = 0
      if waitpid(pid, &status, WNOHANG) == pid { return Self.exitStatus(status) }
      var requests = [signals, descriptor()].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      poll(&requests, 2, -1)
      if requests[0].revents != 0 { forwardSignals() }
      if requests[1].revents != 0 { ready() }
    }
  }

  private func forwardSignals() {
    var info = signalfd_siginfo()
    while read(signals, &info, MemoryLayout<signalfd_siginfo>.size) > 0 {
      let number = Int32(info.ssi_signo)
      // What the terminal sends goes to the whole group: the program has it already.
      guard Self.forwarded.contains(number), info.ssi_code != SI_KERNEL else { continue }
      kill(pid, number)
    }
  }

  private static func exitStatus(_ status: Int32) -> Int32 {
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }
}
