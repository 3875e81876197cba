import JSON
import Orientation
import PlumbInterface
import RotationService
import Varlink

/// Whole sessions: bytes choose which of a few clients says what, in what pieces, and what happens to the device, the
/// clock and the configuration meanwhile.
func fuzzSession(_ bytes: [UInt8]) {
  MainActor.assumeIsolated {
    let session = Session(bytes: bytes[...])
    session.play()
    session.end()
  }
}

/// A service without a process around it, and its clients at the other end of memory.
@MainActor final class Session: AccessPolicy {
  fileprivate static let varlink = Service(
    vendor: "v", product: "p", version: "1", url: "u",
    interfaces: [try? Interfaces.rotation(), try? Interfaces.sensor(), try? Interfaces.mock()].compactMap { $0 })

  fileprivate var dice: Dice
  private(set) var clients: [SessionClient] = []
  private var made: RotationService?
  private var timers: [Weak] = []
  private var tokens = 0
  private var roles: [UInt32: Role] = [:]
  private var options = RotationService.Options(windowsPerClient: 8, treeDepth: 12, controllers: 64)

  private final class Timer {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
  }

  private struct Weak {
    weak var timer: Timer?
  }

  init(bytes: ArraySlice<UInt8>) {
    dice = Dice(seed: 1, bytes: bytes)
    var surroundings = Surroundings(
      access: self,
      schedule: { [unowned self] _, body in
        let timer = Timer(body)
        timers.append(Weak(timer: timer))
        return timer
      },
      makeToken: { [unowned self] in
        tokens += 1
        return "t\(tokens)"
      })
    surroundings.reload = { [unowned self] in dice.chance(2) ? [] : ["f:1: no"] }
    surroundings.isSensorUnheard = { [unowned self] in dice.chance(4) }
    made = RotationService(options: options, surroundings: surroundings)
    clients = (0..<4).map { SessionClient(self, uid: $0 < 3 ? 1000 : 1001) }
  }

  fileprivate var service: RotationService {
    guard let made else { fatalError("the session is over") }
    return made
  }

  func role(of peer: Peer) -> Role { roles[peer.uid] ?? .active }

  /// All that was scheduled and is still wanted happens now.
  private func passTime() {
    let due = timers.compactMap(\.timer)
    timers = []
    for timer in due { timer.body() }
  }

  func play() {
    while !dice.isSpent {
      let client = dice.pick(clients)
      switch dice.below(20) {
      case 0: service.deviceTurned(dice.pick([.portrait, .landscapeLeft, .landscapeRight, .faceUp, .unknown]))
      case 1: passTime()
      case 2: changeRoles()
      case 3: changeOptions()
      case 4: replace(client)
      case 5: client.reads.toggle()
      case 6: client.receive(dice.garbage().prefix(600))
      default: client.say()
      }
      promise(service.readerCount >= 0, "fewer readers than none")
    }
  }

  /// Everybody is answered, and knows the last state; then they go, and leave nothing behind.
  func end() {
    for client in clients { client.reads = true }
    for _ in 0..<8 {
      passTime()
      for client in clients { client.pump() }
    }
    for client in clients { client.check() }
    for client in clients { client.close() }
    passTime()
    let last = SessionClient(self, uid: 0)
    roles[0] = .trusted
    last.call("ListApplications", "{}")
    promise(last.received.last?["parameters"]?["applications"] == .array([]), "who has gone is still there")
    promise(service.readerCount == 0, "who has gone still reads")
    last.close()
    // The two refer to each other.
    clients = []
    made = nil
  }

  private func changeRoles() {
    roles[1000] = dice.pick([.active, .other, .trusted])
    roles[1001] = dice.pick([.active, .other])
    service.rolesChanged()
  }

  private func changeOptions() {
    options.panel = Panel(
      natural: dice.chance(2) ? .portrait : .landscape, portraitEdge: dice.chance(2) ? .leftUp : .rightUp)
    options.defaultMask = InterfaceOrientationMask(rawValue: 2 * (1 + dice.below(15)))
    service.apply(options)
  }

  private func replace(_ client: SessionClient) {
    guard let index = clients.firstIndex(where: { $0 === client }) else { return }
    client.close()
    clients[index] = SessionClient(self, uid: client.uid)
  }
}

/// A client of a session.
@MainActor final class SessionClient {
  let uid: UInt32
  private unowned let owner: Session
  private let session: ClientSession
  private let connection: ServerConnection
  private(set) var received: [JSONValue] = []
  private var unread: [UInt8] = []
  private var owed = 0
  private var isSpoilt = false
  private var monitors = false
  private var serial: Int64 = -1
  var reads = true {
    didSet { pump() }
  }

