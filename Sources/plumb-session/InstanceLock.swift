import CLinux
import Glibc

/// Keeps a second agent from turning the same display: they would undo each other's work.
struct InstanceLock {
  /// Somebody else turns it.
  struct Taken: Error, CustomStringConvertible {
    let display: String
    var description: String { "another plumb-session already turns \(display)" }
  }

  /// Held until the process ends, however it does; nothing where there is no folder for it.
  static func take(_ display: String, in folder: String?) throws(Taken) {
    guard let folder else { return }
    let name = String(display.map { $0 == "/" ? "-" : $0 })
    let descriptor = plumb_open("\(folder)/plumb-session-\(name).lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else { throw Taken(display: display) }
  }
}
