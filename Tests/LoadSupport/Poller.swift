import CLinux
import Glibc
import TestSupport

/// Watches many connections at once with one thread (epoll), as the daemon under test does.
@MainActor public final class Poller {
  private let descriptor: Int32
  private var connections: [Int32: Connection] = [:]
  private var events = [epoll_event](repeating: epoll_event(), count: 512)

  /// Makes one that watches nothing yet.
  public init() throws {
    descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
    try require(descriptor >= 0, "no epoll: \(String(cString: strerror(errno)))")
  }

  isolated deinit { close(descriptor) }

  /// Raises this process's limit of descriptors as far as it may go.
  public static func raiseDescriptorLimit() {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }

  func add(_ connection: Connection) {
    connections[connection.descriptor] = connection
    var event = epoll_event(events: EPOLLIN.rawValue, data: epoll_data(fd: connection.descriptor))
    epoll_ctl(descriptor, EPOLL_CTL_ADD, connection.descriptor, &event)
  }

  func watch(_ connection: Connection, reading: Bool, writing: Bool) {
    let interest = (reading ? EPOLLIN.rawValue : 0) | (writing ? EPOLLOUT.rawValue : 0)
    var event = epoll_event(events: interest, data: epoll_data(fd: connection.descriptor))
    epoll_ctl(descriptor, EPOLL_CTL_MOD, connection.descriptor, &event)
  }

  func remove(_ connection: Connection) {
    epoll_ctl(descriptor, EPOLL_CTL_DEL, connection.descriptor, nil)
    connections[connection.descriptor] = nil
  }

  /// Handles what is ready, waiting at most so many seconds for something to be.
  public func step(within seconds: Double = 0.05) {
    let count = epoll_wait(descriptor, &events, Int32(events.count), Int32(max(0, (seconds * 1000).rounded(.up))))
    for index in 0..<max(0, Int(count)) {
      let event = events[index]
      connections[event.data.fd]?.ready(event.events)
    }
  }

  /// Handles what comes for so many seconds.
  public func run(for seconds: Double) {
    let end = Clock.now + seconds
    while Clock.now < end { step(within: min(0.05, end - Clock.now)) }
  }

  /// Handles what comes until the condition holds.
  /// - Throws: `Failure` where it does not in time.
  public func run(until what: @autoclosure () -> String, within seconds: Double = 60, _ holds: () -> Bool) throws {
    let deadline = Deadline(after: seconds)
    while !holds() {
      try require(!deadline.isOver, "in vain: \(what())")
      step()
    }
  }
}

/// The clock that latencies are read from.
public nonisolated enum Clock {
  /// Seconds on CLOCK_MONOTONIC.
  public static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
