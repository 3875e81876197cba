import CLibSystemd
public import EventLoop
import Glibc

/// The session as logind knows it; where no logind runs, every session is active.
public final class LogindSession: SessionActivity {
  /// Called when sessions have come, gone or changed.
  public var onChange: (() -> Void)?

  private let named: String?
  private var monitor: OpaquePointer?
  private var source: DescriptorSource?

  /// Watches the sessions.
  ///
  /// - Parameters:
  ///   - loop: Where changes are told.
  ///   - named: The value of `XDG_SESSION_ID`, for a program that its session's processes did not start, as a user
  ///     service is.
  public init(loop: EventLoop, named: String?) {
    self.named = named
    guard Self.hasLogind, sd_login_monitor_new("session", &monitor) >= 0 else { return }
    source = try? loop.addDescriptor(sd_login_monitor_get_fd(monitor)) { [weak self] _ in
      guard let self else { return }
      sd_login_monitor_flush(monitor)
      onChange?()
    }
  }

  isolated deinit {
    source = nil
    sd_login_monitor_unref(monitor)
  }

  /// Whether the session that this process belongs to is in front on its seat; a process of no session acts.
  public var isActive: Bool {
    guard Self.hasLogind else { return true }
    // A name from the environment may be one of an earlier login: logind knows it no more then.
    for session in [Self.ofThisProcess, named, Self.ofThisUser].compactMap(\.self) {
      let answer = sd_session_is_active(session)
      if answer >= 0 { return answer > 0 }
    }
    return true
  }

  private static var hasLogind: Bool { access("/run/systemd/seats/", F_OK) == 0 }

  private static var ofThisProcess: String? { take { sd_pid_get_session(0, $0) } }

  /// The user's graphical session, else another of the user's.
  private static var ofThisUser: String? { take { sd_uid_get_display(getuid(), $0) } }

  private static func take(_ ask: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Int32) -> String? {
    var name: UnsafeMutablePointer<CChar>?
    guard ask(&name) >= 0, let name else { return nil }
    defer { free(name) }
    return String(cString: name)
  }
}
