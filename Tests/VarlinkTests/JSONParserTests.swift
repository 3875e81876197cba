import Testing

@testable import Varlink

@Suite struct JSONParserTests {
  @Test(
    arguments: [
      ("null", nil), ("true", true), (" false\r\n\t", false),
      ("0", 0), ("-0", 0), ("-17", -17), ("9223372036854775807", .integer(.max)),
      ("-9223372036854775808", .integer(.min)),
      ("9223372036854775808", .number(9_223_372_036_854_775_808)), ("1.0", 1.0), ("1e2", 100.0), ("-2.5E-1", -0.25),
      ("\"\"", ""), ("\"a/\\/b\"", "a//b"), (#""\"\\\b\f\n\r\t\u0041\u00e9\u0000""#, "\"\\\u{8}\u{C}\n\r\tAé\0"),
      (#""\ud83d\uDE00 😀""#, "😀 😀"),
      ("[]", []), ("[ ]", []), ("[1,[2 , \"x\"]]", [1, [2, "x"]]),
      ("{}", [:]), (#"{ "a" : 1 , "b":{"c":[null]} }"#, ["a": 1, "b": ["c": [nil]]]),
      (#"{"a":1,"a":2,"\u0061":3}"#, ["a": 1]),
    ] as [(String, JSONValue)])
  func validTextHasItsValue(text: String, value: JSONValue) throws {
    #expect(try JSONValue(parsing: text.utf8) == value)
  }

  @Test(arguments: [
    ("", 0), ("  ", 2), ("nul", 0), ("True", 0), ("01", 1), ("-", 1), ("1.", 2), (".5", 0), ("1e", 2), ("1e+", 3),
    ("+1", 0), ("1e999", 0), ("NaN", 0), ("Infinity", 0), ("\"", 1), ("\"\n\"", 1), (#""\x""#, 1), (#""\u12g4""#, 5),
    (#""\u12"#, 5), (#""\ud800""#, 1), (#""\ud800\u0041""#, 1), (#""\udc00""#, 1), ("\"\\", 2),
    ("[1", 2), ("[1,]", 3), ("[,1]", 1), ("[1 2]", 3), ("{", 1), ("{a:1}", 1), (#"{"a"}"#, 4), (#"{"a":}"#, 5),
    (#"{"a":1,}"#, 7), (#"{"a":1 "b":2}"#, 7), ("{} {}", 3), ("1\u{FEFF}", 1), ("// x", 0), ("'a'", 0),
  ])
  func invalidTextIsRefusedWhereItGoesWrong(text: String, offset: Int) {
    #expect { try JSONValue(parsing: text.utf8) } throws: { ($0 as? JSONSyntaxError)?.offset == offset }
  }

  @Test(
    arguments: [
      [0x22, 0xFF, 0x22], [0x22, 0xC3, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
      [0x22, 0x5C, 0x6E, 0xFF, 0x22], [0xEF, 0xBB, 0xBF, 0x31], [0x00],
    ] as [[UInt8]])
  func bytesThatAreNoTextAreRefused(bytes: [UInt8]) {
    #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: bytes) }
  }

  @Test func anOffsetCountsFromTheSlicesBeginning() {
    let slice = Array("xxxx[1,]".utf8)[4...]
    #expect(throws: JSONSyntaxError(offset: 3, expected: "a value")) { try JSONValue(parsing: slice) }
  }

  @Test(arguments: ["[", "{\"a\":", "[{\"a\":"]) func bottomlessNestingIsRefused(opening: String) {
    let text = String(repeating: opening, count: 100_000)
    #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: text.utf8) }
  }

  @Test func nestingIsAllowedUpToTheLimit() throws {
    func text(_ depth: Int) -> [UInt8] {
      Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
    }
    _ = try JSONValue(parsing: text(Limits.standardNesting))
    #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: text(Limits.standardNesting + 1)) }
    #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: text(4), nesting: 3) }
  }

  /// Whatever is done to a text, the parser ends with a value or an error inside of it.
  @Test(arguments: 0..<8) func damagedTextNeverCrashes(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let text = Array(#"{"a":[1,-2.5e3,"x\u00e9\ud83d\ude00",{"b":null}],"c":{"d":true,"e":""}}"#.utf8)
    for _ in 0..<500 {
      var damaged = text
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        damaged[Int.random(in: damaged.indices, using: &random)] = UInt8.random(in: .min ... .max, using: &random)
      }
      damaged.removeLast(Int.random(in: 0..<damaged.count, using: &random) / 4)
      do {
        _ = try JSONValue(parsing: damaged)
      } catch {
        #expect((0...damaged.count).contains(error.offset))
      }
    }
  }
}
