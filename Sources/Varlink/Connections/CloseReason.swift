/// Why a service wants a connection to end.
public enum CloseReason: Hashable, Sendable, CustomStringConvertible {
  /// The peer does not speak the protocol.
  case violation(ProtocolViolation)
  /// The service's own reply to the method could not be written as JSON.
  case unencodableReply(method: String, problem: String)
  /// The method went on replying to a peer that does not read.
  case outputOverflow(method: String)

  /// One line for a log.
  public var description: String {
    switch self {
    case .violation(let violation): violation.description
    case .unencodableReply(let method, let problem): "the reply to \(method) is not JSON: \(problem)"
    case .outputOverflow(let method): "the replies to \(method) are not read"
    }
  }
}
