/// What the kernel says about a process.
enum Process {
  /// Memory that is the process's alone and would be lost without swap, kB: private dirty, once its files are on disk.
  static func ownMemory(of pid: Int32) -> Int { field("Anonymous:", of: pid) }

  /// All memory that it has mapped and in use, shared or not, kB.
  static func residentMemory(of pid: Int32) -> Int { field("Rss:", of: pid) }

  private static func field(_ name: String, of pid: Int32) -> Int {
    let line = lines(of: "/proc/\(pid)/smaps_rollup").first { $0.hasPrefix(name) }
    return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
  }

  /// The time that its first thread has run, s.
  static func processorTime(of pid: Int32) -> Double {
    let nanoseconds = lines(of: "/proc/\(pid)/schedstat").first?.split(separator: " ").first.flatMap { Double($0) }
    return (nanoseconds ?? 0) / 1e9
  }

  static func threads(of pid: Int32) -> Int {
    let line = lines(of: "/proc/\(pid)/status").first { $0.hasPrefix("Threads:") }
    return line?.split(separator: "\t").last.flatMap { Int($0) } ?? 0
  }
}
