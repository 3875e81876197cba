/// Why a client's call was not made.
public enum CallError: Error, CustomStringConvertible {
  /// The parameters are no JSON object.
  case unencodable(EncodingError)
  /// The connection has ended.
  case disconnected

  /// One line for a user.
  public var description: String {
    switch self {
    case .unencodable(let error): "the parameters are not JSON: \(error)"
    case .disconnected: "the connection has ended"
    }
  }
}
