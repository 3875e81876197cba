import JSON

/// A method call as it came over the wire.
struct CallMessage {
  let method: String
  let parameters: JSONValue
  let more: Bool
  let oneway: Bool
  let upgrade: Bool

  /// A call that takes replies, as it was understood once before.
  init(method: String, parameters: JSONValue, more: Bool) {
    self.method = method
    self.parameters = parameters
    self.more = more
    oneway = false
    upgrade = false
  }

  /// Why a whole message is no call.
  enum Failure: Error {
    /// What comes is not even cut into messages that can be taken.
    case violation(ProtocolViolation)
    /// A field of the message itself is missing or wrong; `message` where it is no JSON object at all.
    case invalidField(String, oneway: Bool)
  }

  /// Reads a message without its NUL.
  ///
  /// `null` stands for absence and fields of no meaning to us are passed over, as other implementations send both.
  init(_ bytes: ArraySlice<UInt8>, nesting: Int) throws(Failure) {
    let message: JSONValue
    do { message = try JSONValue(parsing: bytes, nesting: nesting) } catch {
      throw .invalidField("message", oneway: false)
    }
    guard case .object = message else { throw .invalidField("message", oneway: false) }
    let oneway = message.flag("oneway")

    func require<T>(_ value: T?, _ field: String) throws(Failure) -> T {
      guard let value else { throw .invalidField(field, oneway: oneway ?? false) }
      return value
    }
    self.oneway = try require(oneway, "oneway")
    guard case .string(let method) = message["method"] else {
      throw .invalidField("method", oneway: self.oneway)
    }
    self.method = method
    more = try require(message.flag("more"), "more")
    upgrade = try require(message.flag("upgrade"), "upgrade")
    parameters = try require(message.fields("parameters"), "parameters")
    // One flag asks for many replies, the other for none.
    if more && self.oneway { throw .invalidField("more", oneway: true) }
  }
}

extension JSONValue {
  /// A message's flag: false where it is absent, nil where it is no boolean.
  func flag(_ key: String) -> Bool? {
    switch self[key] {
    case nil, .null: false
    case .bool(let value): value
    default: nil
    }
  }

  /// A message's object: empty where it is absent, nil where it is something else.
  func fields(_ key: String) -> JSONValue? {
    switch self[key] {
    case nil, .null: [:]
    case .object(let value): .object(value)
    default: nil
    }
  }
}
