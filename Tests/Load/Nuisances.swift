import LoadSupport
import TestSupport

/// Clients that make a nuisance of themselves.
final class Nuisances {
  private let socket: String
  private let poller: Poller
  private var sleepers: [Connection] = []
  private var halves: [Connection] = []
  private var flooder: Connection?
  private var floodAnswers = 0

  init(_ socket: String, _ poller: Poller) {
    self.socket = socket
    self.poller = poller
  }

  /// Clients that ask for a lot and never read a byte of it.
  func addSleepers(_ count: Int) throws {
    for number in 0..<count {
      let sleeper = try Connection(socket, poller)
      sleeper.reads = false
      if number % 2 == 0 {
        sleeper.call("org.plumbd.Rotation.Monitor", more: true)
      } else {
        for _ in 0..<200 { sleeper.call("org.varlink.service.GetInterfaceDescription", Self.longText) }
      }
      sleepers.append(sleeper)
    }
  }

  // The longest reply there is for the shortest call.
  private static let longText = #"{"interface":"org.plumbd.Rotation"}"#

  /// Clients that begin a message and do not end it; one that is turned out for it comes back.
  func addHalves(_ count: Int) throws {
    for _ in 0..<count { try addHalf() }
  }

  private func addHalf() throws {
    let half = try Connection(socket, poller)
    half.send(Array(#"{"method":"org.plumbd.Rotation.SetWindow","parameters":{"token":""#.utf8))
    half.onEnd = { [unowned self, unowned half] in
      halves.removeAll { $0 === half }
      try? addHalf()
    }
    halves.append(half)
  }

  /// One that sends calls as fast as they are taken, and reads the replies or does not.
  func flood(reading: Bool) throws {
    flooder?.close()
    let flooder = try Connection(socket, poller)
    flooder.reads = reading
    floodAnswers = 0
    flooder.onMessage = { [unowned self] _ in floodAnswers += 1 }
    self.flooder = flooder
  }

  /// Keeps the flood coming, and everybody else served.
  /// - Returns: How many calls of the flood were answered.
  func run(for seconds: Double) -> Int {
    let end = Clock.now + seconds
    let before = floodAnswers
    while Clock.now < end {
      if let flooder, flooder.isOpen, flooder.unsentBytes < 65536 {
        flooder.send(Self.wave)
      }
      poller.step(within: flooder == nil ? 0.01 : 0.001)
    }
    return floodAnswers - before
  }

  private static let wave = (0..<200).flatMap { number in
    Connection.message("org.plumbd.Rotation.Register", #"{"application":{"id":"org.example.flood\#(number)"}}"#)
      + Connection.message("org.plumbd.Rotation.ListApplications")
      + Connection.message("org.plumbd.Rotation.Monitor")
  }

  func endFlood() {
    flooder?.close()
    flooder = nil
  }

  func leave() {
    endFlood()
    for half in halves { half.onEnd = {} }
    for connection in sleepers + halves { connection.close() }
    sleepers = []
    halves = []
  }
}

/// What others notice of nuisances: the latency of their calls before and during, in one run.
func measureNuisances(_ crowd: Crowd, followers: Int, residents: Int, nuisances count: Int, seconds: Double) throws {
  let probe = try Probe(crowd.daemon.socket)
  let nuisances = Nuisances(crowd.daemon.socket, crowd.poller)
  var rows = [["meanwhile", "calls", "p50", "p99", "longest", "p50 ratio", "p99 ratio"]]
  var base: Latencies?

  func row(_ name: String, _ load: (Double) -> Void) throws {
    let measured = try probe.measure(for: seconds, during: load)
    try crowd.checkFaults()
    try require(measured.count > 0, "no call was answered while there was \(name)")
    func time(_ percent: Double) -> String {
      measured.percentile(percent).map { Words.number($0 * 1e3, digits: 2) + " ms" } ?? "-"
    }
    func ratio(_ percent: Double) -> String {
      guard let before = base?.percentile(percent), let now = measured.percentile(percent) else { return "" }
      return Words.number(now / before, digits: 2)
    }
    rows.append([name, "\(measured.count)", time(50), time(99), time(100), ratio(50), ratio(99)])
    if rows.count == 3 { base = measured }
  }

  try row("nobody") { _ in crowd.poller.run(for: seconds) }
  try crowd.follow(upTo: followers)
  try crowd.move(in: residents)
  let everybody = "\(followers) followers, \(residents) applications"
  try row(everybody) { crowd.turn(for: $0) }
  let dirty = try crowd.figures.privateDirty()
  try nuisances.addSleepers(count)
  try nuisances.addHalves(count)
  try row("  and \(count) that never read, \(count) half messages") { crowd.turn(for: $0) }
  let withSleepers = try crowd.figures.privateDirty()
  var floodAnswers = 0
  for reads in [false, true] {
    try nuisances.flood(reading: reads)
    try row("  and a flood whose replies are \(reads ? "read" : "not read")") { seconds in
      let end = Clock.now + seconds
      while Clock.now < end {
        crowd.turnOnce()
        floodAnswers += nuisances.run(for: min(0.1, max(end - Clock.now, 0.001)))
      }
    }
  }
  nuisances.endFlood()
  try crowd.settle()
  let after = try crowd.figures.privateDirty()
  print(
    "Calls of four clients in a process of their own, ten turns a second, \(Words.number(seconds, digits: 0)) s a row:")
  print(Words.table(rows))
  print(
    "(ratios to the second row; the flood had \(floodAnswers) answers; private dirty \(dirty) KiB before the nuisances, "
      + "\(withSleepers) KiB with \(2 * count) of them, \(after) KiB after the flood)\n")
  // 1 MiB of replies and 256 KiB of calls for each that does not read, and what the allocator adds.
  try require(withSleepers - dirty < count * 2048 + 8192, "\(count) that never read cost \(withSleepers - dirty) KiB")
  nuisances.leave()
  try crowd.leave()
}
