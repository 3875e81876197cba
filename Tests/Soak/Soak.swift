import Glibc
import JSON
import LoadSupport
import TestSupport

/// Rounds of random clients against one daemon: in each, a crowd comes, does random things, falls quiet, is compared
/// with what must hold, and goes.
final class Soak {
  private let world: World
  private let daemon: TestDaemon
  private let isSanitized: Bool
  private var lock = Hand.Lock.off
  private var rounds = 0
  private var kills = 0
  private var reloads = 0
  /// After each round of the daemon that runs, when everybody is gone, KiB.
  private var memory: [Int] = []
  private var largest = 0
  private var own = 0

  init(seed: UInt64, executable: String, isSanitized: Bool) throws {
    world = try World(seed: seed)
    self.isSanitized = isSanitized
    // What a sanitizer keeps of freed memory is not the daemon's.
    let environment = ["ASAN_OPTIONS": "detect_leaks=0:quarantine_size_mb=8:abort_on_error=1"]
    daemon = try TestDaemon(
      ["--mock", "--log-level", "error"], configuration: Self.configurations[0], environment: environment,
      executable: executable)
  }

  private var figures: ProcessFigures { ProcessFigures(of: daemon.program.pid) }

  // The first holds at the start; the last is refused.
  private static let configurations = [
    "[limits]\nconnections-per-user = 4096\nhalf-message-timeout = 120\n",
    "[limits]\nconnections-per-user = 4096\nhalf-message-timeout = 60\nwindows-per-client = 4\n",
    "[limits]\nconnections-per-user = 4096\nhalf-message-timeout = 90\ntree-depth = 8\ncontrollers = 200\n",
    "[limits]\nconnections-per-user = 4096\nhalf-message-timeout = 90\n[default]\nsupported = landscape\n",
    "[limits]\nconnections-per-user = 4096\nhalf-message-timeout = 90\n[panel]\nnatural = landscape\n",
    "[limits]\nconnections-per-user = none\n",
  ]

  /// Goes on for so many seconds.
  func run(for seconds: Double) throws {
    let end = Clock.now + seconds
    own = try descriptorsAtRest()
    while Clock.now < end {
      try round(for: min(8, max(end - Clock.now, 1)))
      if world.dice.chance(12) { try replaceDaemon() }
    }
    try require(daemon.program.terminate() == 0, "the daemon did not end in order: \(daemon.program.standardError)")
    try require(access(daemon.socket, F_OK) != 0, "the daemon has left its socket behind")
    print(summary)
  }

  private var summary: String {
    "\(rounds) rounds: \(world.connections) connections, \(world.calls) calls, \(world.replies) replies in order, "
      + "\(world.states) states told, \(world.queries) queries, \(world.garbage) bytes of garbage, \(reloads) reloads, "
      + "\(kills) ends of the daemon; at rest never more than \(largest) KiB private dirty and \(own) descriptors."
  }

  private func round(for seconds: Double) throws {
    rounds += 1
    let hand = try Hand(daemon.socket, world, lock: lock)
    var followers = try (0..<12).map { _ in try Follower(daemon.socket, world) }
    var clients: [RandomClient] = []
    let end = Clock.now + seconds
    while Clock.now < end, world.faults.isEmpty {
      clients.removeAll { !$0.connection.isOpen }
      while clients.count < 40 { clients.append(try RandomClient(daemon.socket, world)) }
      for _ in 0..<30 { world.dice.pick(clients).act() }
      if world.dice.chance(3) { hand.act() }
      if world.dice.chance(300) { try reload() }
      if world.dice.chance(60), let index = followers.indices.randomElement(using: &world.dice) {
        followers[index].connection.close()
        followers[index] = try Follower(daemon.socket, world)
      }
      world.poller.step(within: 0.005)
      try checkLife()
    }
    try settle(hand, followers, clients)
    lock = hand.lock
    for follower in followers { follower.connection.close() }
    for client in clients { client.die() }
    hand.close()
    try world.poller.run(until: "no descriptor is left open: \(own) at first") { [figures, own] in
      (try? figures.descriptors()) ?? 0 <= own
    }
    try remember()
  }

