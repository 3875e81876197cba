import JSON
import Orientation
import PlumbInterface
import Testing
import Varlink

@testable import RotationService

/// A service without a process around it: time passes when the test says so, and bytes go through memory.
final class Harness: AccessPolicy {
  /// Made at its first use: its surroundings refer to the harness.
  private(set) lazy var service = RotationService(options: options, surroundings: surroundings, lock: lock)
  private let options: RotationService.Options
  private let lock: InterfaceOrientation?
  private let mock: (any MockControls)?
  let varlink: Service
  var roles: [UInt32: Role] = [:]
  private(set) var keptLocks: [InterfaceOrientation?] = []
  /// Why locks cannot be kept.
  var lockProblem: String?
  var reloadProblems: [String] = []
  var sensors: [AccelerometerReport] = []
  var isSensorUnheard = false
  var processes: [Int32: ProcessFacts] = [:]
  private var tokens = 0

  private final class Timer {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
  }

  private struct WeakTimer {
    weak var timer: Timer?
  }
  private var scheduled: [WeakTimer] = []

  init(
    options: RotationService.Options = .init(), lock: InterfaceOrientation? = nil, mock: (any MockControls)? = nil
  ) throws {
    varlink = Service(
      vendor: "v", product: "p", version: "1", url: "u",
      interfaces: [try Interfaces.rotation(), try Interfaces.sensor(), try Interfaces.mock()])
    self.options = options
    self.lock = lock
    self.mock = mock
  }

  private var surroundings: Surroundings {
    var surroundings = Surroundings(
      access: self,
      schedule: { [unowned self] _, body in
        let timer = Timer(body)
        scheduled.append(WeakTimer(timer: timer))
        return timer
      },
      makeToken: { [unowned self] in
        tokens += 1
        return "token\(tokens)"
      })
    surroundings.keepLock = { [unowned self] in
      keptLocks.append($0)
      return lockProblem
    }
    surroundings.reload = { [unowned self] in reloadProblems }
    surroundings.isSensorUnheard = { [unowned self] in isSensorUnheard }
    surroundings.listSensors = { [unowned self] in sensors }
    surroundings.process = { [unowned self] in processes[$0] }
    surroundings.mock = mock
    return surroundings
  }

  func role(of peer: Peer) -> Role { roles[peer.uid] ?? .active }

  /// All that was scheduled and not dropped happens now.
  func passTime() {
    let due = scheduled.compactMap(\.timer)
    scheduled = []
    for timer in due { timer.body() }
  }

  func connect(uid: UInt32 = 1000, pid: Int32 = 1) -> TestClient {
    TestClient(session: service.openSession(for: Peer(uid: uid, gid: uid, pid: pid)), varlink: varlink)
  }
}

/// A client at the other end of memory.
final class TestClient {
  let session: ClientSession
  let connection: ServerConnection
  private var received: [JSONValue] = []
  /// Whether what the service sends is read.
  var reads = true {
    didSet { pump() }
  }

  init(session: ClientSession, varlink: Service) {
    self.session = session
    connection = ServerConnection(service: varlink) { session.handle($0) }
    connection.onOutput = { [weak self] in self?.pump() }
  }

  /// The same client after a restart; nothing has been read by it yet.
  init(session: ClientSession, varlink: Service, resuming snapshot: ServerConnection.Snapshot) throws {
    self.session = session
    connection = ServerConnection(service: varlink) { session.handle($0) }
    reads = false
    try connection.resume(snapshot)
  }

  func send(_ member: String, _ parameters: String = "{}", more: Bool = false, interface: String = Rotation.name) {
    let more = more ? #","more":true"# : ""
    send(raw: #"{"method":"\#(interface).\#(member)","parameters":\#(parameters)\#(more)}"#)
  }

  /// Sends a message as it is.
  func send(raw message: String) {
    connection.receive(Array(message.utf8) + [0])
    settle()
  }

  func close() {
    connection.disconnect()
    session.close()
  }

  /// All that has come since the last call.
  func take() -> [JSONValue] {
    settle()
    defer { received = [] }
    return received
  }

  /// The parameters of the only reply to a call.
  func ask(_ member: String, _ parameters: String = "{}") throws -> JSONValue {
    send(member, parameters)
    let replies = take()
    try #require(replies.count == 1 && replies[0]["error"] == nil, "\(replies)")
    return try #require(replies[0]["parameters"])
  }

  /// The name of the error that a call is answered with, behind its interface's.
  func refusal(_ member: String, _ parameters: String = "{}", interface: String = Rotation.name) throws -> String {
    send(member, parameters, interface: interface)
    let replies = take()
    let error = try #require(replies.last?["error"], "\(replies)")
    guard case .string(let name) = error else { throw VarlinkError.invalidParameter("error") }
    return String(name.split(separator: ".").last ?? "")
  }

  /// Registers an application with one window, whose root supports these orientations.
  @discardableResult
  func register(
    _ id: String = "app", supported: String = #"["portrait"]"#, root: String? = nil, front: Bool = true
  ) throws -> String {
    let reply = try ask("Register", #"{"application":{"id":"\#(id)"}}"#)
    guard case .string(let token) = reply["token"] else { throw VarlinkError.invalidParameter("token") }
    let root = root ?? #"{"id":"root","supported":\#(supported)}"#
    send("SetWindow", #"{"token":"\#(token)","window":"w","root":\#(root)}"#)
    if front { send("Activate", #"{"token":"\#(token)","window":"w"}"#) }
    _ = take()
    return token
  }

  /// Has everything handled that waits.
  private func settle() {
    pump()
    while connection.wants.turn {
      connection.takeTurn()
      pump()
    }
  }

  private func pump() {
    while reads && connection.hasOutput {
      connection.withOutput { bytes in
        var message: [UInt8] = []
        for index in bytes.indices { message.append(bytes[index]) }
        for part in message.split(separator: 0) {
          if let value = try? JSONValue(parsing: part) { received.append(value) }
        }
        return message.count
      }
    }
  }
}

extension JSONValue {
  var text: String? { if case .string(let text) = self { text } else { nil } }
  var number: Int64? { if case .integer(let number) = self { number } else { nil } }
  /// The state in a reply of Monitor.
  var state: JSONValue? { self["parameters"]?["state"] }
  /// The event in a reply of WatchWindow.
  var event: JSONValue? { self["parameters"]?["event"] }
}
