import Glibc
import JSON
import LoadSupport
import TestSupport

/// Well-behaved clients in a process of their own, so that what they measure is the daemon and not the crowd's program:
/// on each line of standard input they make calls for so many seconds and print how long each took.
func runProbe(_ socket: String) throws {
  let clients = try (0..<4).map { _ in try RawClient(socket) }
  while let line = readLine(), let seconds = Double(line) {
    var taken: [Double] = []
    let end = Clock.now + seconds
    while Clock.now < end {
      let client = clients[taken.count % clients.count]
      let start = Clock.now
      client.call("org.plumbd.Rotation.Monitor")
      _ = try client.reply()
      taken.append(Clock.now - start)
      usleep(2000)
    }
    print(taken.map { "\(Int($0 * 1e9))" }.joined(separator: " "))
    fflush(nil)
  }
}

/// The other end: starts the process, and has it measure while this one makes the load.
final class Probe {
  private let program: Program

  init(_ socket: String) throws { program = try Program(CommandLine.arguments[0], ["--probe", socket]) }

  /// Measures while `load` runs.
  func measure(for seconds: Double, during load: (Double) -> Void) throws -> Latencies {
    program.send(line: "\(seconds)")
    load(seconds)
    let line = try require(program.nextLine(), "the probe is gone: \(program.standardError)")
    return Latencies(line.split(separator: " ").compactMap { Int($0) }.map { Double($0) / 1e9 })
  }
}
