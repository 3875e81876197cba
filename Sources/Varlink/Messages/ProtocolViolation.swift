import JSON

/// What the other side did that no Varlink peer may do, so that the connection is of no use any more.
///
/// A service forgives malformed messages, a client does not.
public enum ProtocolViolation: Error, Hashable, Sendable, CustomStringConvertible {
  /// A message is not JSON.
  case malformedMessage(JSONSyntaxError)
  /// A message is JSON, but no object.
  case notAnObject
  /// A message, or what came of it so far, is longer than the limit in bytes.
  case messageTooLarge(limit: Int)
  /// The named field of a reply has a wrong value.
  case invalidReply(field: String)
  /// A reply came although no call waits for one.
  case unexpectedReply
  /// A reply announces further ones although the call did not ask for `more`.
  case unexpectedContinuation

  /// One line for a log.
  public var description: String {
    switch self {
    case .malformedMessage(let error): "malformed message: \(error)"
    case .notAnObject: "message is not a JSON object"
    case .messageTooLarge(let limit): "message is longer than \(limit) bytes"
    case .invalidReply(let field): "the reply's \(field) has a wrong value"
    case .unexpectedReply: "reply without a call"
    case .unexpectedContinuation: "reply continues although the call did not ask for more"
    }
  }
}
