import CLinux
import Glibc
import Plumb

/// SIGINT and SIGTERM as something to wait for, so that what was begun is ended in good order.
///
/// Within a test's process the signals are not the tool's, and never come.
final class Interruption {
  private let signals: Int32

  init(ownsProcess: Bool) {
    guard ownsProcess else {
      signals = -1
      return
    }
    var watched = sigset_t()
    sigemptyset(&watched)
    for number in [SIGINT, SIGTERM] { sigaddset(&watched, number) }
    sigprocmask(SIG_BLOCK, &watched, nil)
    signals = signalfd(-1, &watched, Int32(SFD_CLOEXEC | SFD_NONBLOCK))
  }

  isolated deinit { if signals >= 0 { close(signals) } }

  /// What a wait ended with.
  enum Wake {
    /// The user or the system wants the tool to end.
    case interrupted
    /// The other descriptor can be read.
    case input
    /// The daemon has said something, which was delivered, or the time is up.
    case dispatched
  }

  /// Waits for the daemon, the signals and another descriptor, at most so many seconds (nil: for ever).
  /// - Throws: `ConnectionError` when the connection has ended.
  func wait(_ connection: DaemonConnection, input: Int32 = -1, timeout: Double?) throws(ConnectionError) -> Wake {
    let talk = Int16(POLLIN | (connection.wantsToWrite ? POLLOUT : 0))
    var requests = [
      pollfd(fd: connection.descriptor, events: talk, revents: 0),
      pollfd(fd: signals, events: Int16(POLLIN), revents: 0), pollfd(fd: input, events: Int16(POLLIN), revents: 0),
    ]
    let milliseconds = timeout.map { Int32(min(max(0, $0 * 1000).rounded(.up), 1e9)) } ?? -1
    guard poll(&requests, nfds_t(requests.count), milliseconds) > 0 else { return .dispatched }
    if requests[0].revents != 0 { try connection.dispatch() }
    if requests[1].revents != 0 { return .interrupted }
    return requests[2].revents != 0 ? .input : .dispatched
  }
}