  init(_ owner: Session, uid: UInt32) {
    self.owner = owner
    self.uid = uid
    let session = owner.service.openSession(for: Peer(uid: uid, gid: uid, pid: Int32(uid)))
    self.session = session
    connection = ServerConnection(service: Session.varlink, limits: Limits(messageBytes: 65536)) { session.handle($0) }
    connection.onOutput = { [weak self] in self?.pump() }
  }

  /// Says something that a client might.
  func say() {
    let token = #""token":"t\#(owner.dice.below(12))""#
    let window = #"\#(token),"window":"w\#(owner.dice.below(3))""#
    switch owner.dice.below(24) {
    case 0, 1: call("Register", #"{"application":\#(owner.dice.application())}"#)
    case 2..<9: call("SetWindow", #"{\#(window),"root":\#(owner.dice.tree())}"#)
    case 9: call("SetWindow", #"{\#(window),"root":{"id":"d","dynamic":true},"windowed":\#(owner.dice.chance(2))}"#)
    case 10, 11: call("Activate", "{\(window)}")
    case 12: call(owner.dice.chance(2) ? "Deactivate" : "CloseWindow", "{\(window)}")
    case 13: call("RequestGeometry", "{\(window),\(owner.dice.mask())}")
    case 14: call("SetNeedsUpdate", "{\(window)}")
    case 15: call("SetStatusBarOrientation", #"{\#(window),"orientation":"\#(owner.dice.interface())"}"#)
    case 16: call("SetApplicationMask", "{\(token),\(owner.dice.mask())}")
    case 17: call("AttemptRotation", "{\(token)}")
    case 18: call("Answer", #"{\#(token),"query":\#(1 + owner.dice.below(8)),\#(owner.dice.mask())}"#)
    case 19: call("Lock", owner.dice.chance(2) ? "{}" : #"{"orientation":"\#(owner.dice.interface())"}"#)
    case 20: call("Unlock", "{}")
    case 21: call("Rotate", #"{"orientation":"\#(owner.dice.interface())"}"#)
    case 22: call(owner.dice.pick(["ListApplications", "Explain", "Reload", "Monitor", "GetConfiguration"]), "{}")
    default: subscribe()
    }
  }

  private func subscribe() {
    guard !monitors else { return }
    monitors = true
    send("org.plumbd.Rotation.Monitor", "{}", more: true)
  }

  func call(_ member: String, _ parameters: String) {
    // What follows an open call is answered when that ends, which a monitor's never does.
    if !monitors { owed += 1 }
    send("org.plumbd.Rotation.\(member)", parameters, more: false)
  }

  private func send(_ method: String, _ parameters: String, more: Bool) {
    let text = #"{"method":"\#(method)","parameters":\#(parameters)\#(more ? #","more":true"# : "")}"#
    let bytes = Array(text.utf8) + [0]
    let middle = owner.dice.chance(4) ? owner.dice.below(bytes.count) : 0
    for part in [bytes[..<middle], bytes[middle...]] where !part.isEmpty { deliver(part) }
  }

  /// Gets bytes that are no call.
  func receive(_ bytes: some Sequence<UInt8>) {
    isSpoilt = true
    deliver(Array(bytes)[...])
  }

  private func deliver(_ bytes: ArraySlice<UInt8>) {
    // As the transport does, which reads nothing while it should not.
    guard connection.wants.input else {
      isSpoilt = true
      return
    }
    connection.receive(bytes)
    pump()
  }

  /// Reads what there is, and lets the connection have its turns.
  func pump() {
    guard reads else {
      while connection.wants.turn { connection.takeTurn() }
      return
    }
    while connection.hasOutput || connection.wants.turn {
      connection.withOutput { bytes in
        for index in bytes.indices { unread.append(bytes[index]) }
        return bytes.count
      }
      if connection.wants.turn { connection.takeTurn() }
    }
    let parts = unread.split(separator: 0, omittingEmptySubsequences: false)
    for part in parts.dropLast() {
      guard let message = try? JSONValue(parsing: part) else { fatalError("a message that is no JSON") }
      received.append(message)
      take(message)
    }
    unread = Array(parts.last ?? [])
  }

  private func take(_ message: JSONValue) {
    guard message["continues"] == .bool(true) else { return }
    guard case .integer(let next)? = message["parameters"]?["state"]?["serial"] else { return }
    // Who may see more than before, or less, is told the same state once more.
    promise(next >= serial, "a serial that goes back")
    serial = next
  }

  /// Whether it was answered each call once, and knows the last state.
  func check() {
    guard !isSpoilt else { return }
    let finals = received.filter { $0["continues"] != .bool(true) }.count
    promise(finals == owed, "not one answer a call")
    if monitors, owed == finals {
      let last = received.last { $0["continues"] == .bool(true) }?["parameters"]?["state"]
      promise(last?["interface"] == .string(owner.service.state.interface.word), "the last state was missed")
    }
  }

  func close() {
    connection.onOutput = nil
    connection.disconnect()
    session.close()
  }
}
