import CLinux
import EventLoop

/// Gives memory back when a crowd of clients has left; the C library would keep it for the next one.
final class CrowdMemory {
  /// Fewer clients than this are no crowd.
  static let crowd = 32

  /// The most clients since memory was given back.
  private var most = 0
  private var giving: DeferredSource?

  /// Memory is given back from within the loop: who leaves is let go of by then.
  init(loop: EventLoop, giveBack: @escaping () -> Void = { malloc_trim(0) }) {
    giving = loop.addDeferred(handler: giveBack)
  }

  /// So many clients are connected now; what three quarters of a crowd have left is given back.
  func counted(_ clients: Int) {
    most = max(most, clients)
    guard most >= Self.crowd, clients <= most / 4 else { return }
    most = clients
    // Without memory for the source, a later crowd tries again.
    try? giving?.schedule()
  }
}
