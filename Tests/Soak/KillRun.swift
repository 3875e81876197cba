import CLinux
import Glibc
import JSON
import LoadSupport
import TestSupport

/// SIGKILL in the middle of everything, again and again: the lock survives, its file is never half-written, the socket
/// is taken over, and applications made with the library are back with their windows.
final class KillRun {
  private let world: World
  private let daemon: TestDaemon
  private let library: [Program]
  private var lock = Hand.Lock.off
  private var longestReturn = 0.0
  private var inFlight = 0

  init(seed: UInt64, executable: String) throws {
    world = try World(seed: seed)
    daemon = try TestDaemon(["--mock", "--log-level", "error"], executable: executable)
    let environment = ["PLUMBD_SOCKET": daemon.socket]
    library = try ["LandscapeOnly", "FollowOrientation"].map { try Program($0, environment: environment) }
  }

  /// Kills it so many times.
  func run(times: Int) throws {
    try awaitLibrary()
    for time in 1...max(times, 1) {
      try killOnce()
      if time % 50 == 0 { print("killed \(time) times") }
    }
    for program in library { try require(!program.hasEnded, "an application of the library has ended") }
    try require(daemon.program.terminate() == 0, "the daemon did not end in order: \(daemon.program.standardError)")
    try require(access(daemon.socket, F_OK) != 0, "the daemon has left its socket behind")
    try require(access(daemon.socket + ".lock", F_OK) != 0, "the daemon has left its socket's lock behind")
    print(
      "\(times) times SIGKILL, \(inFlight) of them while a lock was being kept: the lock survived, its file was whole, "
        + "the socket was taken over, the library's application was back with its window "
        + "(at the latest \(Words.number(longestReturn, digits: 2)) s after the restart).")
  }

  private func killOnce() throws {
    let hand = try Hand(daemon.socket, world, lock: lock)
    let followers = try (0..<5).map { _ in try Follower(daemon.socket, world) }
    let clients = try (0..<20).map { _ in try RandomClient(daemon.socket, world) }
    for _ in 0..<world.dice.below(25) {
      for _ in 0..<10 { world.dice.pick(clients).act() }
      if hand.isQuiet { if world.dice.chance(2) { hand.setLock() } else { hand.act() } }
      world.poller.step(within: 0.002)
    }
    // Half of the time it dies while a lock is on its way to the disk.
    if world.dice.chance(2) {
      try world.poller.run(until: "the user is answered") { hand.isQuiet || !world.faults.isEmpty }
      hand.setLock()
    }
    usleep(UInt32(world.dice.below(3000)))
    world.isDaemonLeaving = true
    daemon.program.send(signal: SIGKILL)
    try daemon.program.waitForEnd()
    // What it had said before it died counts.
    world.poller.run(for: 0.01)
    let possible = [hand.lock, hand.lockInFlight ?? hand.lock]
    if hand.lockInFlight != nil { inFlight += 1 }
    for client in clients { client.die() }
    for follower in followers { follower.connection.close() }
    hand.close()

    let kept = try keptLock()
    try require(possible.contains(kept), "the file says that the lock is \(kept), and it was one of \(possible)")
    try daemon.restart()
    world.isDaemonLeaving = false
    let client = try daemon.connect()
    client.call("org.plumbd.Rotation.Monitor")
    lock = Hand.Lock(try require(try client.reply()["state"], "no state"))
    client.close()
    try require(lock == kept, "after the restart the lock is \(lock), and its file said \(kept)")
    try awaitLibrary()
    try world.check()
  }

  /// The lock's file as it lies there while no daemon runs.
  private func keptLock() throws -> Hand.Lock {
    let descriptor = plumb_open(daemon.folder.file("lock"), O_RDONLY | O_CLOEXEC, 0)
    guard descriptor >= 0 else { return .off }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 100)
    let count = read(descriptor, &bytes, bytes.count)
    let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    let isWhole = text.last == "\n" && Dice.interfaces.contains(String(text.dropLast()))
    try require(isWhole, "the lock's file is half-written: '\(text)'")
    return .held(String(text.dropLast()))
  }

  /// Waits until the library's application has its window in the new daemon.
  private func awaitLibrary() throws {
    let start = Clock.now
    let deadline = Deadline()
    let client = try daemon.connect()
    defer { client.close() }
    while true {
      client.call("org.plumbd.Rotation.ListApplications")
      guard case .array(let applications) = try client.reply()["applications"] else { continue }
      let film = applications.first { $0["id"]?.text == "org.example.film" }
      if case .array(let windows) = film?["windows"], windows.count == 1,
        windows[0]["controllerMask"] == .array(["landscapeRight", "landscapeLeft"])
          || windows[0]["controllerMask"] == .array(["landscapeLeft", "landscapeRight"])
      {
        longestReturn = max(longestReturn, Clock.now - start)
        return
      }
      try require(!deadline.isOver, "the library's application is not back: \(applications)")
      usleep(5000)
    }
  }
}
