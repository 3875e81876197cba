import Configuration
import Glibc

/// What the environment says of the session.
enum SessionEnvironment {
  /// The value of a variable, nil where it is not set or empty.
  static func value(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }

  /// The rules for applications: the user's, the system's and those of desktop entries.
  static var rules: ApplicationRuleBook {
    let configuration = value("XDG_CONFIG_HOME") ?? value("HOME").map { $0 + "/.config" }
    return ApplicationRuleBook(
      files: ApplicationRuleFiles(userFolder: configuration.map { $0 + "/plumbd" }),
      entries: DesktopEntries(folders: DesktopEntries.folders(value)))
  }

  /// Where sockets and locks of the session are.
  static var runtimeFolder: String? { value("XDG_RUNTIME_DIR") }
}
