import JSON
import Testing

@testable import Varlink

/// How a call lives: in order, with more or without, to a slow reader, until the end.
@Suite struct CallTests {
  private static func state(_ value: Int64, continues: Bool = false) -> JSONValue {
    continues
      ? ["parameters": ["state": .integer(value)], "continues": true] : ["parameters": ["state": .integer(value)]]
  }

  // MARK: Order

  @Test func callsBehindAnOpenOneWaitForIt() throws {
    let peer = TestPeer()
    try peer.call("Wait", ["name": "first"])
    try peer.call("Echo", ["text": "x"])
    try peer.call("Wait", ["name": "second"])
    try peer.call("Echo", ["text": "y"])
    #expect(peer.log == ["Wait"])
    #expect(try peer.read() == [])
    peer.waiting[0].reply(["state": 1])
    #expect(peer.log == ["Wait"], "who replies may be in the middle of something")
    #expect(try peer.read() == [Self.state(1), ["parameters": ["text": "x"]]])
    #expect(peer.log == ["Wait", "Echo", "Wait"])
    peer.waiting[1].fail(.permissionDenied)
    #expect(try peer.read() == [TestPeer.standardError("PermissionDenied"), ["parameters": ["text": "y"]]])
    #expect(peer.connection.handledMessages == 4)
  }

  @Test func aCallIsAnsweredOnce() throws {
    let peer = TestPeer()
    try peer.call("Wait")
    let call = peer.waiting[0]
    #expect(call.isOpen)
    call.reply(["state": 1])
    #expect(!call.isOpen)
    call.reply(["state": 2])
    call.reply(.empty, continues: true)
    call.fail(.permissionDenied)
    #expect(try peer.read() == [Self.state(1)])
  }

