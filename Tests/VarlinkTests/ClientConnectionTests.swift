import Testing

@testable import JSON
@testable import Varlink

@Suite struct ClientConnectionTests {
  /// A client whose service is written by hand.
  private final class Bench {
    let client: ClientConnection
    private(set) var results: [String] = []

    init(limits: Limits = .client) { client = ClientConnection(limits: limits) }

    func call(_ name: String, more: Bool = false, oneway: Bool = false) throws {
      try client.call("a.b." + name, ["n": name], more: more, oneway: oneway) { [weak self] in
        switch $0 {
        case .success(let reply): self?.results.append("\(name): \(reply.parameters["v"] ?? nil) \(reply.continues)")
        case .failure(let error): self?.results.append("\(name): \(error)")
        }
      }
    }

    func receive(_ messages: String...) throws(ProtocolViolation) {
      try client.receive(messages.flatMap { Array($0.utf8) + [0] })
    }

    func sent() -> String {
      var text = ""
      client.withOutput { span in
        for index in 0..<span.count { text.unicodeScalars.append(Unicode.Scalar(span[index])) }
        return span.count
      }
      return text
    }
  }

  @Test func callsAreWrittenAsTheStandardWants() throws {
    let bench = Bench()
    var notices = 0
    bench.client.onOutput = { notices += 1 }
    try bench.call("C")
    try bench.call("D", more: true)
    try bench.call("E", oneway: true)
    try bench.client.call("a.b.F") { _ in }
    #expect(notices == 1)
    #expect(
      bench.sent() == #"{"method":"a.b.C","parameters":{"n":"C"}}"# + "\0"
        + #"{"method":"a.b.D","more":true,"parameters":{"n":"D"}}"# + "\0"
        + #"{"method":"a.b.E","oneway":true,"parameters":{"n":"E"}}"# + "\0" + #"{"method":"a.b.F","parameters":{}}"#
        + "\0")
    #expect(!bench.client.hasOutput)
  }

  @Test func repliesComeInTheOrderOfTheCalls() throws {
    let bench = Bench()
    try bench.call("C")
    try bench.call("E", oneway: true)
    try bench.call("D", more: true)
    try bench.call("F")
    try bench.receive(
      #"{"parameters":{"v":1}}"#, #"{"continues":true,"parameters":{"v":2}}"#,
      #"{"continues":true,"parameters":{"v":3}}"#, #"{"continues":false,"x":0}"#,
      #"{"error":"a.b.Oops","parameters":{"w":4}}"#)
    #expect(
      bench.results == [
        "C: integer(1) false", "D: integer(2) true", "D: integer(3) true", "D: null false", #"F: a.b.Oops {"w":4}"#,
      ])
    bench.client.disconnect()
    #expect(bench.results.count == 5)
  }

  @Test func anErrorEndsACallWithMore() throws {
    let bench = Bench()
    try bench.call("C", more: true)
    try bench.receive(#"{"continues":true,"error":"a.b.Oops"}"#)
    #expect(bench.results == ["C: a.b.Oops"])
    #expect(throws: ProtocolViolation.unexpectedReply) { try bench.receive("{}") }
  }

  @Test(arguments: [
    ("{}{", ProtocolViolation.malformedMessage(JSONSyntaxError(offset: 2, expected: "the end of the text"))),
    ("[]", .notAnObject), (#"{"continues":1}"#, .invalidReply(field: "continues")),
    (#"{"parameters":1}"#, .invalidReply(field: "parameters")), (#"{"error":1}"#, .invalidReply(field: "error")),
    (#"{"error":"ConnectionLost"}"#, .invalidReply(field: "error")),
    (#"{"error":"a.b","parameters":"x"}"#, .invalidReply(field: "parameters")),
    (#"{"continues":true}"#, .unexpectedContinuation),
    (String(repeating: " ", count: 101), .messageTooLarge(limit: 100)),
  ])
  func aServiceThatDoesNotSpeakVarlinkIsLeft(message: String, violation: ProtocolViolation) throws {
    let bench = Bench(limits: Limits(messageBytes: 100))
    try bench.call("C")
    try bench.call("D")
    #expect(throws: violation) { try bench.receive(message) }
    #expect(bench.results == ["C: ConnectionLost", "D: ConnectionLost"])
    #expect(!bench.client.hasOutput)
    // It stays left.
    try bench.receive(#"{"parameters":{}}"#)
    bench.client.disconnect()
    #expect(bench.results.count == 2)
    #expect(throws: CallError.self) { try bench.call("E") }
  }

  @Test func aReplyNobodyWaitsForIsAViolation() throws {
    let bench = Bench()
    try bench.call("E", oneway: true)
    #expect(throws: ProtocolViolation.unexpectedReply) { try bench.receive("{}") }
  }

  @Test func theEndFailsEachPendingCallOnce() throws {
    let bench = Bench()
    try bench.call("C", more: true)
    try bench.call("D")
    try bench.receive(#"{"continues":true,"parameters":{"v":1}}"#)
    try bench.client.call("a.b.Z") { [client = bench.client] _ in client.disconnect() }
    bench.client.disconnect()
    bench.client.disconnect()
    #expect(bench.results == ["C: integer(1) true", "C: ConnectionLost", "D: ConnectionLost"])
  }

  @Test func aReplyMayEndTheConnectionOrCallAgain() throws {
    let client = ClientConnection()
    var log: [String] = []
    try client.call("a.b.C") { _ in
      log.append("C")
      do {
        try client.call("a.b.D") { _ in
          log.append("D")
          client.disconnect()
        }
        try client.call("a.b.E") { log.append("E \($0 == .failure(.connectionLost))") }
      } catch {
        Issue.record(error)
      }
    }
    try client.receive("{}\0{}\0{}\0".utf8)
    #expect(log == ["C", "D", "E true"])
  }

  @Test func aCallThatIsNoJSONIsNotMade() throws {
    let client = ClientConnection()
    #expect(throws: CallError.self) { try client.call("a.b.C", [1]) { _ in Issue.record("it was not made") } }
    #expect(throws: CallError.self) {
      try client.call("a.b.C", ["x": Double.infinity]) { _ in Issue.record("it was not made") }
    }
    #expect(!client.hasOutput)
    client.disconnect()
  }

  @Test func repliesAndErrorsBecomeValues() throws {
    struct State: Decodable, Equatable { let serial: Int }
    let client = ClientConnection()
    var results: [Result<Reply, VarlinkError>] = []
    for _ in 0..<2 { try client.call("a.b.C") { results.append($0) } }
    try client.receive(#"{"parameters":{"serial":4}}"#.utf8)
    try client.receive([0])
    try client.receive((#"{"error":"a.b.E","parameters":{"serial":5}}"# + "\0").utf8)
    #expect(try results[0].get().decode(State.self) == State(serial: 4))
    #expect(throws: DecodingError.self) { try results[0].get().decode([String: String].self) }
    #expect(throws: VarlinkError(name: "a.b.E", parameters: ["serial": 5])) { try results[1].get() }
    #expect(try VarlinkError(name: "a.b.E", parameters: ["serial": 5]).decode(State.self) == State(serial: 5))
  }

  @Test func manyCallsInFlightAreAnsweredInOrder() throws {
    let client = ClientConnection()
    var order: [Int] = []
    for index in 0..<5000 { try client.call("a.b.C") { _ in order.append(index) } }
    try client.receive((0..<5000).flatMap { _ in Array("{}\0".utf8) })
    #expect(order == Array(0..<5000))
  }
}
