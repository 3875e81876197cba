import JSON

/// Compares values with types.
///
/// A path is put together only on the way out of a failure; a value that fits costs none.
struct ValueValidator {
  let types: [String: ValueType]

  func validate(_ value: JSONValue, _ structure: Structure) throws(InvalidValue) {
    guard case .object(let object) = value else { throw wrong("an object") }
    var known = 0
    var missing: String?
    for field in structure.fields {
      if let value = object[field.name] {
        known += 1
        do { try validate(value, field.type) } catch { throw error.inside(field.name) }
      } else if case .optional = field.type {
        continue
      } else if missing == nil {
        missing = field.name
      }
    }
    // An unknown field goes first: it is often the missing one, misspelt.
    if known < object.count {
      let names = Set(structure.fields.map(\.name))
      if let unknown = object.keys.filter({ !names.contains($0) }).min() {
        throw InvalidValue(path: unknown, problem: .unknownField)
      }
    }
    if let missing { throw InvalidValue(path: missing, problem: .missingField) }
  }

  func validate(_ value: JSONValue, _ type: ValueType) throws(InvalidValue) {
    switch (type, value) {
    case (.optional, .null): break
    case (.optional(let type), _): try validate(value, type)
    case (.bool, .bool), (.int, .integer), (.float, .integer), (.float, .number), (.string, .string): break
    case (.int, .number(let number)) where Int64(exactly: number) != nil: break
    case (.object, .object): break
    case (.named(let name), _):
      // The parser has seen to it that every name is defined.
      if let type = types[name] { try validate(value, type) }
    case (.structure(let structure), _): try validate(value, structure)
    case (.enumeration(let words), .string(let word)):
      // Byte by byte: Unicode's equivalence costs the square of a hostile length.
      guard words.contains(where: { $0.utf8.elementsEqual(word.utf8) }) else {
        throw InvalidValue(problem: .unknownWord(expected: words))
      }
    case (.array(let type), .array(let elements)):
      for (index, element) in elements.enumerated() {
        do { try validate(element, type) } catch { throw error.inside(ValuePath.element(index)) }
      }
    case (.map(let type), .object(let object)):
      // In the order of the keys, so that the same mistake is always the one that is named.
      for (key, element) in object.sorted(by: { $0.key < $1.key }) {
        do { try validate(element, type) } catch { throw error.inside(key) }
      }
    case (.bool, _): throw wrong("a bool")
    case (.int, _): throw wrong("an int")
    case (.float, _): throw wrong("a float")
    case (.string, _): throw wrong("a string")
    case (.object, _), (.map, _): throw wrong("an object")
    case (.enumeration, _): throw wrong("a word")
    case (.array, _): throw wrong("an array")
    }
  }

  private func wrong(_ expected: String) -> InvalidValue {
    InvalidValue(problem: .wrongType(expected: expected))
  }
}
