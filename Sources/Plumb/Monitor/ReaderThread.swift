import CLinux
import Glibc
import Synchronization

/// A detached thread that runs one closure.
nonisolated enum ReaderThread {
  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts it; false where the process may have no more threads.
  static func start(_ run: @escaping @Sendable () -> Void) -> Bool {
    let body = Unmanaged.passRetained(Body(run))
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { argument in
        if let argument { Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() }
        return nil
      }, body.toOpaque())
    guard code == 0 else {
      body.release()
      return false
    }
    pthread_detach(thread)
    return true
  }
}

/// Tells a thread that waits on descriptors to stop.
nonisolated final class StopSignal: Sendable {
  /// Readable once the signal is raised.
  let descriptor: Int32
  private let seen = Atomic(false)

  /// Nil where the process has no descriptors left.
  init?() {
    descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    if descriptor < 0 { return nil }
  }

  deinit { close(descriptor) }

  /// Whether the thread has noticed.
  var isSeen: Bool {
    get { seen.load(ordering: .relaxed) }
    set { seen.store(newValue, ordering: .relaxed) }
  }

  /// Raises the signal, from any thread.
  func raise() { eventfd_write(descriptor, 1) }
}
