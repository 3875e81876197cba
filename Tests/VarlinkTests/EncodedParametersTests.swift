import FoundationEssentials
import JSON
import Testing

@testable import Varlink

@Suite struct EncodedParametersTests {
  @Test func textIsSortedAndPlain() throws {
    let value: JSONValue = ["b": "a/b", "a": [1, 1.5, nil, true], "é": ["z": 0, "y": "\0\"\\"]]
    #expect(
      try EncodedParameters(value).description
        == #"{"a":[1,1.5,null,true],"b":"a/b","é":{"y":"\u0000\"\\","z":0}}"#)
    #expect(try EncodedParameters([:] as JSONValue) == .empty)
  }

  @Test(arguments: [[1], "x", nil, ["a": .number(.nan)], ["a": [.number(.infinity)]]] as [JSONValue])
  func whatIsNoObjectOrNoJSONIsRefused(value: JSONValue) {
    #expect(throws: EncodingError.self) { try EncodedParameters(value) }
  }

  private struct Stubborn: Encodable {
    struct Refusal: Error {}
    func encode(to encoder: any Encoder) throws { throw Refusal() }
  }

  @Test func aValueThatRefusesIsAnEncodingError() {
    #expect(throws: EncodingError.self) { try EncodedParameters(Stubborn()) }
  }

  @Test(arguments: 0..<20) func whatIsWrittenIsReadBack(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let value = JSONValue.object(["v": .random(depth: 5, using: &random)])
    #expect(try JSONValue(parsing: EncodedParameters(value).bytes) == value)
    // The standard decoder, which others may use on such values, agrees.
    #expect(try JSONDecoder().decode(JSONValue.self, from: Data(EncodedParameters(value).bytes)) == value)
  }
}

extension JSONValue {
  /// Any value of at most this depth; its numbers have fractions, so that they stay numbers.
  static func random(depth: Int, using random: inout some RandomNumberGenerator) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &random) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &random))
    case 2: return .integer(Int64.random(in: .min ... .max, using: &random) >> Int64.random(in: 0..<63, using: &random))
    case 3: return .number(Double(Int.random(in: -1000...1000, using: &random)) + 0.5)
    case 4: return .string(.random(using: &random))
    case 5:
      return .array((0..<Int.random(in: 0..<4, using: &random)).map { _ in .random(depth: depth - 1, using: &random) })
    default:
      let keys = (0..<Int.random(in: 0..<4, using: &random)).map { _ in String.random(using: &random) }
      return .object(
        Dictionary(keys.map { ($0, .random(depth: depth - 1, using: &random)) }) { first, _ in first })
    }
  }
}

extension String {
  /// Up to eight characters, awkward ones among them.
  static func random(using random: inout some RandomNumberGenerator) -> String {
    let characters: [Character] = ["a", "B", "7", "/", "\"", "\\", "\n", "\0", "\u{1F}", "é", "漢", "😀", " ", "\u{7F}"]
    return String(
      (0..<Int.random(in: 0...8, using: &random)).compactMap { _ in characters.randomElement(using: &random) })
  }
}
