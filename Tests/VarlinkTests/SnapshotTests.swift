import JSON
import Testing

@testable import Varlink

/// A connection that goes on elsewhere: the peer must not be able to tell.
@Suite struct SnapshotTests {
  private static let calls = [
    #"{"method":"org.example.Test.Echo","parameters":{"text":"one"}}"#, #"{"method":"org.example.Test.Wait"}"#,
    #"{"method":"org.example.Test.Echo","parameters":{"text":"two"}}"#,
  ]

  /// The same peer at another connection, by way of the text in which an open call is kept.
  private func moved(_ peer: TestPeer) throws -> TestPeer {
    var snapshot = try #require(peer.connection.snapshot)
    if let call = snapshot.openCall {
      let text = try EncodedParameters(call).bytes
      snapshot.openCall = try JSONValue(parsing: text[...]).decode(ServerConnection.Snapshot.OpenCall.self)
      #expect(snapshot.openCall == call)
    }
    let next = TestPeer()
    try next.connection.resume(snapshot)
    return next
  }

  @Test func movedAfterAnyByteOfInputItAnswersAsIfItHadStayed() throws {
    let bytes = Array((Self.calls.joined(separator: "\0") + "\0").utf8)
    for position in 0...bytes.count {
      let first = TestPeer()
      first.connection.receive(bytes[..<position])
      let second = try moved(first)
      second.connection.receive(bytes[position...])
      let call = try #require(second.connection.openCall)
      call.reply(["state": 1] as JSONValue)
      #expect(
        try second.read() == [
          ["parameters": ["text": "one"]], ["parameters": ["state": 1]], ["parameters": ["text": "two"]],
        ])
    }
  }

  @Test func movedAfterAnyByteOfOutputTheRestFollows() throws {
    let whole = TestPeer()
    whole.send(Self.calls[0], Self.calls[2])
    let expected = whole.readBytes()
    for position in 0...expected.count {
      let first = TestPeer()
      first.send(Self.calls[0], Self.calls[2])
      let beginning = first.readBytes(atMost: position)
      let second = try moved(first)
      #expect(second.connection.hasOutput == (position < expected.count))
      #expect(beginning + second.readBytes() == expected)
    }
  }

  @Test(arguments: [0, 1, 30]) func aCallWithMoreIsDrainedWhenItsLastReplyIsRead(read: Int) throws {
    let first = TestPeer()
    first.send(Self.calls[0])
    try first.call("Wait", more: true)
    let call = try #require(first.waiting.first)
    call.reply(["state": 1] as JSONValue, continues: true)
    _ = first.readBytes(atMost: read)
    let second = try moved(first)
    let moved = try #require(second.connection.openCall)
    var drained = 0
    moved.onDrain = { drained += 1 }
    #expect(moved.isOpen && moved.more && !moved.isDrained && moved.method == call.method)
    let rest = second.readBytes()
    #expect(rest.last == 0 && moved.isDrained && drained == 1)
    moved.reply(["state": 2] as JSONValue, continues: true)
    #expect(try second.read() == [["continues": true, "parameters": ["state": 2]]])
  }

  @Test func aCallThatHasSaidNothingYetIsDrained() throws {
    let first = TestPeer()
    first.send(Self.calls[0])
    try first.call("Wait", more: true)
    let second = try moved(first)
    #expect(try #require(second.connection.openCall).isDrained)
    #expect(second.connection.hasOutput)
  }

  @Test func callsThatWaitForTheirTurnHaveItAfterwards() throws {
    let first = TestPeer(limits: Limits(callsPerTurn: 2))
    first.send(Self.calls[0], Self.calls[0], Self.calls[2], Self.calls[2], Self.calls[2])
    #expect(first.connection.wants.turn)
    let second = try moved(first)
    #expect(second.connection.wants.turn)
    #expect(try second.read().count == 5)
  }

  @Test func whatIsAboutToEndIsNotKept() {
    let peer = TestPeer(limits: Limits(messageBytes: 10))
    peer.connection.receive(Array(repeating: UInt8(ascii: "x"), count: 20))
    #expect(peer.connection.isClosing && peer.connection.snapshot == nil)
    let gone = TestPeer()
    gone.connection.disconnect()
    #expect(gone.connection.snapshot == nil)
  }

  @Test(
    arguments: [
      ("org.example.Test.Gone", [:], 0, "MethodNotFound"), ("org.example.Gone.Wait", [:], 0, "InterfaceNotFound"),
      ("Wait", [:], 0, "InvalidParameter"), ("org.example.Test.Wait", ["name": 1], 0, "InvalidParameter"),
      ("org.example.Test.Wait", [], 0, "InvalidParameter"), ("org.example.Test.Wait", [:], -1, "InvalidParameter"),
      ("org.example.Test.Wait", [:], 4, "InvalidParameter"),
    ] as [(String, JSONValue, Int, String)])
  func anImpossibleCallIsRefused(method: String, parameters: JSONValue, before: Int, error: String) {
    let peer = TestPeer()
    let refusal = #expect(throws: VarlinkError.self) {
      try peer.connection.resume(
        .init(
          output: [1, 2, 3], openCall: .init(method: method, parameters: parameters, more: false, outputBefore: before))
      )
    }
    #expect(refusal?.name == "org.varlink.service." + error)
  }
}
