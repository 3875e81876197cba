import JSON
import LoadSupport
import TestSupport

/// A client that says random things, whole or in pieces, and knows what it must be answered: each call once, in order.
final class RandomClient {
  private enum Expected {
    /// MethodNotFound for a method that bears this number: what tells one answer from the next.
    case marker(Int)
    /// A token, or that there are too many.
    case token
    /// An error.
    case failure
    /// A reply, or an error of ours.
    case something
  }

  private let world: World
  private let socket: String
  private(set) var connection: Connection
  private var watcher: Connection?
  private var expected: ArraySlice<(call: String, answer: Expected)> = []
  private var unsent: ArraySlice<UInt8> = []
  private var token: String?
  private var markers = 0
  private var lastQuery = 0
  private var pendingQuery: Int?
  /// Whether it sent what no answer can be told for, and may be cut off for.
  private var isVandal = false
  /// Whether it reads what it is answered.
  private(set) var isMute = false

  init(_ socket: String, _ world: World) throws {
    self.world = world
    self.socket = socket
    connection = try Connection(socket, world.poller)
    world.connections += 1
    connection.onMessage = { [unowned self] in answered($0) }
    connection.onEnd = { [unowned self] in
      watcher?.close()
      if !isVandal && !world.isDaemonLeaving { world.fault("a client was cut off that had done nothing wrong") }
    }
  }

  /// Whether it has been answered everything.
  var isQuiet: Bool { isVandal || isMute || !connection.isOpen || expected.isEmpty && unsent.isEmpty }

  /// What it waits for, where it is not quiet: the first call that is not answered.
  var debt: String? {
    if isQuiet { return nil }
    guard let call = expected.first?.call else { return "\(unsent.count) bytes to send" }
    return "\(call) and \(expected.count - 1) more, with \(connection.unsentBytes) bytes to send"
  }

  /// Does something.
  func act() {
    // A slow daemon, or one on a busy machine, is not given work for minutes ahead.
    guard connection.isOpen, expected.count < 32 else { return sendAll() }
    if !unsent.isEmpty, world.dice.chance(2) { return sendPiece() }
    if let pendingQuery, world.dice.chance(3) { answerQuery(pendingQuery) }
    switch world.dice.below(100) {
    case 0: return die()
    case 1 where world.dice.chance(3): vandalise()
    case 2 where world.dice.chance(4):
      isMute = true
      connection.reads = false
    case 3..<40: sayOfWindow()
    case 40..<50: register()
    case 50..<60: watch()
    case 60..<75: ask()
    default: break
    }
    if world.dice.chance(3) { marker() }
    if !world.dice.chance(3) { sendAll() }
  }

  /// Says the rest of what it has begun to say.
  func sendAll() {
    connection.send(unsent)
    unsent = []
  }

  /// Goes, perhaps in the middle of a message.
  func die() {
    if !unsent.isEmpty { connection.send(unsent.prefix(world.dice.below(unsent.count))) }
    connection.close()
    watcher?.close()
  }

  private func sendPiece() {
    let piece = unsent.prefix(1 + world.dice.below(min(unsent.count, world.dice.chance(2) ? 7 : 4000)))
    connection.send(piece)
    unsent = unsent.dropFirst(piece.count)
  }

  // MARK: What it says

