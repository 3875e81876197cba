import EventLoop
import Glibc

/// Why a device cannot be read.
nonisolated enum SensorFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// Another program has its node open; only one may.
  case held(node: String, holder: DeviceHolder?)
  /// The kernel refused a call.
  case system(SystemError)
  /// There is no way to read it.
  case unreadable(String)

  /// The reason and, where there is one, the cure.
  var description: String {
    switch self {
    case .held(let node, let holder?):
      "\(node) is held by \(holder): only one program can read it at a time; \(holder.cure)"
    case .held(let node, nil):
      "\(node) is held by another program, which only root can name (fuser \(node)); only one can read it at a time"
    case .system(let error) where isDenied:
      "\(error); the daemon's user needs access to the device's node and attributes (see the udev rule)"
    case .system(let error): error.description
    case .unreadable(let reason): reason
    }
  }

  /// Whether the device is gone, so that trying again means finding it again.
  var isGone: Bool {
    if case .system(let error) = self { return [ENODEV, ENXIO, ENOENT].contains(error.code) }
    return false
  }

  /// Whether this user may not; udev may be about to change that.
  var isDenied: Bool {
    if case .system(let error) = self { return [EACCES, EPERM].contains(error.code) }
    return false
  }

  /// Whether another program is in the way.
  var isBusy: Bool {
    switch self {
    case .held: true
    case .system(let error): error.code == EBUSY
    case .unreadable: false
    }
  }
}
