import FoundationEssentials
import JSON
import Testing

@Suite struct ValuePathTests {
  @Test(
    arguments: [
      (["a"], "a"), (["a", "b"], "a.b"), (["a", "[2]"], "a[2]"), (["[0]", "[1]", "c"], "[0][1].c"), ([], ""),
    ] as [([String], String)])
  func componentsAreJoined(components: [String], path: String) {
    #expect(components.reversed().reduce("") { ValuePath.join($1, $0) } == path)
  }

  /// A number among a dictionary's keys is a name; the standard decoders' elements are elements too.
  @Test(
    arguments: [
      (#"{"7":["a",1]}"#, "7[1]"), (#"{"x":[[]]}"#, "x[0]"), ("[]", ""),
    ] as [(String, String)])
  func theDecodersAgreeOnThePath(text: String, path: String) {
    typealias Value = [String: [String]]
    #expect { try JSONValue(parsing: text.utf8).decode(Value.self) } throws: { ValuePath.of($0) == path }
    #expect { try JSONDecoder().decode(Value.self, from: Data(text.utf8)) } throws: { ValuePath.of($0) == path }
  }

  @Test func whatIsNoDecodingErrorHasNoPath() {
    struct Other: Error {}
    #expect(ValuePath.of(Other()) == "")
  }
}
