import CLibSystemd

/// systemd's side of the process: readiness, status, and sockets handed over.
///
/// All are no-ops outside a unit.
public enum ServiceManager {
  /// Tells the service manager states such as `READY=1` or `STATUS=…`; true where somebody listens.
  @discardableResult
  public static func notify(_ lines: String...) -> Bool {
    sd_notify(0, lines.joined(separator: "\n")) > 0
  }

  /// The listening sockets that socket activation handed over, in the unit's order.
  ///
  /// The environment that names them is cleared, so a second call returns none and children inherit nothing.
  /// - Throws: `SystemError` where the environment is malformed.
  public static func takeListenDescriptors() throws(SystemError) -> [Int32] {
    let count = try SystemError.check(sd_listen_fds(1), "cannot take the activated sockets")
    return (0..<count).map { SD_LISTEN_FDS_START + $0 }
  }
}
