import CLinux
import Glibc
import TestSupport

/// What a running process costs, as the kernel says.
public struct ProcessFigures {
  private let pid: pid_t

  /// The figures of a process.
  public init(of pid: pid_t) { self.pid = pid }

  /// Memory that is its own alone and was written to: what it really costs, in KiB.
  public func privateDirty() throws -> Int { try kibibytes("Private_Dirty:") }

  /// All memory that is mapped and there, in KiB.
  public func resident() throws -> Int { try kibibytes("Rss:") }

  private func kibibytes(_ label: String) throws -> Int {
    let text = try read("/proc/\(pid)/smaps_rollup")
    let line = text.split(separator: "\n").first { $0.hasPrefix(label) }
    let word = line?.split(separator: " ").dropFirst().first
    return try require(word.flatMap { Int($0) }, "no \(label) in smaps_rollup of \(pid)")
  }

  /// CPU time of all its threads, s.
  public func processorTime() throws -> Double {
    var clock = clockid_t()
    var time = timespec()
    try require(
      clock_getcpuclockid(pid, &clock) == 0 && clock_gettime(clock, &time) == 0, "process \(pid) has no clock: it ended"
    )
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// How often its main thread has gone to sleep: each wakeup ends with one.
  public func sleeps() throws -> Int {
    let text = try read("/proc/\(pid)/status")
    let line = text.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
    return try require(line?.split(separator: "\t").last.flatMap { Int($0) }, "no switches in status of \(pid)")
  }

  /// How many descriptors it has open.
  public func descriptors() throws -> Int {
    let folder = try require(opendir("/proc/\(pid)/fd"), "process \(pid) has no descriptors: it ended")
    defer { closedir(folder) }
    var count = -2  // . and ..
    while Glibc.readdir(folder) != nil { count += 1 }
    return count
  }

  private func read(_ path: String) throws -> String {
    let descriptor = plumb_open(path, O_RDONLY | O_CLOEXEC, 0)
    try require(descriptor >= 0, "cannot read \(path): \(String(cString: strerror(errno)))")
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 65536)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}
