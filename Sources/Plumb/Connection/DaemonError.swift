public import PlumbInterface
public import Varlink

/// Why a call to the daemon has no result.
nonisolated public enum DaemonError: Error, Sendable, CustomStringConvertible {
  /// There is no connection.
  case connection(ConnectionError)
  /// The daemon, or the mechanism of autorotation, says no.
  case refused(RotationError)
  /// The daemon says no by another error: the standard's, or one of a later version.
  case failed(VarlinkError)
  /// The reply does not have the form that the interface promises.
  case unexpectedReply(method: String, problem: String)
  /// The parameters cannot be written as JSON, such as a number that is none.
  case unencodable(method: String)

  /// One line for people; a refused configuration has more.
  public var description: String {
    switch self {
    case .connection(let error): error.description
    case .refused(let error): error.message
    case .failed(.permissionDenied):
      "permission denied: this is for root and the user of the active session; where no logind runs, "
        + "for the members of the group that [access] group in plumbd.conf names"
    case .failed(let error): Self.words(for: error)
    case .unexpectedReply(let method, let problem): "the reply to \(method) is not as expected: \(problem)"
    case .unencodable(let method): "the parameters of \(method) cannot be written as JSON"
    }
  }

  /// What an error reply means.
  init(_ error: VarlinkError) {
    if error == .connectionLost {
      self = .connection(.lost)
    } else if let refusal = RotationError(error) {
      self = .refused(refusal)
    } else {
      self = .failed(error)
    }
  }

  private static func words(for error: VarlinkError) -> String {
    func text(_ key: String) -> String { if case .string(let text) = error.parameters[key] { text } else { "" } }
    switch error.name {
    case VarlinkError.invalidParameter("").name: return "the daemon does not take the parameter \(text("parameter"))"
    case VarlinkError.interfaceNotFound("").name: return "the daemon does not offer \(text("interface"))"
    case VarlinkError.methodNotFound("").name, VarlinkError.methodNotImplemented("").name:
      return "the daemon does not know the method \(text("method"))"
    default: return error.description
    }
  }
}
