import Glibc

/// Where the daemon's socket is.
nonisolated public enum DaemonSocket {
  /// Where it is unless somebody says otherwise.
  public static let standardPath = "/run/plumbd/plumbd.sock"

  /// The environment variable that says otherwise.
  public static let environmentVariable = "PLUMBD_SOCKET"

  /// The path in force: the given one, else `$PLUMBD_SOCKET`, else the standard one.
  public static func path(_ given: String? = nil) -> String {
    if let given { return given }
    guard let value = getenv(environmentVariable), value.pointee != 0 else { return standardPath }
    return String(cString: value)
  }
}
