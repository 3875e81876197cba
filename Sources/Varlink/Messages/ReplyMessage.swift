import JSON

/// A reply as it came over the wire.
struct ReplyMessage {
  let result: Result<Reply, VarlinkError>
  let continues: Bool

  /// Reads a message without its NUL.
  init(_ bytes: ArraySlice<UInt8>, nesting: Int) throws(ProtocolViolation) {
    let message: JSONValue
    do { message = try JSONValue(parsing: bytes, nesting: nesting) } catch { throw .malformedMessage(error) }
    guard case .object = message else { throw .notAnObject }
    guard let continues = message.flag("continues") else { throw .invalidReply(field: "continues") }
    guard case .object(let parameters) = message.fields("parameters") else { throw .invalidReply(field: "parameters") }
    switch message["error"] {
    case nil, .null:
      self.continues = continues
      result = .success(Reply(parameters: .object(parameters), continues: continues))
    case .string(let name) where name.utf8.contains(UInt8(ascii: ".")):
      // An error ends the call whatever else the reply says.
      self.continues = false
      result = .failure(VarlinkError(name: name, parameters: parameters))
    default: throw .invalidReply(field: "error")
    }
  }
}
