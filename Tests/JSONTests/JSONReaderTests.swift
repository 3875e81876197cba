import Testing

@testable import JSON

@Suite struct JSONReaderTests {
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
    ("", 0), ("  ", 2), ("nul", 0), ("True", 0), ("01", 2), ("-00.5", 3), ("-", 1), ("1.", 2), (".5", 0), ("1e", 2),
    ("1e+", 3),
    ("+1", 0), ("1e999", 0), ("NaN", 0), ("Infinity", 0), ("\"", 1), ("\"\n\"", 1), (#""\x""#, 3), (#""\u12g4""#, 5),
    (#""\u12"#, 5), (#""\ud800""#, 7), (#""\ud800\u0041""#, 13), (#""\udc00""#, 7), ("\"\\", 2),
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
    _ = try JSONValue(parsing: text(JSONReader.standardNesting))
    #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: text(JSONReader.standardNesting + 1)) }
    #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: text(4), nesting: 3) }
  }

  @Test func keysHaveABoundedLength() throws {
    func text(_ length: Int) -> String { #"[{"\#(String(repeating: "é", count: length / 2))":1}]"# }
    _ = try JSONValue(parsing: text(JSONReader.longestKey).utf8)
    #expect(throws: JSONSyntaxError(offset: 2, expected: "a key of at most 256 bytes")) {
      try JSONValue(parsing: text(JSONReader.longestKey + 2).utf8)
    }
  }

  /// Whatever is done to a text, the parser ends with a value or an error inside of it.
  @Test func damagedTextNeverCrashes() {
    let text = Array(#"{"a":[1,-2.5e3,"x\u00e9\ud83d\ude00",{"b":null}],"c":{"d":true,"e":""}}"#.utf8)
    func check(_ damaged: [UInt8]) {
      do { _ = try JSONValue(parsing: damaged) } catch { #expect((0...damaged.count).contains(error.offset)) }
    }
    for index in text.indices {
      #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: text[..<index]) }
      for byte in UInt8.min...UInt8.max {
        var damaged = text
        damaged[index] = byte
        check(damaged)
        damaged.insert(text[index], at: index)
        check(damaged)
      }
    }
  }

  // MARK: Token by token

  @Test func aTextIsReadTokenByToken() throws {
    var reader = JSONReader(Array(#" { "a" : [ ] , "b":[[1e2],[]], "c":{}, "c":"é\n","d":[true,null,-0] } "#.utf8)[...])
    try reader.beginObject()
    #expect(try reader.nextKey() == "a")
    #expect(reader.nextKind == .array)
    try reader.beginArray()
    #expect(try reader.nextElement() == false)
    #expect(try reader.nextKey() == "b")
    try reader.beginArray()
    #expect(try reader.nextElement())
    try reader.beginArray()
    #expect(try reader.nextElement())
    #expect(reader.nextKind == .number)
    #expect(try reader.readDouble() == 100)
    #expect(try reader.nextElement() == false)
    #expect(try reader.nextElement())
    try reader.beginArray()
    #expect(try reader.nextElement() == false)
    #expect(try reader.nextElement() == false)
    #expect(try reader.nextKey() == "c")
    #expect(reader.nextKind == .object)
    try reader.beginObject()
    #expect(try reader.nextKey() == nil)
    #expect(try reader.nextKey() == "c")
    #expect(reader.nextKind == .string)
    #expect(try reader.readString() == "é\n")
    #expect(try reader.nextKey() == "d")
    try reader.beginArray()
    #expect(try reader.nextElement())
    #expect(reader.nextKind == .bool)
    #expect(try reader.readBool())
    #expect(try reader.nextElement())
    #expect(reader.nextKind == .null)
    try reader.readNull()
    #expect(try reader.nextElement())
    #expect(try reader.readDouble().sign == .minus)
    #expect(try reader.nextElement() == false)
    #expect(!reader.isAtEnd)
    #expect(throws: JSONSyntaxError.self) { try reader.end() }
    #expect(try reader.nextKey() == nil)
    #expect(reader.nextKind == nil)
    try reader.end()
  }

  /// The short way and the standard library agree to the last bit.
  @Test(arguments: [
    "0", "-0", "0.1", "-9.80665", "123456789012345", "0.000000000000001", "99999999999999999999", "1e-7", "-2.5E+3",
    "9007199254740993", "0.30000000000000004", "4.9406564584124654e-324", "1e-999",
  ])
  func doublesAreExact(number: String) throws {
    var reader = JSONReader(Array(number.utf8)[...])
    #expect(try reader.readDouble().bitPattern == Double(number)?.bitPattern)
    try reader.end()
  }

  @Test(arguments: [("1e999", Double.infinity), ("-1e999", -.infinity)])
  func aNumberBeyondADoubleIsInfinite(number: String, value: Double) throws {
    var reader = JSONReader(Array(number.utf8)[...])
    #expect(try reader.readDouble() == value)
  }

  @Test(arguments: [
    ("999999999999999999", 999_999_999_999_999_999), ("-999999999999999999", -999_999_999_999_999_999),
    ("1000000000000000000", 1_000_000_000_000_000_000),
  ])
  func wholeNumbersAreExact(number: String, value: Int64) throws {
    #expect(try JSONValue(parsing: number.utf8) == .integer(value))
  }

  /// Asking for another token than the one that stands there is an error that names the one asked for.
  @Test(arguments: ["", "?", "[", "{", "]", "}", ",", "tru", "nul", "1", "\"x\"", "true", "null"])
  func aTokenOfAnotherKindIsRefused(text: String) {
    typealias Take = (inout JSONReader) throws -> Void
    let takes: [(String, JSONKind, Take)] = [
      ("an object", .object, { try $0.beginObject() }), ("an array", .array, { try $0.beginArray() }),
      ("a string", .string, { _ = try $0.readString() }), ("a digit", .number, { _ = try $0.readDouble() }),
      ("\"false\"", .bool, { _ = try $0.readBool() }), ("\"null\"", .null, { try $0.readNull() }),
    ]
    for (expected, kind, take) in takes {
      var reader = JSONReader(Array(text.utf8)[...])
      guard reader.nextKind != kind else { continue }
      #expect(throws: JSONSyntaxError(offset: 0, expected: expected)) { try take(&reader) }
    }
  }

  /// However a caller misuses the brackets, the reader answers with values and errors.
  @Test func bracketsThatAreNotOnesOwnDoNoHarm() throws {
    var reader = JSONReader(Array("]]}[[1]".utf8)[...])
    #expect(try reader.nextElement() == false)
    #expect(try reader.nextElement() == false)
    #expect(try reader.nextKey() == nil)
    try reader.beginArray()
    #expect(try reader.nextElement())
    #expect(reader.nextKind == .array)
  }
}
