import Testing

@testable import JSON
@testable import Varlink

@Suite struct ServerConnectionTests {
  private static let echo = #"{"method":"org.example.Test.Echo","parameters":{"text":"a/b é"}}"#
  private static let echoed: JSONValue = ["parameters": ["text": "a/b é"]]

  // MARK: Framing

  @Test func aReplyIsOneLineOfTextAndItsNUL() {
    let peer = TestPeer()
    peer.send(Self.echo)
    #expect(peer.readBytes() == Array(#"{"parameters":{"text":"a/b é"}}"#.utf8) + [0])
    #expect(!peer.connection.hasOutput)
    #expect(peer.outputNotices == 1)
  }

  @Test func bytesMayComeOneByOne() throws {
    let peer = TestPeer()
    for byte in Array(Self.echo.utf8) {
      peer.connection.receive(CollectionOfOne(byte))
      #expect(peer.connection.wants.restOfMessage)
      #expect(!peer.connection.hasOutput)
    }
    peer.connection.receive([0])
    #expect(!peer.connection.wants.restOfMessage)
    #expect(peer.connection.handledMessages == 1)
    #expect(try peer.read() == [Self.echoed])
  }

  @Test func messagesMayComeTogether() throws {
    let peer = TestPeer()
    let text = Self.echo + "\0" + Self.echo + "\0" + Self.echo + "\0{"
    peer.connection.receive(text.utf8)
    #expect(try peer.read() == [Self.echoed, Self.echoed, Self.echoed])
    #expect(peer.connection.wants.restOfMessage)
    peer.connection.receive(Self.echo.utf8.dropFirst())
    peer.connection.receive([0])
    #expect(try peer.read() == [Self.echoed])
    #expect(peer.connection.handledMessages == 4)
  }

  @Test(arguments: [
    "plain text", "", #"{"method":"a.b.C""#, "[{}]", "null", String(repeating: "[", count: 100_000),
    #"{"method":"org.example.Test.Plant","parameters":{"root":"# + String(repeating: "[", count: 100_000)
      + String(repeating: "]", count: 100_000) + "}}",
    #"{"method":"org.example.Test.Plant","parameters":{""# + String(repeating: "k", count: 257) + #"":0}}"#,
  ])
  func aMessageThatIsNoObjectIsAnsweredAndTheConnectionGoesOn(message: String) throws {
    let peer = TestPeer()
    peer.send(message, Self.echo)
    #expect(try peer.read() == [TestPeer.standardError("InvalidParameter", ["parameter": "message"]), Self.echoed])
    #expect(peer.connection.closeReason == nil && peer.connection.handledMessages == 2)
  }

