/// The type of a value in an interface description.
indirect enum ValueType: Hashable, Sendable {
  case bool
  case int
  case float
  case string
  /// Any JSON object.
  case object
  /// A type that the interface defines.
  case named(String)
  case structure(Structure)
  /// One of these words.
  case enumeration([String])
  case array(ValueType)
  /// An object with any keys and values of one type: `[string]`.
  case map(ValueType)
  case optional(ValueType)
}

/// A list of named and typed fields.
struct Structure: Hashable, Sendable {
  struct Field: Hashable, Sendable {
    let name: String
    let type: ValueType
  }

  let fields: [Field]
}
