import CLinux
import Glibc
import TestSupport

/// One change of state told to many subscribers: when each of them has it, and what it costs the daemon.
enum FanOut {
  private static let changes = 40

  static func print() throws {
    heading("Fan-out: one change told to all subscribers, from the call that makes it to each subscriber's socket")
    var rows: [[String]] = []
    var notes: [String] = []
    for subscribers in [10, 100, 1000, 10_000] {
      guard raiseDescriptorLimit(to: subscribers + 100) else {
        notes.append(
          "\(subscribers) subscribers: left out, the limit of open files cannot be raised that far (ulimit -Hn)")
        continue
      }
      rows.append(try row(subscribers))
    }
    table(
      ["subscribers", "median", "99 %", "last", "CPU of a change", "CPU a subscriber", "memory a subscriber"], rows)
    for note in notes { Swift.print(note) }
  }

  private static func row(_ count: Int) throws -> [String] {
    let daemon = try TestDaemon(
      ["--mock"], configuration: "[limits]\nconnections = 20000\nconnections-per-user = 20000\n")
    let control = try daemon.connect()
    let pid = daemon.program.pid
    let ownBefore = Process.ownMemory(of: pid)
    let crowd = try Crowd(count, socket: daemon.socket)
    // Until the sensor has been heard: a turn of the device would undo the first change before all have been told of it.
    try crowd.awaitMessage(with: #""device":"portrait""#)
    let own = Process.ownMemory(of: pid) - ownBefore

    var latencies: [Double] = []
    var lasts: [Double] = []
    var costs: [Double] = []
    for change in 0..<changes {
      let cost = Process.processorTime(of: pid)
      let orientation = change % 2 == 0 ? "landscapeLeft" : "portrait"
      let start = ContinuousClock.now
      control.call("org.plumbd.Rotation.Rotate", #"{"orientation":"\#(orientation)"}"#)
      let times = try crowd.awaitMessage(with: #""interface":"\#(orientation)""#).map { ($0 - start) / .seconds(1) }
      _ = try control.reply()
      costs.append(Process.processorTime(of: pid) - cost)
      guard change >= 4 else { continue }  // the first ones find everything cold
      latencies += times
      lasts.append(times.max() ?? 0)
    }
    let cost = quantile(0.5, of: costs)
    return [
      "\(count)", milliseconds(quantile(0.5, of: latencies)), milliseconds(quantile(0.99, of: latencies)),
      milliseconds(quantile(0.5, of: lasts)), milliseconds(cost), "\(decimal(cost / Double(count) * 1e6, 2)) µs",
      "\(decimal(Double(own) / Double(count), 2)) kB",
    ]
  }

  private static func milliseconds(_ seconds: Double) -> String { "\(decimal(seconds * 1000, 2)) ms" }

  /// Lets this process and its children have so many files open; false where the system does not.
  private static func raiseDescriptorLimit(to count: Int) -> Bool {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue)), &limit)
    guard limit.rlim_cur < rlim_t(count) else { return true }
    limit.rlim_cur = rlim_t(count)
    limit.rlim_max = max(limit.rlim_max, limit.rlim_cur)
    return setrlimit(__rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue)), &limit) == 0
  }
}

/// Many subscribers in one process, which epoll watches.
private final class Crowd {
  private let epoll: Int32
  private var descriptors: [Int32] = []
  private var events = [epoll_event](repeating: epoll_event(), count: 1024)
  private var chunk = [UInt8](repeating: 0, count: 65536)

  /// Connects so many, each of which asks for the state now and after each change.
  init(_ count: Int, socket: String) throws {
    epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
    let call = Array(#"{"method":"org.plumbd.Rotation.Monitor","more":true}"#.utf8) + [0]
    for index in 0..<count {
      let descriptor = plumb_unix_socket()
      try require(plumb_unix_connect(descriptor, socket) == 0, "cannot connect: \(String(cString: strerror(errno)))")
      descriptors.append(descriptor)
      send(descriptor, call, call.count, Int32(MSG_NOSIGNAL))
      var event = epoll_event(events: EPOLLIN.rawValue, data: epoll_data_t(u32: UInt32(index)))
      epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event)
    }
  }

  isolated deinit { for descriptor in descriptors + [epoll] { close(descriptor) } }

  /// Waits until each subscriber has been told something with these words; when each was.
  ///
  /// By the words, not by the number of messages: a sensor that comes to life is told of as well.
  @discardableResult
  func awaitMessage(with words: String) throws -> [ContinuousClock.Instant] {
    var times = [ContinuousClock.Instant?](repeating: nil, count: descriptors.count)
    var missing = descriptors.count
    let wanted = Array(words.utf8)
    let deadline = Deadline()
    while missing > 0 {
      try require(!deadline.isOver, "\(missing) of \(descriptors.count) subscribers were not told")
      let ready = epoll_wait(epoll, &events, Int32(events.count), 1000)
      for event in events.prefix(max(0, Int(ready))) {
        let index = Int(event.data.u32)
        let count = read(descriptors[index], &chunk, chunk.count)
        try require(count > 0, "a subscriber was turned away")
        guard times[index] == nil, contains(wanted, before: count) else { continue }
        times[index] = .now
        missing -= 1
      }
    }
    return times.compactMap { $0 }
  }

  /// Whether what was read last has these bytes; a message comes in one piece, as it was sent.
  private func contains(_ wanted: [UInt8], before end: Int) -> Bool {
    (0...max(0, end - wanted.count)).contains { start in
      chunk[start] == wanted[0] && chunk[start..<start + wanted.count].elementsEqual(wanted)
    }
  }
}
