import JSON
import Testing

@testable import Varlink

/// A client and a service joined in memory by a stream that tears what it carries at any byte.
@Suite struct StreamTests {
  private static func carry(_ random: inout SeededGenerator, _ lend: ((Span<UInt8>) -> Int) -> Void) -> [UInt8] {
    var piece: [UInt8] = []
    lend { span in
      let amount = Int.random(in: 0...min(span.count, 40), using: &random)
      for index in 0..<amount { piece.append(span[index]) }
      return amount
    }
    return piece
  }

  /// The calls of one run and what each must bring.
  private struct Script {
    let member: String
    let parameters: JSONValue
    let more: Bool
    let oneway: Bool
    let expected: [String]

    static func random(using random: inout SeededGenerator) -> Script {
      let text = String.random(using: &random)
      let shown = "ok \(JSONValue.object(["text": .string(text)])) false"
      switch Int.random(in: 0..<7, using: &random) {
      case 0: return Script("Echo", ["text": .string(text)], [shown])
      case 1: return Script("Echo", ["text": .string(text)], [], oneway: true)
      case 2: return Script("Fail", ["why": .string(text)], ["error org.example.Test.Refused"])
      case 3: return Script("Nope", [:], ["error org.varlink.service.MethodNotFound"])
      case 4: return Script("Echo", ["text": 1], ["error org.varlink.service.InvalidParameter"])
      case 5:
        let count = Int64.random(in: 1...5, using: &random)
        return Script(
          "Count", ["to": .integer(count)],
          (1...count).map { "ok \(JSONValue.object(["state": .integer($0)])) \($0 < count)" }, more: true)
      default: return Script("Wait", [:], ["ok \(JSONValue.object(["state": 0])) false"])
      }
    }

    private init(
      _ member: String, _ parameters: JSONValue, _ expected: [String], more: Bool = false, oneway: Bool = false
    ) {
      self.member = member
      self.parameters = parameters
      self.expected = expected
      self.more = more
      self.oneway = oneway
    }
  }

  @Test(arguments: 0..<40) func everySplitGivesTheSameReplies(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    // Tight limits, so that back-pressure takes part.
    let peer = TestPeer(
      limits: Limits(messageBytes: 400, queuedOutputBytes: 400, callsPerTurn: 2, outputBytesPerTurn: 200))
    let client = ClientConnection()
    let scripts = (0..<40).map { _ in Script.random(using: &random) }
    var received: [String] = []
    for script in scripts {
      try client.call(
        "org.example.Test." + script.member, script.parameters, more: script.more, oneway: script.oneway
      ) {
        switch $0 {
        case .success(let reply): received.append("ok \(reply.parameters) \(reply.continues)")
        case .failure(let error): received.append("error \(error.name)")
        }
      }
    }
    let expected = scripts.flatMap(\.expected)
    var answered = 0
    var steps = 0
    while received.count < expected.count, steps < 100_000 {
      steps += 1
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        guard peer.connection.wants.input else { continue }
        peer.connection.receive(Self.carry(&random, client.withOutput))
      case 1 where peer.connection.wants.turn: peer.connection.takeTurn()
      case 1, 2: try client.receive(Self.carry(&random, peer.connection.withOutput))
      default:
        guard answered < peer.waiting.count else { continue }
        peer.waiting[answered].reply(["state": 0])
        answered += 1
      }
    }
    #expect(received == expected)
    #expect(peer.connection.closeReason == nil)
  }

  /// Whatever a peer sends, the connection neither crashes nor grows, and a split changes nothing.
  @Test(arguments: 0..<20) func damagedStreamsEndTheSameHoweverTheyAreSplit(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var stream: [UInt8] = []
    for _ in 0..<6 {
      let script = Script.random(using: &random)
      let message: JSONValue = [
        "method": .string("org.example.Test." + (script.member == "Wait" ? "Echo" : script.member)),
        "parameters": script.parameters, "more": .bool(script.more),
      ]
      stream += try EncodedParameters(message).bytes + [0]
    }
    for _ in 0..<Int.random(in: 0...2, using: &random) {
      stream[Int.random(in: stream.indices, using: &random)] = UInt8.random(in: .min ... .max, using: &random)
    }
    let whole = TestPeer(limits: Limits(messageBytes: 150))
    whole.connection.receive(stream)
    let torn = TestPeer(limits: Limits(messageBytes: 150))
    var rest = stream[...]
    while !rest.isEmpty {
      let piece = rest.prefix(Int.random(in: 1...20, using: &random))
      torn.connection.receive(piece)
      rest = rest.dropFirst(piece.count)
    }
    #expect(whole.readBytes() == torn.readBytes())
    #expect(whole.log == torn.log)
    #expect(whole.connection.closeReason == torn.connection.closeReason)
    #expect(whole.connection.handledMessages == torn.connection.handledMessages)
  }
}
