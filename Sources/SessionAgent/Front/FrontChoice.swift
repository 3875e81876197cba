import Configuration
import Displays
import PlumbInterface

/// Who is to decide about the panel: what the window in front means to the daemon.
enum FrontChoice: Equatable {
  /// Nobody: the default masks hold.
  case nobody
  /// An application that registered itself, from this process.
  case process(Int)
  /// An application that registered itself, under this id.
  case application(String)
  /// An application that knows nothing of the daemon, and is registered on its behalf.
  case rule(id: String, ApplicationRule)

  /// Chooses.
  ///
  /// The window's process is the surest sign, then the application's id; last comes the nearest registered process
  /// that the window's descends from, such as `plumbctl run`.
  ///
  /// - Parameters:
  ///   - front: The window in front, nil for none.
  ///   - applications: Those who registered themselves.
  ///   - ancestors: The processes that a process descends from, nearest first.
  ///   - rule: The rule for an application's id.
  init(
    front: Toplevel?, applications: [ApplicationStatus], ancestors: (Int32) -> [Int32],
    rule: (String) -> ApplicationRule?
  ) {
    self = .nobody
    guard let front else { return }
    if let pid = front.pid.map(Int.init), applications.contains(where: { $0.pid == pid }) {
      self = .process(pid)
    } else if applications.contains(where: { $0.id.utf8.elementsEqual(front.appID.utf8) }) {
      self = .application(front.appID)
    } else if let ancestor = front.pid.flatMap({ pid in
      ancestors(pid).lazy.map(Int.init).first { pid in applications.contains { $0.pid == pid } }
    }) {
      self = .process(ancestor)
    } else if Rotation.nameLengths.contains(front.appID.utf8.count), let rule = rule(front.appID) {
      self = .rule(id: front.appID, rule)
    }
  }
}