  private func say(_ member: String, _ parameters: String, _ answer: Expected = .something) {
    world.calls += 1
    let method = member.contains(".") ? member : "org.plumbd.Rotation.\(member)"
    if world.dice.chance(12) {
      unsent += Array(#"{"method":"\#(method)","parameters":\#(parameters),"oneway":true}"#.utf8) + [0]
      return
    }
    unsent += Connection.message(method, parameters)
    expected.append((member, answer))
  }

  private func marker() {
    markers += 1
    world.calls += 1
    unsent += Connection.message("org.plumbd.Rotation.Marker\(markers)")
    expected.append(("Marker", .marker(markers)))
  }

  private func register() {
    guard token == nil || world.dice.chance(8) else { return }
    let application = world.dice.application()
    world.calls += 1
    unsent += Connection.message("org.plumbd.Rotation.Register", #"{"application":\#(application)}"#)
    expected.append(("Register", .token))
  }

  private func sayOfWindow() {
    // Tokens belong to a user, so that another connection's may be used.
    let lent = world.dice.chance(20) ? world.livelyTokens.randomElement(using: &world.dice) : nil
    guard let token = lent ?? token else { return register() }
    let window = #""token":"\#(token)","window":"\#(world.dice.chance(60) ? "" : "w\(world.dice.below(5))")""#
    switch world.dice.below(16) {
    case 0..<7:
      let windowed = world.dice.chance(8) ? #","windowed":\#(world.dice.chance(2))"# : ""
      say("SetWindow", #"{\#(window),"root":\#(world.dice.tree())\#(windowed)}"#)
    case 7, 8: say("Activate", "{\(window)}")
    case 9: say("Deactivate", "{\(window)}")
    case 10: say("CloseWindow", "{\(window)}")
    case 11: say("RequestGeometry", "{\(window),\(world.dice.mask())}")
    case 12: say("SetNeedsUpdate", "{\(window)}")
    case 13: say("SetStatusBarOrientation", #"{\#(window),"orientation":"\#(world.dice.interface())"}"#)
    case 14: say("SetApplicationMask", #"{"token":"\#(token)",\#(world.dice.mask())}"#)
    default: say("AttemptRotation", #"{"token":"\#(token)"}"#)
    }
  }

  private func ask() {
    switch world.dice.below(9) {
    case 0: say("ListApplications", "{}")
    case 1: say("GetConfiguration", "{}")
    case 2: say("Explain", "{}")
    case 3: say("org.plumbd.Sensor.List", "{}")
    case 4: say("org.varlink.service.GetInterfaceDescription", #"{"interface":"org.plumbd.Rotation"}"#)
    case 5: say("Nothing.Of.The.Kind", "{}", .failure)
    case 6: say("Lock", #"{"orientation":"sideways"}"#, .failure)
    case 7: say("SetForeground", #"{"application":"org.example.a\#(world.dice.below(30))"}"#)
    default: say("Monitor", "{}")
    }
  }

  private func vandalise() {
    isVandal = true
    let garbage = world.dice.garbage()
    world.garbage += garbage.count
    unsent += garbage
  }

  // MARK: What it is asked

  private func watch() {
    guard let token, watcher?.isOpen != true, let watcher = try? Connection(socket, world.poller) else { return }
    world.connections += 1
    watcher.onMessage = { [unowned self] message in
      guard let reply = try? JSONValue(parsing: message) else { return world.fault("an event that is no JSON") }
      // The application may be gone by the time it is watched.
      guard let event = reply["parameters"]?["event"], let number = event["query"]?.number else { return }
      world.queries += 1
      if number <= lastQuery { world.fault("query \(number) came after \(lastQuery)") }
      lastQuery = Int(number)
      pendingQuery = lastQuery
    }
    watcher.call("org.plumbd.Rotation.WatchWindow", #"{"token":"\#(token)"}"#, more: true)
    self.watcher = watcher
    lastQuery = 0
  }

  private func answerQuery(_ number: Int) {
    pendingQuery = nil
    guard let token, !world.dice.chance(4) else { return }
    say(
      "Answer",
      #"{"token":"\#(token)","query":\#(number),"shouldAutorotate":\#(!world.dice.chance(4)),\#(world.dice.mask())}"#)
  }

  // MARK: What it is answered

  private func answered(_ message: ArraySlice<UInt8>) {
    guard !isVandal else { return }
    world.replies += 1
    func fault(_ what: String) { world.fault("\(what): \(String(decoding: message.prefix(300), as: UTF8.self))") }
    guard let reply = try? JSONValue(parsing: message) else { return fault("a reply that is no JSON") }
    guard let answer = expected.popFirst()?.answer else { return fault("an answer that nobody asked for") }
    if expected.isEmpty { expected = [] }
    let error = reply["error"]?.text
    if let error, !error.hasPrefix("org.varlink.service."), !error.hasPrefix("org.plumbd.") {
      fault("an error of no interface")
    }
    switch answer {
    case .marker(let number):
      let method = reply["parameters"]?["method"]?.text
      if error != "org.varlink.service.MethodNotFound" || method != "org.plumbd.Rotation.Marker\(number)" {
        fault("an answer out of turn, where marker \(number) was due")
      }
    case .token:
      if let token = reply["parameters"]?["token"]?.text {
        if token.utf8.count != 32 { fault("a token of another length") }
        world.handedOut(token)
        self.token = token
      } else if error == nil {
        fault("no token")
      }
    case .failure: if error == nil { fault("what cannot be was done") }
    case .something: if error == nil && reply["parameters"] == nil { fault("a reply that is none") }
    }
  }
}
