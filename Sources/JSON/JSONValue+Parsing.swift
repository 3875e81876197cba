extension JSONValue {
  /// Parses JSON text (RFC 8259) in UTF-8.
  ///
  /// The first of equal keys wins. Half surrogate pairs, numbers beyond a double's range and anything after the value
  /// are errors.
  ///
  /// - Parameters:
  ///   - text: The bytes.
  ///   - nesting: How many arrays and objects may enclose each other.
  /// - Throws: `JSONSyntaxError` at the byte where the text stops being JSON.
  public init(
    parsing text: some Collection<UInt8>, nesting: Int = JSONReader.standardNesting
  ) throws(JSONSyntaxError) {
    var reader = JSONReader(ArraySlice(text), nesting: nesting)
    self = try reader.readValue()
    try reader.end()
  }
}

extension JSONReader {
  /// Reads a value whole; the recursion is as deep as the reader allows.
  fileprivate mutating func readValue() throws(JSONSyntaxError) -> JSONValue {
    switch nextKind {
    case .object: return .object(try readFields())
    case .array: return .array(try readElements())
    case .string: return .string(try readString())
    case .number: return try readNumber()
    case .bool: return .bool(try readBool())
    case .null:
      try readNull()
      return .null
    case nil: throw failure("a value")
    }
  }

  private mutating func readFields() throws(JSONSyntaxError) -> [String: JSONValue] {
    var fields: [String: JSONValue] = [:]
    try beginObject()
    while let key = try nextKey() {
      let value = try readValue()
      if fields[key] == nil { fields[key] = value }
    }
    return fields
  }

  private mutating func readElements() throws(JSONSyntaxError) -> [JSONValue] {
    var elements: [JSONValue] = []
    try beginArray()
    while try nextElement() { elements.append(try readValue()) }
    return elements
  }
}
