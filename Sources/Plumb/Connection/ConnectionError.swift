import CLinux
import Glibc
public import Varlink

/// Why there is no connection to the daemon, or none any more.
nonisolated public enum ConnectionError: Error, Sendable, Hashable, CustomStringConvertible {
  /// There is no socket at the path.
  case noSocket(path: String)
  /// There is a socket, but no daemon behind it.
  case nobodyListens(path: String)
  /// This user may not connect.
  case permissionDenied(path: String)
  /// The path has more bytes than the system allows for a socket, or none.
  case impossiblePath(path: String, limit: Int)
  /// So many clients wait to be let in that the system turned this one away.
  case busy(path: String)
  /// The daemon has ended the connection.
  case lost
  /// The other side does not speak Varlink.
  case violation(ProtocolViolation)
  /// The daemon has not answered in time.
  case timedOut
  /// A subscription or a callback holds the connection, so that the reply that is waited for would never come.
  case held
  /// The system refused something; the code is an `errno`.
  case system(what: String, code: Int32)

  /// Whether the daemon is not there, as opposed to there and not of use.
  public var isAbsence: Bool {
    switch self {
    case .noSocket, .nobodyListens, .lost: true
    case .permissionDenied, .impossiblePath, .busy, .violation, .timedOut, .held, .system: false
    }
  }

  /// One line for people.
  public var description: String {
    switch self {
    case .noSocket(let path): "there is no socket at \(path)"
    case .nobodyListens(let path): "nobody listens at \(path)"
    case .permissionDenied(let path): "this user may not connect to \(path)"
    case .impossiblePath(let path, let limit):
      "a socket's path has 1 to \(limit) bytes, not \(path.utf8.count): \(path)"
    case .busy(let path): "too many clients wait at \(path)"
    case .lost: "the daemon has ended the connection"
    case .violation(let violation): "this is no Varlink service: \(violation)"
    case .timedOut: "the daemon has not answered in time"
    case .held: "a subscription or a callback holds the connection"
    case .system(let what, let code): "\(what): \(String(cString: strerror(code)))"
    }
  }

  /// What a failed `connect` means.
  init(connecting path: String, code: Int32) {
    self =
      switch code {
      case ENOENT, ENOTDIR: .noSocket(path: path)
      case ECONNREFUSED: .nobodyListens(path: path)
      case EACCES, EPERM: .permissionDenied(path: path)
      case EAGAIN: .busy(path: path)
      default: .system(what: "cannot connect to \(path)", code: code)
      }
  }
}
