import CLinux
import Glibc

/// Several descriptors and a timer behind one descriptor, so that a foreign loop has one thing to watch for ever.
///
/// It is an epoll set, which is itself readable when one of its members is ready. It belongs to one thread at a time.
nonisolated package final class Reactor {
  /// To be watched for reading.
  package let descriptor: Int32
  /// Called when the timer has run down.
  var onTimer: (() -> Void)?

  /// Whether a handler is running.
  private(set) var isDispatching = false

  private let timer: Int32
  private var handlers: [Int32: () -> Void] = [:]

  /// Makes an empty set.
  /// - Throws: `ConnectionError.system` where the process has no descriptors left.
  package init() throws(ConnectionError) {
    descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
    timer = timerfd_create(CLOCK_MONOTONIC, Int32(TFD_CLOEXEC | TFD_NONBLOCK))
    guard descriptor >= 0, timer >= 0 else { throw .system(what: "cannot watch a connection", code: errno) }
    try watch(timer) { [weak self] in self?.timerFired() }
  }

  deinit {
    close(descriptor)
    close(timer)
  }

  // MARK: Members

  /// Calls back whenever the descriptor is ready; it stays the caller's.
  func watch(_ member: Int32, _ handler: @escaping () -> Void) throws(ConnectionError) {
    var event = epoll_event(events: EPOLLIN.rawValue, data: epoll_data(fd: member))
    guard epoll_ctl(descriptor, EPOLL_CTL_ADD, member, &event) == 0 else {
      throw .system(what: "cannot watch a connection", code: errno)
    }
    handlers[member] = handler
  }

  /// Watches a connection; the handler is to call its `dispatch()`.
  func watch(_ connection: DaemonConnection, _ handler: @escaping () -> Void) throws(ConnectionError) {
    try watch(connection.descriptor) { [weak self, weak connection] in
      handler()
      if let self, let connection { updateInterest(in: connection) }
    }
    connection.onWantsToWrite = { [weak self, weak connection] in
      if let self, let connection { updateInterest(in: connection) }
    }
    updateInterest(in: connection)
  }

  /// Stops watching.
  func forget(_ member: Int32) {
    guard handlers.removeValue(forKey: member) != nil else { return }
    epoll_ctl(descriptor, EPOLL_CTL_DEL, member, nil)
  }

  private func updateInterest(in connection: DaemonConnection) {
    guard handlers[connection.descriptor] != nil else { return }
    let events = EPOLLIN.rawValue | (connection.wantsToWrite ? EPOLLOUT.rawValue : 0)
    var event = epoll_event(events: events, data: epoll_data(fd: connection.descriptor))
    epoll_ctl(descriptor, EPOLL_CTL_MOD, connection.descriptor, &event)
  }

  // MARK: The timer

  /// Lets the timer run down once, after some seconds.
  func arm(after seconds: Double) {
    let nanoseconds = max(1, seconds * 1e9)
    set(
      itimerspec(
        it_interval: timespec(),
        it_value: timespec(
          tv_sec: Int(nanoseconds / 1e9), tv_nsec: Int(nanoseconds.truncatingRemainder(dividingBy: 1e9)))))
  }

  /// Stops the timer.
  func disarm() { set(itimerspec()) }

  private func set(_ time: itimerspec) {
    var time = time
    timerfd_settime(timer, 0, &time, nil)
  }

  private func timerFired() {
    var expirations: UInt64 = 0
    guard read(timer, &expirations, MemoryLayout<UInt64>.size) > 0 else { return }
    onTimer?()
  }

  // MARK: The loop

  /// Handles what is ready, and never blocks.
  package func dispatch() { run(timeout: 0) }

  /// Waits at most some seconds (nil: as long as it takes) for something to be ready, and handles it.
  func wait(timeout: Double?) { run(timeout: timeout.map { Int32(min(max(0, $0 * 1000).rounded(.up), 1e9)) } ?? -1) }

  private func run(timeout: Int32) {
    var events = [epoll_event](repeating: epoll_event(), count: 8)
    let count = epoll_wait(descriptor, &events, Int32(events.count), timeout)
    guard count > 0 else { return }
    let isOutermost = !isDispatching
    isDispatching = true
    defer { if isOutermost { isDispatching = false } }
    // One handler may have taken out a member that is also ready.
    for event in events.prefix(Int(count)) { handlers[event.data.fd]?() }
  }
}
