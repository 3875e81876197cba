import JSON
import Testing

@testable import Varlink

@Suite struct ValueValidatorTests {
  private static let interface = Interface(
    constant: """
      interface org.example.Tree

      type Kind (plain, tab)
      type Node (kind: Kind, children: ?[]Node, presented: ?Node)

      method Take(
        flag: ?bool, count: ?int, size: ?float, name: ?string, any: ?object, kind: ?Kind, root: ?Node,
        grid: ?[][]int, labels: ?[string]int, keys: ?[string](), pair: ?(left: int, right: (on, off)), gaps: ?[]?int
      ) -> (done: bool)
      method Need(a: int, b: string) -> ()
      method Nothing() -> ()
      error Failed (why: Kind)
      """)

  @Test(
    arguments: [
      [:], ["flag": true], ["flag": nil], ["count": -3], ["count": 2.0], ["size": 3], ["size": 0.5],
      ["size": .number(1e300)], ["name": ""], ["any": [:]], ["any": ["x": [1, nil]]], ["kind": "tab"],
      ["root": ["kind": "plain"]], ["root": ["kind": "plain", "children": [], "presented": nil]],
      ["root": ["kind": "plain", "children": [["kind": "tab", "presented": ["kind": "tab"]]]]],
      ["grid": [[], [1, 2]]], ["labels": ["any key": 1]], ["keys": ["k": [:]]], ["pair": ["left": 1, "right": "on"]],
      ["gaps": [1, nil, 2]],
    ] as [JSONValue])
  func whatFitsPasses(parameters: JSONValue) throws {
    try Self.interface.validateParameters(parameters, of: "Take")
  }

  @Test(
    arguments: [
      (["odd": 1], "odd", .unknownField), (["z": 1, "y": 1, "flag": true], "y", .unknownField),
      (["flag": 1], "flag", .wrongType(expected: "a bool")), (["flag": "true"], "flag", .wrongType(expected: "a bool")),
      (["count": "1"], "count", .wrongType(expected: "an int")),
      (["count": 1.5], "count", .wrongType(expected: "an int")),
      (["count": .number(1e19)], "count", .wrongType(expected: "an int")),
      (["size": "1"], "size", .wrongType(expected: "a float")),
      (["size": true], "size", .wrongType(expected: "a float")),
      (["name": 1], "name", .wrongType(expected: "a string")),
      (["name": ["x"]], "name", .wrongType(expected: "a string")),
      (["any": []], "any", .wrongType(expected: "an object")), (["any": 1], "any", .wrongType(expected: "an object")),
      (["kind": 1], "kind", .wrongType(expected: "a word")),
      (["kind": "odd"], "kind", .unknownWord(expected: ["plain", "tab"])),
      (["kind": "Plain"], "kind", .unknownWord(expected: ["plain", "tab"])),
      (["root": []], "root", .wrongType(expected: "an object")), (["root": [:]], "root.kind", .missingField),
      (["root": ["kind": nil]], "root.kind", .wrongType(expected: "a word")),
      (["root": ["kind": "tab", "childs": []]], "root.childs", .unknownField),
      (
        ["root": ["kind": "tab", "children": [["kind": "tab"], ["kind": "tab"], ["kind": "odd"]]]],
        "root.children[2].kind", .unknownWord(expected: ["plain", "tab"])
      ),
      (
        ["root": ["kind": "tab", "presented": ["kind": "tab", "children": [["kind": "tab", "presented": [:]]]]]],
        "root.presented.children[0].presented.kind", .missingField
      ),
      (["root": ["kind": "tab", "children": [1]]], "root.children[0]", .wrongType(expected: "an object")),
      (["grid": [[1], [2, "x"]]], "grid[1][1]", .wrongType(expected: "an int")),
      (["grid": [1]], "grid[0]", .wrongType(expected: "an array")),
      (
        ["labels": ["z": "", "y": "", "a": "", "e": "", "d": "", "c": "", "b": 1]], "labels.a",
        .wrongType(expected: "an int")
      ),
      (["labels": [1]], "labels", .wrongType(expected: "an object")),
      (["keys": ["k": ["x": 1]]], "keys.k.x", .unknownField),
      (["pair": ["left": 1, "right": "up"]], "pair.right", .unknownWord(expected: ["on", "off"])),
      (["pair": ["right": "on"]], "pair.left", .missingField),
      (["gaps": [nil, "x"]], "gaps[1]", .wrongType(expected: "an int")),
    ] as [(JSONValue, String, InvalidValue.Problem)])
  func whatDoesNotFitIsNamedByItsPath(parameters: JSONValue, path: String, problem: InvalidValue.Problem) {
    #expect(throws: InvalidValue(path: path, problem: problem)) {
      try Self.interface.validateParameters(parameters, of: "Take")
    }
  }

  @Test func aFieldThatIsNotOptionalIsRequired() throws {
    try Self.interface.validateParameters(["a": 1, "b": ""], of: "Need")
    #expect(throws: InvalidValue(path: "a", problem: .missingField)) {
      try Self.interface.validateParameters([:], of: "Need")
    }
    #expect(throws: InvalidValue(path: "b", problem: .wrongType(expected: "a string"))) {
      try Self.interface.validateParameters(["a": 1, "b": nil], of: "Need")
    }
    // The misspelt field says more than the missing one.
    #expect(throws: InvalidValue(path: "B", problem: .unknownField)) {
      try Self.interface.validateParameters(["a": 1, "B": ""], of: "Need")
    }
    #expect(throws: InvalidValue(path: "x", problem: .unknownField)) {
      try Self.interface.validateParameters(["x": 1], of: "Nothing")
    }
  }

  @Test func repliesAndErrorsAreCheckedToo() throws {
    try Self.interface.validateReply(["done": true], of: "Take")
    #expect(throws: InvalidValue(path: "done", problem: .missingField)) {
      try Self.interface.validateReply([:], of: "Take")
    }
    try Self.interface.validateError(["why": "tab"], of: "Failed")
    #expect(throws: InvalidValue(path: "why", problem: .unknownWord(expected: ["plain", "tab"]))) {
      try Self.interface.validateError(["why": "x"], of: "Failed")
    }
    #expect(throws: InvalidValue(problem: .unknownMember)) { try Self.interface.validateReply([:], of: "Failed") }
    #expect(throws: InvalidValue(problem: .wrongType(expected: "an object"))) {
      try Self.interface.validateParameters([1], of: "Nothing")
    }
  }

  @Test func aProblemReadsAsOneLine() {
    #expect(
      "\(InvalidValue(path: "a[0]", problem: .unknownWord(expected: ["x", "y"])))" == "a[0]: expected one of x, y")
    #expect("\(InvalidValue(problem: .unknownMember))" == "no such method or error")
  }
}
