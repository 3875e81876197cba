import Glibc
import JSON
import LoadSupport
import TestSupport

/// What all clients of a run share: the dice, what must hold between them, and what was counted.
final class World {
  var dice: Dice
  let poller: Poller
  /// Promises that were broken, in words; the first ends the run.
  private(set) var faults: [String] = []
  /// Tokens handed out, which are never handed out twice.
  private var tokens: Set<String> = []
  /// Tokens of applications that may be alive, for those who use each other's.
  private(set) var livelyTokens: [String] = []
  /// While the daemon is made to end, the ends of connections are no fault.
  var isDaemonLeaving = false

  var calls = 0
  var replies = 0
  var connections = 0
  var states = 0
  var queries = 0
  var garbage = 0

  init(seed: UInt64) throws {
    dice = Dice(seed: seed)
    poller = try Poller()
  }

  func fault(_ what: String) {
    if faults.count < 20 { faults.append(what) }
  }

  func handedOut(_ token: String) {
    if !tokens.insert(token).inserted { fault("the token \(token) was handed out twice") }
    livelyTokens.append(token)
    if livelyTokens.count > 64 { livelyTokens.removeFirst() }
  }

  /// - Throws: the first broken promise.
  func check() throws {
    if let first = faults.first { throw Failure(first) }
  }
}

/// A client that follows the state.
final class Follower {
  let connection: Connection
  private(set) var serial = -1
  private(set) var last: JSONValue?

  init(_ socket: String, _ world: World) throws {
    connection = try Connection(socket, world.poller)
    connection.onMessage = { [unowned self] message in
      world.states += 1
      guard let state = try? JSONValue(parsing: message)["parameters"]?["state"], let next = state["serial"]?.number
      else { return world.fault("a follower was told \(String(decoding: message, as: UTF8.self))") }
      if next <= serial { world.fault("serial \(next) came after \(serial)") }
      if let last, Self.saysTheSame(last, state) { world.fault("serial \(next) says what \(serial) said") }
      serial = Int(next)
      last = state
    }
    connection.onEnd = { [unowned self] in
      if !world.isDaemonLeaving { world.fault("a follower was cut off at serial \(serial)") }
    }
    connection.call("org.plumbd.Rotation.Monitor", more: true)
  }

  private static func saysTheSame(_ left: JSONValue, _ right: JSONValue) -> Bool {
    ["sensor", "device", "interface", "angle", "locked", "foreground"].allSatisfy { left[$0] == right[$0] }
  }
}