  @Test func manyCallsInOnePieceNeedNoStack() throws {
    let peer = TestPeer(limits: Limits(queuedOutputBytes: .max))
    let message = Array(#"{"method":"org.example.Test.Echo","parameters":{"text":""}}"#.utf8) + [0]
    try peer.call("Wait")
    peer.connection.receive((0..<20_000).flatMap { _ in message })
    peer.waiting[0].reply(["state": 0])
    #expect(try peer.read().count == 20_001)
  }

  // MARK: more and oneway

  @Test func aCallWithMoreGetsManyReplies() throws {
    let peer = TestPeer()
    try peer.call("Count", ["to": 3], more: true)
    #expect(try peer.read() == [Self.state(1, continues: true), Self.state(2, continues: true), Self.state(3)])
    try peer.call("Wait", more: true)
    peer.waiting[0].reply(["state": 1], continues: true)
    peer.waiting[0].fail(.permissionDenied)
    #expect(try peer.read() == [Self.state(1, continues: true), TestPeer.standardError("PermissionDenied")])
    #expect(!peer.waiting[0].isOpen)
  }

  @Test func aReplyToACallWithoutMoreIsFinalWhateverItSays() throws {
    let peer = TestPeer()
    try peer.call("Wait")
    peer.waiting[0].reply(["state": 1], continues: true)
    #expect(!peer.waiting[0].isOpen)
    #expect(try peer.read() == [Self.state(1)])
  }

  @Test func onewayCallsGetNoReplyAndHoldUpNobody() throws {
    let peer = TestPeer()
    try peer.call("Echo", ["text": "silent"], oneway: true)
    try peer.call("Fail", ["why": "silent"], oneway: true)
    try peer.call("Echo", ["tekst": "invalid"], oneway: true)
    try peer.call("Nope", oneway: true)
    peer.send(#"{"method":7,"oneway":true}"#, #"{"method":"org.example.Test.Echo","oneway":true,"more":1}"#)
    try peer.call("Echo", ["text": "both"], more: true, oneway: true)
    try peer.call("Wait", oneway: true)
    try peer.call("Echo", ["text": "heard"])
    #expect(try peer.read() == [["parameters": ["text": "heard"]]])
    #expect(peer.log == ["Echo", "Fail", "Wait", "Echo"])
    let call = peer.waiting[0]
    #expect(call.oneway && call.isOpen)
    call.reply(["state": 1], continues: true)
    #expect(!call.isOpen)
    #expect(try peer.read() == [])
  }

  // MARK: The slow reader

  @Test func theOwnerOfACallKnowsWhatHasBeenWritten() throws {
    let peer = TestPeer()
    try peer.call("Echo", ["text": "before"])
    try peer.call("Wait", more: true)
    let call = peer.waiting[0]
    var drains = 0
    call.onDrain = { drains += 1 }
    #expect(call.isDrained)
    _ = peer.readBytes(atMost: 5)
    #expect(drains == 0, "what was written is another call's reply")

    call.reply(["state": 1], continues: true)
    call.reply(["state": 2], continues: true)
    #expect(!call.isDrained)
    _ = peer.readBytes()
    #expect(call.isDrained && drains == 1)

    call.reply(["state": 3], continues: true)
    let length = #"{"continues":true,"parameters":{"state":3}}"#.utf8.count + 1
    _ = peer.readBytes(atMost: length - 1)
    #expect(!call.isDrained && drains == 1, "one byte is missing")
    _ = peer.readBytes(atMost: 1)
    #expect(call.isDrained && drains == 2)

    call.reply(["state": 4])
    #expect(!call.isDrained)
    _ = peer.readBytes()
    #expect(call.isDrained && drains == 2, "an ended call has nothing more to say")
  }

  @Test func aSlowReaderGetsTheLatestState() throws {
    let peer = TestPeer()
    try peer.call("Wait", more: true)
    let call = peer.waiting[0]
    var latest: Int64 = 0
    var sent: Int64 = 0
    func publish() {
      guard call.isDrained, sent != latest else { return }
      sent = latest
      call.reply(["state": latest], continues: true)
    }
    call.onDrain = publish
    var received: [JSONValue] = []
    for state in 1...1000 {
      latest = Int64(state)
      publish()
      if state.isMultiple(of: 100) { received += try peer.read() }
    }
    // From within onDrain came the next state at once, so each reading ends with the latest.
    #expect(received.count == 20)
    #expect(received.last == Self.state(1000, continues: true))
  }

  @Test func aPeerThatDoesNotReadIsNotServed() throws {
    let peer = TestPeer(limits: Limits(queuedOutputBytes: 1000))
    for _ in 0..<500 { try peer.call("Echo", ["text": .string(String(repeating: "x", count: 80))]) }
    #expect(!peer.connection.wants.input)
    #expect(peer.log.count < 12)
    // Half of it read: on it goes, and each call has its reply in the end.
    let first = peer.readBytes(atMost: 600)
    #expect(peer.connection.wants.turn)
    peer.connection.takeTurn()
    #expect(peer.log.count > 12)
    #expect((first + peer.readBytes()).count { $0 == 0 } == 500)
    #expect(peer.log.count == 500)
    #expect(peer.connection.wants.input)
  }

  @Test func aCallThatOverfillsItsReaderEndsTheConnection() throws {
    let peer = TestPeer(limits: Limits(queuedOutputBytes: 1000))
    try peer.call("Wait", more: true)
    let call = peer.waiting[0]
    var cancels = 0
    call.onCancel = { cancels += 1 }
    for state in 0..<100 { call.reply(["state": state], continues: true) }
    #expect(peer.connection.closeReason == .outputOverflow(method: "org.example.Test.Wait"))
    #expect(!peer.connection.hasOutput && cancels == 0)
    peer.connection.disconnect()
    #expect(cancels == 1)
  }

  @Test func whatEarlierCallsLeftUnreadIsNotHeldAgainstACall() throws {
    let peer = TestPeer(limits: Limits(queuedOutputBytes: 200))
    try peer.call("Echo", ["text": .string(String(repeating: "x", count: 160))])
    try peer.call("Count", ["to": 4], more: true)
    #expect(peer.connection.closeReason == nil)
    #expect(try peer.read().count == 5)
  }

  @Test func aFullBufferBehindAnOpenCallStopsInput() throws {
    let peer = TestPeer(limits: Limits(messageBytes: 200))
    try peer.call("Wait")
    #expect(peer.connection.wants.input)
    try peer.call("Echo", ["text": "x"])
    #expect(peer.connection.wants.input)
    peer.connection.receive(Array(repeating: UInt8(ascii: " "), count: 150))
    #expect(!peer.connection.wants.input)
    #expect(!peer.connection.wants.restOfMessage, "the rest cannot come while nobody reads")
    peer.waiting[0].reply(["state": 1])
    #expect(peer.connection.wants.turn && !peer.connection.wants.input)
    peer.connection.takeTurn()
    #expect(peer.connection.wants.input && peer.connection.wants.restOfMessage)
    peer.connection.receive(#"{"method":"org.x.Y"}"#.utf8)
    peer.connection.receive([0])
    #expect(try peer.read().count == 3)
  }

  // MARK: The end

  @Test func theEndCancelsTheOpenCallOnce() throws {
    let peer = TestPeer()
    try peer.call("Wait", more: true)
    try peer.call("Wait")
    let call = peer.waiting[0]
    var cancels = 0
    call.onDrain = { Issue.record("nothing was written") }
    call.onCancel = {
      cancels += 1
      #expect(!call.isOpen)
      call.reply(["state": 9])
      peer.connection.disconnect()
    }
    call.reply(["state": 1], continues: true)
    peer.connection.disconnect()
    peer.connection.disconnect()
    #expect(cancels == 1)
    #expect(peer.log == ["Wait"], "the call that waited is forgotten")
    #expect(!peer.connection.hasOutput && !peer.connection.wants.input && !peer.connection.wants.restOfMessage)
    try peer.call("Echo", ["text": "late"])
    call.reply(["state": 2])
    #expect(!peer.connection.hasOutput)
  }

  @Test func anAnsweredCallIsNotCancelled() throws {
    let peer = TestPeer()
    try peer.call("Wait")
    peer.waiting[0].onCancel = { Issue.record("it was answered") }
    peer.waiting[0].reply(["state": 1])
    peer.connection.disconnect()
  }

  @Test func aPeerMayVanishWhileItIsWrittenTo() throws {
    let peer = TestPeer()
    try peer.call("Wait", more: true)
    var cancels = 0
    peer.waiting[0].onCancel = { cancels += 1 }
    peer.waiting[0].reply(["state": 1], continues: true)
    peer.connection.withOutput { span in
      peer.connection.disconnect()
      return span.count
    }
    #expect(cancels == 1)
    #expect(!peer.connection.hasOutput)
  }

  @Test func aReplyMayBeMadeWhileThePeerIsWrittenTo() throws {
    let peer = TestPeer()
    try peer.call("Wait", more: true)
    peer.waiting[0].reply(["state": 1], continues: true)
    peer.connection.withOutput { span in
      peer.waiting[0].reply(["state": 2], continues: true)
      return span.count
    }
    #expect(try peer.read() == [Self.state(2, continues: true)])
  }

  @Test(arguments: [-5, 0, Int.min, .max]) func anImpossibleAmountWrittenDoesNoHarm(amount: Int) throws {
    let peer = TestPeer()
    try peer.call("Wait", more: true)
    peer.waiting[0].reply(["state": 1], continues: true)
    peer.connection.withOutput { _ in amount }
    #expect(peer.connection.hasOutput == (amount <= 0))
  }

  @Test func aReplyThatIsNoJSONEndsTheConnection() throws {
    let peer = TestPeer()
    try peer.call("Wait")
    var notices = 0
    peer.connection.onOutput = { notices += 1 }
    peer.waiting[0].onCancel = { Issue.record("the service knows") }
    peer.waiting[0].reply(["state": Double.nan])
    guard case .unencodableReply(let method, _) = peer.connection.closeReason else {
      Issue.record("\(String(describing: peer.connection.closeReason))")
      return
    }
    #expect(method == "org.example.Test.Wait")
    #expect(notices == 1 && !peer.waiting[0].isOpen)
    peer.connection.disconnect()
  }

  @Test func aCallOutlivesItsConnection() throws {
    var peer: TestPeer? = TestPeer()
    try peer?.call("Wait", more: true)
    let call = try #require(peer?.waiting.first)
    peer = nil
    #expect(!call.isOpen && call.isDrained)
    call.reply(["state": 1], continues: true)
  }

  // MARK: Many subscribers

  private struct Counted: Encodable {
    final class Counter { var count = 0 }
    let counter: Counter
    func encode(to encoder: any Encoder) throws {
      counter.count += 1
      var container = encoder.singleValueContainer()
      try container.encode(["state": 7])
    }
  }

  @Test func aStateForAThousandSubscribersIsEncodedOnce() throws {
    let peers = (0..<1000).map { _ in TestPeer() }
    for peer in peers { try peer.call("Wait", more: true) }
    let counter = Counted.Counter()
    let state = try EncodedParameters(Counted(counter: counter))
    for peer in peers { peer.waiting[0].reply(state, continues: true) }
    #expect(counter.count == 1)
    let expected = Array(#"{"continues":true,"parameters":{"state":7}}"#.utf8) + [0]
    for peer in peers { #expect(peer.readBytes() == expected) }
  }
}
