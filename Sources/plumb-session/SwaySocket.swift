import Glibc

/// Where sway's IPC is.
enum SwaySocket {
  /// What `SWAYSOCK` says, nil where this is no session of sway's; after a restart of sway the socket that is there now.
  ///
  /// The name has sway's process in it, so that a new sway has a new name.
  static var path: String? {
    guard let named = SessionEnvironment.value("SWAYSOCK") else { return nil }
    guard access(named, F_OK) != 0, let folder = SessionEnvironment.runtimeFolder else { return named }
    var found = glob_t()
    defer { globfree(&found) }
    guard glob("\(folder)/sway-ipc.\(getuid()).*.sock", 0, nil, &found) == 0 else { return named }
    let paths = (0..<Int(found.gl_pathc)).compactMap { found.gl_pathv[$0].map { String(cString: $0) } }
    return paths.max { changed($0) < changed($1) } ?? named
  }

  private static func changed(_ path: String) -> Double {
    var status = stat()
    guard stat(path, &status) == 0 else { return 0 }
    return Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9
  }
}
