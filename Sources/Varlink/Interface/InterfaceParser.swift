/// A recursive-descent parser of interface descriptions.
///
///     interface = "interface" name EOL { member EOL }
///     member    = "type" Name ( struct | enum ) | "method" Name struct "->" struct | "error" Name struct
///     struct    = "(" [ field ":" type { "," field ":" type } ] ")"
///     enum      = "(" field { "," field } ")"
///     type      = [ "?" ] ( "[]" type | "[string]" type | "bool" | "int" | "float" | "string" | "object"
///                           | Name | struct | enum )
struct InterfaceParser {
  private var scanner: InterfaceScanner
  private var description = Description()
  private var memberNames: Set<String> = []
  /// Where types are used that may be defined further down.
  private var references: [(name: String, position: Int)] = []

  /// What a text says.
  struct Description {
    var name = ""
    var types: [String: ValueType] = [:]
    var methods: [String: Interface.Method] = [:]
    var errors: [String: Structure] = [:]
    var methodNames: [String] = []
    var errorNames: [String] = []
  }

  /// How deep types may enclose each other; a text of brackets must not exhaust the stack.
  private static let nesting = 64

  init(_ text: String) { scanner = InterfaceScanner(text) }

  mutating func parse() throws(InterfaceSyntaxError) -> Description {
    scanner.skipSpace()
    let start = scanner.position
    guard scanner.takeWord() == "interface" else { throw scanner.failure("\"interface\"", at: start) }
    try requireSpace()
    description.name = try parseName(
      "an interface name in reverse-domain notation", including: ".-", NameRules.isInterfaceName)
    try scanner.finishLine()
    repeat {
      scanner.skipSpace()
      try parseMember()
      try scanner.finishLine()
      scanner.skipSpace()
    } while !scanner.isAtEnd
    for reference in references where description.types[reference.name] == nil {
      throw scanner.failure("a type that the interface defines", at: reference.position)
    }
    return description
  }

  private mutating func requireSpace() throws(InterfaceSyntaxError) {
    guard scanner.skipSpace() else { throw scanner.failure("a blank") }
  }

  private mutating func parseName(_ expected: String, including others: String = "", _ isValid: (String) -> Bool)
    throws(InterfaceSyntaxError) -> String
  {
    let start = scanner.position
    let name = scanner.takeWord(including: others)
    guard isValid(name) else {
      throw scanner.failure(expected, found: name.isEmpty ? nil : "\"\(name)\"", at: start)
    }
    return name
  }

  private mutating func parseMember() throws(InterfaceSyntaxError) {
    let start = scanner.position
    let keyword = scanner.takeWord()
    guard keyword == "type" || keyword == "method" || keyword == "error" else {
      throw scanner.failure("\"type\", \"method\" or \"error\"", at: start)
    }
    try requireSpace()
    let nameStart = scanner.position
    let name = try parseName("a name that begins with a capital", NameRules.isMemberName)
    guard memberNames.insert(name).inserted else { throw scanner.failure("a name not used before", at: nameStart) }
    scanner.skipSpace()
    switch keyword {
    case "type":
      guard scanner.take("(") else { throw scanner.failure("\"(\"") }
      description.types[name] = try parseParenthesised(depth: 1)
    case "method":
      let parameters = try parseStructure()
      scanner.skipSpace()
      try scanner.expect("->")
      scanner.skipSpace()
      description.methods[name] = Interface.Method(parameters: parameters, reply: try parseStructure())
      description.methodNames.append(name)
    default:
      description.errors[name] = try parseStructure()
      description.errorNames.append(name)
    }
  }

  private mutating func parseStructure() throws(InterfaceSyntaxError) -> Structure {
    let start = scanner.position
    try scanner.expect("(")
    guard case .structure(let structure) = try parseParenthesised(depth: 1) else {
      throw scanner.failure("fields with their types", found: "an enumeration", at: start)
    }
    return structure
  }

  /// Parses what follows an opening parenthesis: the first name's colon tells a structure from an enumeration.
  private mutating func parseParenthesised(depth: Int) throws(InterfaceSyntaxError) -> ValueType {
    scanner.skipSpace()
    if scanner.take(")") { return .structure(Structure(fields: [])) }
    var fields: [Structure.Field] = []
    var words: [String] = []
    var names: Set<String> = []
    repeat {
      scanner.skipSpace()
      let start = scanner.position
      let name = try parseName("a field name", NameRules.isFieldName)
      guard names.insert(name).inserted else { throw scanner.failure("a name not used before", at: start) }
      scanner.skipSpace()
      if !words.isEmpty {
        words.append(name)
      } else if scanner.take(":") {
        scanner.skipSpace()
        fields.append(Structure.Field(name: name, type: try parseType(depth: depth)))
        scanner.skipSpace()
      } else if fields.isEmpty {
        words.append(name)
      } else {
        throw scanner.failure("\":\"")
      }
    } while scanner.take(",")
    guard scanner.take(")") else { throw scanner.failure("\",\" or \")\"") }
    return words.isEmpty ? .structure(Structure(fields: fields)) : .enumeration(words)
  }

  private mutating func parseType(depth: Int, isOptional: Bool = false) throws(InterfaceSyntaxError) -> ValueType {
    guard depth <= Self.nesting else { throw scanner.failure("at most \(Self.nesting) levels of types") }
    if scanner.take("[]") { return .array(try parseType(depth: depth + 1)) }
    if scanner.take("[string]") { return .map(try parseType(depth: depth + 1)) }
    if scanner.take("(") { return try parseParenthesised(depth: depth + 1) }
    if !isOptional, scanner.take("?") { return .optional(try parseType(depth: depth + 1, isOptional: true)) }
    let start = scanner.position
    let word = scanner.takeWord()
    switch word {
    case "bool": return .bool
    case "int": return .int
    case "float": return .float
    case "string": return .string
    case "object": return .object
    default:
      guard NameRules.isMemberName(word) else { throw scanner.failure("a type", at: start) }
      references.append((word, start))
      return .named(word)
    }
  }
}
