import CLinux
import Glibc
import LoadSupport
import TestSupport

/// More clients than there are descriptors: the daemon turns them away without turning in circles, and serves again
/// when there is room.
func measureExhaustion(executable: String, seconds: Double) throws {
  let daemon = try TestDaemon(["--mock", "--log-level", "error"], executable: executable)
  let poller = try Poller()
  let figures = ProcessFigures(of: daemon.program.pid)
  let own = try figures.descriptors()
  let room = 48
  let limit = rlim_t(own + room)
  let limited = try Program.run("/usr/bin/prlimit", ["--pid", "\(daemon.program.pid)", "--nofile=\(limit)"])
  try require(limited.ended.status == 0, "prlimit: \(limited.program.standardError)")

  var answered = 0
  let clients = try (0..<4 * room).map { _ in
    let client = try Connection(daemon.socket, poller)
    client.onMessage = { _ in answered += 1 }
    client.call("org.varlink.service.GetInfo")
    return client
  }
  try poller.run(until: "every client is served or turned away") {
    answered + clients.count(where: { !$0.isOpen }) >= clients.count
  }
  let served = clients.count(where: \.isOpen)
  try require(served > 0 && served < clients.count, "\(served) of \(clients.count) were served with room for \(room)")

  let start = (time: try figures.processorTime(), sleeps: try figures.sleeps())
  poller.run(for: seconds)
  let share = (try figures.processorTime() - start.time) / seconds
  let wakeups = try figures.sleeps() - start.sleeps
  print(
    "Descriptors: room for \(room), \(clients.count) clients: \(served) served, the others turned away; with them there "
      + "the daemon took \(Words.number(share * 100, digits: 2)) % of a CPU and woke \(wakeups) times "
      + "in \(Words.number(seconds)) s.")
  try require(share < 0.2, "without descriptors the daemon takes \(share * 100) % of a CPU")

  for client in clients { client.close() }
  // A new client may come to the daemon's notice before the end of those does.
  var isServed = false
  var client: Connection?
  try poller.run(until: "a client is served again") {
    if client == nil || client?.isOpen == false {
      client = try? Connection(daemon.socket, poller)
      client?.onMessage = { _ in isServed = true }
      client?.call("org.varlink.service.GetInfo")
    }
    return isServed
  }
  client?.close()
  try poller.run(until: "no descriptor is left open") { (try? figures.descriptors()) ?? 0 <= own }
  try require(daemon.program.terminate() == 0, "the daemon did not end in order: \(daemon.program.standardError)")
  print("After they had left it served again, and had its \(own) descriptors as before.")
}
