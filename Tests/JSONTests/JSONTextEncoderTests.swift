import JSON
import Testing

@Suite struct JSONTextEncoderTests {
  private func encoded(_ value: some Encodable) throws -> JSONValue {
    try JSONValue(parsing: JSONValue.text(of: value))
  }

  private enum Kind: String, Codable { case plain, tab }

  private struct Node: Codable, Equatable {
    var kind: Kind
    var children: [Node]?
    var size: Double?
    var flags: [Bool] = []
    var labels: [String: Int16] = [:]
    var counts: [UInt64] = []
    var extra: JSONValue?
  }

  @Test func everyShapeIsEncoded() throws {
    let child = Node(kind: .plain, size: 0.5, counts: [.max], extra: [1, nil, ["a": "b"]])
    let value = try encoded(Node(kind: .tab, children: [child], flags: [true], labels: ["a": -7]))
    #expect(
      value == [
        "kind": "tab", "flags": [true], "labels": ["a": -7], "counts": [],
        "children": [
          [
            "kind": "plain", "size": 0.5, "flags": [], "labels": [:], "counts": [.number(0x1p64)],
            "extra": [1, nil, ["a": "b"]],
          ]
        ],
      ])
  }

  @Test func whatIsEncodedIsDecoded() throws {
    let node = Node(
      kind: .tab, children: [Node(kind: .plain, size: -0.25, extra: true)], size: 3, flags: [false, true],
      labels: ["": 0, "ä": 32767], counts: [0, 1 << 40])
    #expect(try encoded(node).decode(Node.self) == node)
  }

  @Test(arguments: [nil, true, 7, -0.5, "text", [], [:]] as [JSONValue])
  func whatIsJSONAlreadyStaysAsItIs(value: JSONValue) throws {
    #expect(try encoded(value) == value)
    #expect(try encoded([value]) == [value])
  }

  /// A value that takes containers in several steps, as hand-written encodings do.
  private struct Nested: Encodable {
    enum Key: String, CodingKey { case inner, list, parent }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      var inner = container.nestedContainer(keyedBy: Key.self, forKey: .inner)
      try inner.encodeNil(forKey: .parent)
      var list = container.nestedUnkeyedContainer(forKey: .list)
      try list.encode(1)
      var first = list.nestedContainer(keyedBy: Key.self)
      try first.encode(Float(0.5), forKey: .inner)
      var second = list.nestedUnkeyedContainer()
      try second.encode("x")
      try second.encodeNil()
      #expect(list.count == 3)
      try "up".encode(to: list.superEncoder())
      try true.encode(to: container.superEncoder())
      try 2.encode(to: container.superEncoder(forKey: .parent))
      // The same container once more: what it has stays.
      var again = encoder.container(keyedBy: Key.self)
      try again.encode(3, forKey: .parent)
    }
  }

  @Test func containersOfContainers() throws {
    #expect(
      try encoded(Nested())
        == ["inner": ["parent": nil], "list": [1, ["inner": 0.5], ["x", nil], "up"], "super": true, "parent": 3])
  }

  private struct Silent: Encodable { func encode(to encoder: any Encoder) {} }

  @Test func whatEncodesNothingIsAnEmptyObject() throws {
    #expect(try encoded(Silent()) == [:])
    #expect(try encoded([Silent()]) == [[:]])
  }

  private struct Refusing: Encodable {
    func encode(to encoder: any Encoder) throws {
      throw EncodingError.invalidValue(self, .init(codingPath: encoder.codingPath, debugDescription: "no"))
    }
  }

  @Test func aRefusalNamesItsPlace() {
    #expect {
      try JSONValue.text(of: ["a": [[Refusing()]]])
    } throws: { error in
      guard case .invalidValue(_, let context) = error as? EncodingError else { return false }
      return ValuePath.along(context.codingPath) == "a[0][0]"
    }
  }
}
