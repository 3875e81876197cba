import LoadSupport
import TestSupport

/// A client that follows the state, and knows whether the serials only grew.
final class Follower {
  let connection: Connection
  /// The serial of the state that it was told last, and that state.
  private(set) var serial = -1
  private(set) var last: [UInt8] = []
  private(set) var states = 0
  /// What must not have happened.
  private(set) var fault: String?

  init(_ socket: String, _ poller: Poller) throws {
    connection = try Connection(socket, poller)
    connection.onMessage = { [unowned self] in told($0) }
    connection.onEnd = { [unowned self] in fault = "a follower was cut off at serial \(serial)" }
    connection.call("org.plumbd.Rotation.Monitor", more: true)
  }

  private func told(_ message: ArraySlice<UInt8>) {
    guard let next = message.integer(after: "\"serial\":") else {
      fault = "a follower was told \(String(decoding: message, as: UTF8.self))"
      return
    }
    if next <= serial { fault = "serial \(next) came after \(serial)" }
    serial = next
    last = Array(message)
    states += 1
  }
}

/// An application at work: it registers; then, call by call, it changes its window, asks for geometry, closes the
/// window, and begins again.
final class Resident {
  let connection: Connection
  private let number: Int
  private var token = ""
  private var step = 0
  /// Calls that were answered.
  private(set) var answers = 0
  private(set) var fault: String?
  private var calls = 1