  private func checkLife() throws {
    try require(!daemon.program.hasEnded, "the daemon has ended by itself: \(daemon.program.standardError)")
    try world.check()
  }

  /// Waits until nobody is owed anything, and everybody knows what a new client is told.
  private func settle(_ hand: Hand, _ followers: [Follower], _ clients: [RandomClient]) throws {
    for client in clients { client.sendAll() }
    try world.poller.run(
      until: "every call is answered, once: \(clients.compactMap(\.debt).joined(separator: "; "))", within: 60
    ) {
      hand.isQuiet && clients.allSatisfy(\.isQuiet) || !world.faults.isEmpty
    }
    try checkLife()
    hand.plugIn()
    try world.poller.run(until: "the user is answered") { hand.isQuiet || !world.faults.isEmpty }
    // The device comes to rest some time after it was turned last: until then snapshots grow old.
    var isAsking = false
    var state: JSONValue?
    let asker = try Connection(daemon.socket, world.poller)
    asker.onMessage = { message in
      isAsking = false
      state = try? JSONValue(parsing: message)["parameters"]?["state"]
    }
    try world.poller.run(until: "the last state is everybody's: \(followers.map(\.serial))") {
      if let state, followers.allSatisfy({ $0.last == state }) { return true }
      if !isAsking { asker.call("org.plumbd.Rotation.Monitor") }
      isAsking = true
      return !world.faults.isEmpty
    }
    asker.close()
    try checkLife()
    let held = try require(state.map(Hand.Lock.init), "no snapshot")
    try require(held == hand.lock, "the lock is \(held) and was set to \(hand.lock)")
  }

  /// Bounded memory: what later rounds leave is what the first ones left.
  private func remember() throws {
    let dirty = try figures.privateDirty()
    memory.append(dirty)
    largest = max(largest, dirty)
    guard memory.count > 4 else { return }
    let warm = memory.prefix(4).max() ?? 0
    let bound = isSanitized ? warm * 2 + 65536 : warm * 3 / 2 + 2048
    try require(dirty <= bound, "at rest \(dirty) KiB are in use; they were \(memory.prefix(4)) when it was warm")
  }

  private func reload() throws {
    reloads += 1
    try daemon.folder.write(world.dice.pick(Self.configurations), to: "plumbd.conf")
    daemon.program.send(signal: SIGHUP)
  }

  /// Ends the daemon in the middle of everything, in order or not, and starts it again: the lock holds.
  private func replaceDaemon() throws {
    kills += 1
    world.isDaemonLeaving = true
    let hand = try Hand(daemon.socket, world, lock: lock)
    let clients = try (0..<20).map { _ in try RandomClient(daemon.socket, world) }
    for _ in 0..<world.dice.below(40) {
      for _ in 0..<10 { world.dice.pick(clients).act() }
      hand.act()
      world.poller.step(within: 0.002)
    }
    let isOrderly = world.dice.chance(3)
    daemon.program.send(signal: isOrderly ? SIGTERM : SIGKILL)
    let ended = try daemon.program.waitForEnd()
    try require(!isOrderly || ended.status == 0, "SIGTERM ended the daemon with \(ended)")
    let possible = [hand.lock, hand.lockInFlight ?? hand.lock]
    for client in clients { client.die() }
    hand.close()
    world.poller.run(for: 0.01)
    try daemon.folder.write(Self.configurations[0], to: "plumbd.conf")
    try daemon.restart()
    world.isDaemonLeaving = false
    memory = []
    own = try descriptorsAtRest()
    let client = try daemon.connect()
    client.call("org.plumbd.Rotation.Monitor")
    lock = Hand.Lock(try require(try client.reply()["state"], "no state"))
    try require(possible.contains(lock), "after a restart the lock is \(lock) and was one of \(possible)")
    client.close()
    try world.check()
  }

  /// How many descriptors it has with nobody connected; it opens some at its first use only.
  private func descriptorsAtRest() throws -> Int {
    let client = try daemon.monitor()
    _ = try client.reply()
    let count = try figures.descriptors() - 1
    client.close()
    return count
  }
}