  @Test func theDeepestTreeThatCanBeConfiguredFitsInAMessage() throws {
    let peer = TestPeer()
    let levels = 256
    peer.send(
      #"{"method":"org.example.Test.Plant","parameters":{"root":"#
        + String(repeating: #"{"kind":"branch","children":["#, count: levels - 1) + #"{"kind":"leaf"}"#
        + String(repeating: "]}", count: levels - 1) + "}}")
    #expect(try peer.read() == [["parameters": [:]]])
  }

  @Test(arguments: [
    ("a.\u{301}B", "InterfaceNotFound", "a"), ("org.example.Test.\u{301}Echo", "MethodNotFound", nil),
  ])
  func namesAreCutAtTheByteThatIsADot(method: String, error: String, interface: String?) throws {
    let peer = TestPeer()
    peer.send(#"{"method":"\#(method)"}"#)
    let parameters: [String: JSONValue] =
      interface.map { ["interface": .string($0)] } ?? ["method": .string(method)]
    #expect(try peer.read() == [TestPeer.standardError(error, parameters)])
  }

  // MARK: Turns

  @Test func aTurnHasSoManyCalls() throws {
    let peer = TestPeer(limits: Limits(callsPerTurn: 3))
    peer.connection.receive((0..<8).flatMap { _ in Array(Self.echo.utf8) + [0] })
    #expect(peer.log.count == 3)
    #expect(peer.connection.wants.turn && !peer.connection.wants.input && !peer.connection.wants.restOfMessage)
    peer.connection.withOutput { $0.count }
    #expect(peer.log.count == 3, "to have written is no reason for another turn")
    peer.connection.takeTurn()
    #expect(peer.log.count == 6 && peer.connection.wants.turn)
    peer.connection.takeTurn()
    #expect(peer.log.count == 8 && !peer.connection.wants.turn && peer.connection.wants.input)
    #expect(try peer.read().count == 5)
  }

  @Test func manyBytesOfRepliesEndATurnToo() throws {
    let peer = TestPeer(limits: Limits(outputBytesPerTurn: 50))
    peer.connection.receive((0..<5).flatMap { _ in Array(Self.echo.utf8) + [0] })
    #expect(peer.log.count == 2)
    #expect(try peer.read().count == 5)
  }

  @Test func onewayAndMalformedMessagesCountInATurn() throws {
    let peer = TestPeer(limits: Limits(callsPerTurn: 2))
    peer.send("x", "y", "z", #"{"method":"org.example.Test.Echo","parameters":{"text":""},"oneway":true}"#)
    #expect(peer.connection.handledMessages == 2 && peer.connection.wants.turn)
    peer.connection.takeTurn()
    #expect(peer.connection.handledMessages == 4 && !peer.connection.wants.turn)
    #expect(peer.log == ["Echo"])
  }

  @Test func callsBehindAnOpenOneHaveTheirTurnWhenItHasEnded() throws {
    let peer = TestPeer(limits: Limits(callsPerTurn: 1))
    try peer.call("Wait")
    try peer.call("Echo", ["text": "x"])
    try peer.call("Echo", ["text": "y"])
    #expect(!peer.connection.wants.turn && peer.log == ["Wait"])
    peer.waiting[0].reply(["state": 1])
    #expect(peer.connection.wants.turn)
    #expect(try peer.read().count == 3)
    #expect(peer.log == ["Wait", "Echo", "Echo"])
  }

  @Test(arguments: [false, true]) func aMessageMayBeAsLongAsTheLimitButNotLonger(isWhole: Bool) throws {
    let limit = Self.echo.utf8.count
    let peer = TestPeer(limits: Limits(messageBytes: limit))
    peer.send(Self.echo)
    #expect(try peer.read() == [Self.echoed])
    peer.connection.receive((Self.echo + " " + (isWhole ? "\0" : "")).utf8)
    #expect(peer.connection.closeReason == .violation(.messageTooLarge(limit: limit)))
    #expect(peer.connection.isClosing && !peer.connection.wants.input)
    #expect(peer.outputNotices >= 2, "the transport must hear of it")
    #expect(try peer.read() == [TestPeer.standardError("InvalidParameter", ["parameter": "message"])])
    // Nothing that follows is looked at.
    peer.send(Self.echo)
    #expect(!peer.connection.hasOutput)
  }

  // MARK: The message

  @Test(arguments: [
    ("{}", "method"), (#"{"parameters":{}}"#, "method"), (#"{"method":1}"#, "method"), (#"{"method":null}"#, "method"),
    (#"{"method":""}"#, "method"), (#"{"method":"Echo"}"#, "method"), (#"{"method":".Echo"}"#, "method"),
    (#"{"method":"org.example.Test."}"#, "method"), (#"{"method":"a.b.C","parameters":[]}"#, "parameters"),
    (#"{"method":"a.b.C","parameters":"x"}"#, "parameters"), (#"{"method":"a.b.C","more":1}"#, "more"),
    (#"{"method":"a.b.C","oneway":"yes"}"#, "oneway"), (#"{"method":"a.b.C","upgrade":0}"#, "upgrade"),
  ])
  func aWrongFieldOfTheMessageIsNamedAndTheConnectionGoesOn(message: String, field: String) throws {
    let peer = TestPeer()
    peer.send(message, Self.echo)
    #expect(
      try peer.read() == [TestPeer.standardError("InvalidParameter", ["parameter": .string(field)]), Self.echoed])
    #expect(!peer.connection.isClosing)
  }

  @Test(
    arguments: [
      (#"{"method":"org.nobody.Knows"}"#, TestPeer.standardError("InterfaceNotFound", ["interface": "org.nobody"])),
      (
        #"{"method":"org.example.Test.Nope"}"#,
        TestPeer.standardError("MethodNotFound", ["method": "org.example.Test.Nope"])
      ),
      (
        #"{"method":"org.example.Test.Node"}"#,
        TestPeer.standardError("MethodNotFound", ["method": "org.example.Test.Node"])
      ),
      (
        #"{"method":"org.varlink.service.Nope"}"#,
        TestPeer.standardError("MethodNotFound", ["method": "org.varlink.service.Nope"])
      ),
      (
        #"{"method":"org.example.Test.Absent"}"#,
        TestPeer.standardError("MethodNotImplemented", ["method": "org.example.Test.Absent"])
      ),
      (
        #"{"method":"org.example.Test.Echo","parameters":{"text":""},"upgrade":true}"#,
        TestPeer.standardError("MethodNotImplemented", ["method": "org.example.Test.Echo"])
      ),
      (#"{"method":"org.example.Test.Echo"}"#, TestPeer.standardError("InvalidParameter", ["parameter": "text"])),
      (
        #"{"method":"org.example.Test.Echo","parameters":{"text":"","x":0}}"#,
        TestPeer.standardError("InvalidParameter", ["parameter": "x"])
      ),
      (
        #"{"method":"org.example.Test.Plant","parameters":{"root":{"kind":"leaf","children":[{"kind":"x"}]}}}"#,
        TestPeer.standardError("InvalidParameter", ["parameter": "root.children[0].kind"])
      ),
      (
        #"{"method":"org.example.Test.Count","parameters":{"to":3}}"#, TestPeer.standardError("ExpectedMore")
      ),
      (
        #"{"method":"org.example.Test.Fail","parameters":{"why":"no"}}"#,
        ["error": "org.example.Test.Refused", "parameters": ["why": "no"]]
      ),
      (
        #"{"method":"org.varlink.service.GetInterfaceDescription","parameters":{"interface":"org.nobody"}}"#,
        TestPeer.standardError("InterfaceNotFound", ["interface": "org.nobody"])
      ),
      (
        #"{"method":"org.varlink.service.GetInterfaceDescription"}"#,
        TestPeer.standardError("InvalidParameter", ["parameter": "interface"])
      ),
    ] as [(String, JSONValue)])
  func eachErrorIsTheStandards(message: String, reply: JSONValue) throws {
    let peer = TestPeer()
    peer.send(message)
    #expect(try peer.read() == [reply])
    #expect(!peer.connection.isClosing)
  }

  @Test func theStandardErrorsFitTheirOwnInterface() throws {
    let errors: [VarlinkError] = [
      .methodNotFound("a.b.C"), .methodNotImplemented("a.b.C"), .interfaceNotFound("a.b"), .invalidParameter("x"),
      .expectedMore, .permissionDenied,
    ]
    for error in errors {
      let member = try #require(error.name.split(separator: ".").last.map(String.init))
      #expect(error.name == "org.varlink.service." + member)
      try Interface.service.validateError(error.parameters, of: member)
    }
    #expect(Set(errors.map(\.name)).count == Interface.service.errorNames.count)
  }

  @Test func nullStandsForAbsenceAndStrangeFieldsArePassedOver() throws {
    let peer = TestPeer()
    peer.send(
      #"{"method":"org.varlink.service.GetInfo","parameters":null,"more":null,"oneway":null,"upgrade":false,"x":[]}"#)
    let reply = try #require(try peer.read().first)
    #expect(
      reply == [
        "parameters": [
          "vendor": "Example", "product": "Test", "version": "1", "url": "https://example.org/",
          "interfaces": ["org.varlink.service", "org.example.Test"],
        ]
      ])
    try Interface.service.validateReply(reply["parameters"] ?? nil, of: "GetInfo")
  }

  @Test(arguments: [TestService.interface, Interface.service])
  func introspectionReturnsTheTextItself(interface: Interface) throws {
    let peer = TestPeer()
    peer.send(
      #"{"method":"org.varlink.service.GetInterfaceDescription","parameters":{"interface":"\#(interface.name)"}}"#)
    let reply = try peer.read().first?["parameters"]
    #expect(reply == ["description": .string(interface.text)])
    guard case .string(let text) = reply?["description"] else { return }
    let reread = try Interface(text)
    #expect(reread.name == interface.name)
    #expect(reread.methodNames == interface.methodNames)
    #expect(reread.errorNames == interface.errorNames)
  }

  @Test func parametersBecomeAValueOrAnErrorWithAPath() throws {
    struct Tree: Decodable {
      struct Node: Decodable {
        let kind: String
        let children: [Node]?
      }
      let root: Node
    }
    struct Other: Decodable { let root: [Int] }
    let peer = TestPeer()
    try peer.call("Wait", ["name": "x"])
    let call = try #require(peer.waiting.first)
    #expect(call.method == "org.example.Test.Wait")
    #expect(call.interface == "org.example.Test")
    #expect(call.member == "Wait")
    #expect(try call.decode([String: String].self) == ["name": "x"])
    #expect(throws: VarlinkError.invalidParameter("root")) { try call.decode(Tree.self) }
    #expect(throws: VarlinkError.invalidParameter("name")) { try call.decode([String: Int].self) }
    #expect(throws: VarlinkError.invalidParameter("parameters")) { try call.decode([Int].self) }
  }
}
