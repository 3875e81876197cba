import JSON
import Testing

@Suite struct JSONWriterTests {
  nonisolated private static let texts: [(JSONValue, String)] = [
    (nil, "null"), (true, "true"), (false, "false"), ([], "[]"), ([:], "{}"),
    (0, "0"), (.integer(.min), "-9223372036854775808"), (.integer(.max), "9223372036854775807"),
    (1.0, "1"), (-0.5, "-0.5"), (0.1, "0.1"), (.number(1e300), "1e+300"), (.number(.leastNonzeroMagnitude), "5e-324"),
    ([1, [2, []], nil], "[1,[2,[]],null]"),
    (["b": 1, "a": ["": 2], "B": 3, "é": 4], #"{"B":3,"a":{"":2},"b":1,"é":4}"#),
    ("a/b", #""a/b""#), ("\"\\", #""\"\\""#), ("\n\r\t\u{8}\u{C}", #""\n\r\t\b\f""#),
    ("\0\u{1}\u{F}\u{10}\u{1F}\u{7F}", "\"\\u0000\\u0001\\u000f\\u0010\\u001f\u{7F}\""),
    ("漢😀\u{2028}", "\"漢😀\u{2028}\""),
  ]

  @Test(arguments: texts) func valuesAreWritten(value: JSONValue, text: String) throws {
    #expect(String(decoding: try JSONValue.text(of: value), as: UTF8.self) == text)
  }

  @Test(arguments: texts) func whatIsWrittenIsReadBack(value: JSONValue, text: String) throws {
    let read = try JSONValue(parsing: JSONValue.text(of: value))
    // A number without a fraction is read as a whole one.
    #expect(read == value || value == 1.0 && read == 1)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity]) func whatIsNoNumberIsRefused(number: Double) {
    #expect(throws: EncodingError.self) { try JSONValue.text(of: ["a": [.number(number)]] as JSONValue) }
  }

  @Test func keysOfOneLookAreOrderedByTheirBytes() throws {
    // The composed and the decomposed é are equal as texts, so only one of the two can be a key.
    let value: JSONValue = .object(["e\u{301}x": 1, "f": 2, "éy": 3])
    #expect(String(decoding: try JSONValue.text(of: value), as: UTF8.self) == "{\"e\u{301}x\":1,\"f\":2,\"éy\":3}")
  }
}
