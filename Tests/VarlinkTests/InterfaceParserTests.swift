import Testing

@testable import Varlink

@Suite struct InterfaceParserTests {
  @Test func everyPartOfTheLanguageIsRead() throws {
    let text = """
      # A comment before, with any text: ünï ( ? [] interface
      \tinterface org.example-1.x9.Thing   # and behind

      # Types may be used before they are defined.
      method Do ( a:Node,b : ?Word , c: []?[string][]int )   ->  ( )
      method Nothing() -> (
        # inside
        nested: (x: bool, y: (on, off), empty: ()), # behind a comma
        rest: ?object)

      error Failed (why: string, how_often2: float)
      error Quiet()
      type Word (one,
        two_2, Three)
      type Node(children: []Node, next: ?Node)
      """
    let interface = try Interface(text)
    #expect(interface.name == "org.example-1.x9.Thing")
    #expect(interface.text == text)
    #expect(interface.methodNames == ["Do", "Nothing"])
    #expect(interface.errorNames == ["Failed", "Quiet"])
    #expect(interface.hasMethod("Do") && !interface.hasMethod("Failed") && !interface.hasMethod("do"))

    var parser = InterfaceParser(text)
    let description = try parser.parse()
    #expect(description.types["Word"] == .enumeration(["one", "two_2", "Three"]))
    #expect(
      description.methods["Do"]?.parameters.fields == [
        .init(name: "a", type: .named("Node")), .init(name: "b", type: .optional(.named("Word"))),
        .init(name: "c", type: .array(.optional(.map(.array(.int))))),
      ])
    #expect(
      description.methods["Nothing"]?.reply.fields == [
        .init(
          name: "nested",
          type: .structure(
            Structure(fields: [
              .init(name: "x", type: .bool), .init(name: "y", type: .enumeration(["on", "off"])),
              .init(name: "empty", type: .structure(Structure(fields: []))),
            ]))), .init(name: "rest", type: .optional(.object)),
      ])
  }

  @Test(arguments: ["\n", "\r\n", "\r", "\u{2028}", "  # comment\r\n"]) func anyLineEndWillDo(lineEnd: String) throws {
    let text = ["interface a.b", "type T (a: int)", "", "method M(t: T) -> ()"].joined(separator: lineEnd)
    let interface = try Interface(text)
    #expect(interface.methodNames == ["M"])
    let wrong = ["interface a.b", "type T (a: int)", "oops"].joined(separator: lineEnd)
    #expect { try Interface(wrong) } throws: {
      let error = $0 as? InterfaceSyntaxError
      return error?.line == 3 && error?.column == 1
    }
  }

  @Test(arguments: [
    ("", "1:1: expected \"interface\", found the end of the text"),
    ("# nothing\n", "2:1: expected \"interface\", found the end of the text"),
    ("method M() -> ()", "1:1: expected \"interface\", found \"method\""),
    ("interfaces a.b", "1:1: expected \"interface\", found \"interfaces\""),
    ("interface", "1:10: expected a blank, found the end of the text"),
    ("interface é.b", "1:11: expected an interface name in reverse-domain notation, found \"é\""),
    ("interface thing\nerror E()", "1:11: expected an interface name in reverse-domain notation, found \"thing\""),
    ("interface a..b", "1:11: expected an interface name in reverse-domain notation, found \"a..b\""),
    ("interface a.b type T ()", "1:15: expected the end of the line, found \"type\""),
    ("interface a.b", "1:14: expected \"type\", \"method\" or \"error\", found the end of the text"),
    ("interface a.b\n\nmethods M() -> ()", "3:1: expected \"type\", \"method\" or \"error\", found \"methods\""),
    ("interface a.b\nmethod(a: int) -> ()", "2:7: expected a blank, found \"(\""),
    ("interface a.b\nmethod m() -> ()", "2:8: expected a name that begins with a capital, found \"m\""),
    ("interface a.b\nmethod M_x() -> ()", "2:8: expected a name that begins with a capital, found \"M_x\""),
    ("interface a.b\nmethod M", "2:9: expected \"(\", found the end of the text"),
    ("interface a.b\nmethod M()", "2:11: expected \"->\", found the end of the text"),
    ("interface a.b\nmethod M() - > ()", "2:12: expected \"->\", found \"-\""),
    ("interface a.b\nmethod M() -> int", "2:15: expected \"(\", found \"int\""),
    ("interface a.b\nmethod M() -> () error E()", "2:18: expected the end of the line, found \"error\""),
    ("interface a.b\nmethod M(a, b) -> ()", "2:9: expected fields with their types, found an enumeration"),
    ("interface a.b\nerror E (a)", "2:9: expected fields with their types, found an enumeration"),
    ("interface a.b\nerror E", "2:8: expected \"(\", found the end of the text"),
    ("interface a.b\ntype T int", "2:8: expected \"(\", found \"int\""),
    ("interface a.b\ntype T (a: int\n", "3:1: expected \",\" or \")\", found the end of the text"),
    ("interface a.b\ntype T (a: int,)", "2:16: expected a field name, found \")\""),
    ("interface a.b\ntype T (a:\n  int b: int)", "3:7: expected \",\" or \")\", found \"b\""),
    ("interface a.b\ntype T (a: int, b)", "2:18: expected \":\", found \")\""),
    ("interface a.b\ntype T (a, b: int)", "2:13: expected \",\" or \")\", found \":\""),
    ("interface a.b\ntype T (a:)", "2:11: expected a type, found \")\""),
    ("interface a.b\ntype T (a: integer)", "2:12: expected a type, found \"integer\""),
    ("interface a.b\ntype T (a: ??int)", "2:13: expected a type, found \"?\""),
    ("interface a.b\ntype T (a: [int]string)", "2:12: expected a type, found \"[\""),
    ("interface a.b\ntype T (a: []\nint)", "2:14: expected a type, found the end of the line"),
    ("interface a.b\ntype T (1a: int)", "2:9: expected a field name, found \"1a\""),
    ("interface a.b\ntype T (a__b: int)", "2:9: expected a field name, found \"a__b\""),
    ("interface a.b\ntype T (a_: int)", "2:9: expected a field name, found \"a_\""),
    ("interface a.b\ntype T (a: int, a: int)", "2:17: expected a name not used before, found \"a\""),
    ("interface a.b\ntype T (a, b, a)", "2:15: expected a name not used before, found \"a\""),
    ("interface a.b\ntype T ()\nerror T ()", "3:7: expected a name not used before, found \"T\""),
    ("interface a.b\nmethod M(ü: int) -> ()", "2:10: expected a field name, found \"ü\""),
    ("interface a.b\nmethod M(a: []U) -> ()", "2:15: expected a type that the interface defines, found \"U\""),
    ("interface a.b\nmethod M(a: E) -> ()\nerror E()", "2:13: expected a type that the interface defines, found \"E\""),
  ])
  func aMistakeIsNamedWithItsPlace(text: String, message: String) {
    #expect { try Interface(text) } throws: { error in
      #expect("\(error)" == message)
      return error is InterfaceSyntaxError
    }
  }

  @Test(arguments: ["[]", "[string]", "?[]", "(a: "]) func bottomlessTypesAreRefused(opening: String) {
    let text = "interface a.b\ntype T (a: " + String(repeating: opening, count: 20_000)
    #expect { try Interface(text) } throws: { "\($0)".contains("levels of types") }
  }

  @Test(arguments: [
    ("a.b", true), ("A.B", true), ("org.varlink.service", true), ("com.example-dash.x--y", true), ("a.0", true),
    ("a", false), ("", false), (".", false), ("a.", false), (".a", false), ("0a.b", false), ("a.-b", false),
    ("a-.b", false), ("a.b_c", false), ("a b.c", false), ("a.ü", false),
  ])
  func interfaceNamesFollowTheirRule(name: String, isValid: Bool) {
    #expect(NameRules.isInterfaceName(name) == isValid)
  }

  @Test func theStandardInterfaceIsTheStandards() {
    let interface = Interface.service
    #expect(interface.name == "org.varlink.service")
    #expect(interface.methodNames == ["GetInfo", "GetInterfaceDescription"])
    #expect(
      interface.errorNames == [
        "InterfaceNotFound", "MethodNotFound", "MethodNotImplemented", "InvalidParameter", "PermissionDenied",
        "ExpectedMore",
      ])
  }

  @Test func aMistakeInTheProgramsOwnTextTraps() async {
    await #expect(processExitsWith: .failure) { _ = Interface(constant: "interface oops") }
  }

  /// Whatever is done to a text, the parser ends with an interface or an error inside of it.
  @Test(arguments: 0..<4) func damagedTextNeverCrashes(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let text = Array(Interface.service.text.unicodeScalars)
    let pieces: [Unicode.Scalar] = ["(", ")", "[", "]", "?", ":", ",", "#", "\n", "\r", ".", "A", "a", "_", "é", "0"]
    for _ in 0..<200 {
      var damaged = text
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        damaged[Int.random(in: damaged.indices, using: &random)] = pieces.randomElement(using: &random) ?? "a"
      }
      let damagedText = String(String.UnicodeScalarView(damaged))
      do {
        _ = try Interface(damagedText)
      } catch {
        #expect((1...damaged.count).contains(error.line) && (1...damaged.count + 1).contains(error.column))
      }
    }
  }
}
