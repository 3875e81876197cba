import JSON
import Testing

@Suite struct JSONValueDecoderTests {
  private enum Kind: String, Codable { case plain, tab }

  private struct Node: Codable, Equatable {
    var kind: Kind
    var children: [Node]?
    var size: Float?
    var flags: [Bool] = []
    var labels: [String: Int16] = [:]
    var extra: JSONValue?
  }

  private func decode<T: Decodable>(_ type: T.Type, _ value: JSONValue) throws -> T {
    try value.decode()
  }

  @Test func everyShapeIsDecoded() throws {
    let value: JSONValue = [
      "kind": "tab", "size": 3, "flags": [true, false], "labels": ["a": -7],
      "children": [["kind": "plain", "children": nil, "size": 0.5, "flags": [], "labels": [:], "extra": [1, nil]]],
    ]
    let child = Node(kind: .plain, size: 0.5, extra: [1, nil])
    #expect(
      try decode(Node.self, value)
        == Node(kind: .tab, children: [child], size: 3, flags: [true, false], labels: ["a": -7]))
  }

  @Test func numbersAreTakenOnlyWhereTheyFit() throws {
    #expect(try decode(UInt8.self, 255) == 255)
    #expect(try decode(Int.self, 4.0) == 4)
    #expect(try decode(Double.self, .integer(.max)) == 9.223372036854775807e18)
    #expect(try decode(UInt64.self, .number(1e19)) == 10_000_000_000_000_000_000)
    #expect(throws: DecodingError.self) { try decode(UInt8.self, 256) }
    #expect(throws: DecodingError.self) { try decode(UInt.self, -1) }
    #expect(throws: DecodingError.self) { try decode(Int.self, 4.5) }
    #expect(throws: DecodingError.self) { try decode(Int.self, .number(1e300)) }
    #expect(throws: DecodingError.self) { try decode(Float.self, .number(1e300)) }
    #expect(throws: DecodingError.self) { try decode(Bool.self, 1) }
    #expect(throws: DecodingError.self) { try decode(String.self, nil) }
    #expect(try decode(String?.self, nil) == nil)
  }

  @Test(
    arguments: [
      ([:], "kind"), (["kind": "odd"], "kind"), (["kind": 1], "kind"), ([1], ""),
      (["kind": "tab", "flags": [true, 0], "labels": [:]], "flags[1]"),
      (["kind": "tab", "flags": [], "labels": ["a": 1, "b": 100_000]], "labels.b"),
      (
        [
          "kind": "tab", "flags": [], "labels": [:],
          "children": [
            ["kind": "tab", "flags": [], "labels": [:]],
            ["kind": "tab", "flags": [], "labels": [:], "children": [["kind": "no"]]],
          ],
        ], "children[1].children[0].kind"
      ),
    ] as [(JSONValue, String)])
  func anErrorNamesThePath(value: JSONValue, path: String) {
    #expect { try decode(Node.self, value) } throws: { ValuePath.of($0) == path }
  }

  /// Containers that are asked by hand, as hand-written `init(from:)` do.
  private struct ByHand: Decodable {
    var numbers: [Int] = []
    var nulls = 0
    var inner = ""
    var tail = ""

    enum Keys: String, CodingKey { case list, inner, `super` }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      #expect(Set(container.allKeys) == [.list, .inner, .super])
      var list = try container.nestedUnkeyedContainer(forKey: .list)
      #expect(list.count == 4)
      nulls = try list.decodeNil() ? 1 : 0
      #expect(throws: DecodingError.self) { try list.decode(String.self) }
      numbers.append(try list.decode(Int.self))
      var nested = try list.nestedUnkeyedContainer()
      numbers.append(try nested.decode(Int.self))
      #expect(nested.isAtEnd)
      #expect(throws: DecodingError.self) { try nested.decode(Int.self) }
      numbers.append(try list.nestedContainer(keyedBy: Keys.self).decode(Int.self, forKey: .inner))
      #expect(list.isAtEnd)
      inner = try container.nestedContainer(keyedBy: Keys.self, forKey: .inner).decode(String.self, forKey: .list)
      tail = try String(from: container.superDecoder())
    }
  }

  @Test func containersCanBeWalkedByHand() throws {
    let value: JSONValue = ["list": [nil, 1, [2], ["inner": 3]], "inner": ["list": "x"], "super": "end"]
    let result = try decode(ByHand.self, value)
    #expect(result.numbers == [1, 2, 3])
    #expect(result.nulls == 1)
    #expect(result.inner == "x")
    #expect(result.tail == "end")
  }
}