  init(_ number: Int, _ socket: String, _ poller: Poller) throws {
    self.number = number
    connection = try Connection(socket, poller)
    connection.onMessage = { [unowned self] in answered($0) }
    connection.onEnd = { [unowned self] in fault = "an application was cut off after \(answers) answers" }
    connection.call("org.plumbd.Rotation.Register", #"{"application":{"id":"org.example.resident\#(number)"}}"#)
  }

  private func answered(_ message: ArraySlice<UInt8>) {
    answers += 1
    let text = String(decoding: message, as: UTF8.self)
    if text.contains("\"error\"") { fault = "an application was answered \(text)" }
    if token.isEmpty, let range = text.firstRange(of: "\"token\":\"") {
      token = String(text[range.upperBound...].prefix { $0 != "\"" })
    }
  }

  /// Whether every call was answered.
  var isQuiet: Bool { answers == calls }

  /// Makes its next call, where the last one has been answered.
  func proceed() {
    guard isQuiet, fault == nil else { return }
    calls += 1
    let window = #""token":"\#(token)","window":"main""#
    switch step % 6 {
    case 0, 2: setWindow(presenting: step % 6 == 2)
    case 1: connection.call("org.plumbd.Rotation.RequestGeometry", #"{\#(window),"supported":["portrait"]}"#)
    case 3: setWindow(presenting: false)
    case 4: connection.call("org.plumbd.Rotation.SetNeedsUpdate", "{\(window)}")
    default: connection.call("org.plumbd.Rotation.CloseWindow", "{\(window)}")
    }
    step += 1
  }

  private func setWindow(presenting: Bool) {
    let presented = presenting ? #","presented":{"id":"sheet","supported":["portrait","landscapeLeft"]}"# : ""
    let root = #"{"id":"tabs","kind":"tabBar","children":[{"id":"a"},{"id":"b","supported":["all"]}]\#(presented)}"#
    connection.call(
      "org.plumbd.Rotation.SetWindow", #"{"token":"\#(token)","window":"main","root":\#(root)}"#)
  }
}

/// Followers and applications of one daemon, and the hand that turns the device.
final class Crowd {
  let daemon: TestDaemon
  let poller: Poller
  let figures: ProcessFigures
  private(set) var followers: [Follower] = []
  private(set) var residents: [Resident] = []
  private let hand: Connection
  private var handAnswers = 0
  private var turns = 0

  init(_ daemon: TestDaemon) throws {
    self.daemon = daemon
    poller = try Poller()
    figures = ProcessFigures(of: daemon.program.pid)
    hand = try Connection(daemon.socket, poller)
    hand.onMessage = { [unowned self] _ in handAnswers += 1 }
  }

  func follow(upTo count: Int) throws {
    while followers.count < count { followers.append(try Follower(daemon.socket, poller)) }
    try poller.run(until: "every follower has a first state") {
      followers.allSatisfy { $0.serial >= 0 || $0.fault != nil }
    }
  }

  func move(in count: Int) throws {
    for number in 0..<count { residents.append(try Resident(number, daemon.socket, poller)) }
    try poller.run(until: "every application is registered") {
      residents.allSatisfy { $0.isQuiet || $0.fault != nil }
    }
  }

  /// Turns the device ten times a second, and the interface with it: each turn is a new state for everybody.
  ///
  /// Each application makes a call a second meanwhile.
  func turn(for seconds: Double) {
    let end = Clock.now + seconds
    var next = Clock.now
    while Clock.now < end {
      turnOnce()
      next += 0.1
      poller.run(for: max(0, next - Clock.now))
    }
  }

  /// Turns it once, and lets a tenth of the applications make a call; the caller takes care of the time.
  func turnOnce() {
    for resident in residents[...].dropFirst(turns % 10).enumerated() where resident.offset % 10 == 0 {
      resident.element.proceed()
    }
    let poses = ["landscapeLeft", "portraitUpsideDown", "landscapeRight", "portrait"]
    let interfaces = ["landscapeRight", "portraitUpsideDown", "landscapeLeft", "portrait"]
    hand.call("org.plumbd.Mock.SetPose", #"{"device":"\#(poses[turns % 4])"}"#)
    // The estimator takes a few tenths of a second to believe a pose. What is asked for by the user counts at once.
    hand.call("org.plumbd.Rotation.Rotate", #"{"orientation":"\#(interfaces[turns % 4])"}"#)
    turns += 1
  }

  /// Waits until the device is at rest, and nobody is owed an answer or a state.
  /// - Throws: `Failure` where somebody misses the last state or was told nonsense.
  func settle() throws {
    try poller.run(until: "everybody is answered") {
      handAnswers == 2 * turns && residents.allSatisfy { $0.isQuiet || $0.fault != nil }
    }
    // Longer than a mock that was turned goes on reporting.
    poller.run(for: 2)
    var fresh: [UInt8] = []
    let asker = try Connection(daemon.socket, poller)
    asker.onMessage = { fresh = Array($0) }
    asker.call("org.plumbd.Rotation.Monitor")
    try poller.run(until: "a fresh snapshot") { !fresh.isEmpty }
    let serial = try require(fresh[...].integer(after: "\"serial\":"), "a snapshot without a serial")
    let isLast = { (follower: Follower) in follower.serial == serial }
    try? poller.run(until: "the last state everywhere", within: 10) { followers.allSatisfy(isLast) }
    let late = followers.filter { !isLast($0) }
    try require(late.isEmpty, "\(late.count) followers miss the last state, \(serial): \(late.prefix(5).map(\.serial))")
    let body = fresh.dropFirst(Array(#"{"parameters":"#.utf8).count - 1).dropLast()
    try require(
      followers.allSatisfy { $0.last.contains(body) }, "a follower's last state is not what a new client is told")
    try checkFaults()
    asker.close()
  }

  func checkFaults() throws {
    let faults = followers.compactMap(\.fault) + residents.compactMap(\.fault)
    try require(faults.isEmpty, "\(faults.count) clients: \(faults.prefix(3).joined(separator: "; "))")
    try require(!daemon.program.hasEnded, "the daemon has ended")
  }

  /// Everybody goes but the hand.
  func leave() throws {
    for follower in followers { follower.connection.close() }
    for resident in residents { resident.connection.close() }
    followers = []
    residents = []
  }
}

extension Array<UInt8> {
  /// Whether the bytes occur in these.
  fileprivate func contains(_ part: ArraySlice<UInt8>) -> Bool {
    guard let first = part.first, part.count <= count else { return false }
    return indices.prefix(count - part.count + 1).contains { self[$0] == first && self[$0...].starts(with: part) }
  }
}
