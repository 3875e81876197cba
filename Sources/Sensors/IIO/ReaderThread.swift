import CLinux
import Glibc

/// The one thread beside the main loop: it runs what may block, one job after the other, and at most one job again and
/// again.
///
/// The thread is there only while it has something to do. Results come back as closures that the main loop runs: when
/// `descriptor` becomes readable, call `deliver()`.
nonisolated final class ReaderThread: @unchecked Sendable {
  /// What a job hands back to the main loop.
  typealias Message = @MainActor @Sendable () -> Void

  /// Readable when there is something to deliver.
  let descriptor: Int32

  private struct Periodic {
    var interval: Double
    var due: Double
    var action: @Sendable () -> Void
  }

  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var jobs: [@Sendable () -> Void] = []
  private var periodic: Periodic?
  private var messages: [Message] = []
  private var thread: pthread_t?
  private var isRunning = false

  /// Bytes of stack: the kernel may back glibc's usual 8 MB by a huge page, which the daemon would keep.
  private static let stackSize = 512 << 10

  init() {
    descriptor = eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    close(descriptor)
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  // MARK: - From the main loop

  /// Runs a job after those that wait already, then hands its result to the main loop.
  func run<Result: Sendable>(
    _ job: @escaping @Sendable () -> Result, then finish: @escaping @MainActor @Sendable (Result) -> Void
  ) {
    locked {
      jobs.append { [weak self] in
        let result = job()
        self?.post { finish(result) }
      }
      wake()
    }
  }

  /// Runs an action now and every `interval` seconds, jobs first, instead of what ran so before.
  func repeatEvery(_ interval: Double, _ action: @escaping @Sendable () -> Void) {
    locked {
      periodic = Periodic(interval: interval, due: Self.now, action: action)
      wake()
    }
  }

  /// Repeats at another interval from now on.
  func setInterval(_ interval: Double) {
    locked {
      guard var changed = periodic else { return }
      changed.interval = interval
      changed.due = min(changed.due, Self.now + interval)
      periodic = changed
      pthread_cond_signal(condition)
    }
  }

  /// Repeats nothing from now on; an action under way is finished.
  func stopRepeating() {
    locked {
      periodic = nil
      pthread_cond_signal(condition)
    }
  }

  /// Runs what jobs have handed over.
  @MainActor func deliver() {
    var count: eventfd_t = 0
    eventfd_read(descriptor, &count)
    let due = locked {
      defer { messages = [] }
      return messages
    }
    for message in due { message() }
  }

  /// Waits until every job is done; what they have handed over is forgotten.
  func finish() {
    stopRepeating()
    let last = locked {
      defer { thread = nil }
      return thread
    }
    if let last { pthread_join(last, nil) }
    locked { messages = [] }
  }

  // MARK: - From the thread

  /// Hands something to the main loop.
  func post(_ message: @escaping Message) {
    locked { messages.append(message) }
    eventfd_write(descriptor, 1)
  }

  private func work() {
    pthread_mutex_lock(mutex)
    while true {
      if !jobs.isEmpty {
        let job = jobs.removeFirst()
        unlocked(job)
      } else if let next = periodic {
        guard next.due <= Self.now else {
          wait(until: next.due)
          continue
        }
        periodic?.due = next.due + next.interval
        unlocked(next.action)
        // What was missed while it blocked is not made up for.
        if let due = periodic?.due { periodic?.due = max(due, Self.now) }
      } else {
        break
      }
    }
    isRunning = false
    pthread_mutex_unlock(mutex)
  }

  private func unlocked(_ body: () -> Void) {
    pthread_mutex_unlock(mutex)
    body()
    pthread_mutex_lock(mutex)
  }

  private func wait(until time: Double) {
    var deadline = timespec()
    deadline.tv_sec = Int(time)
    deadline.tv_nsec = Int((time - Double(deadline.tv_sec)) * 1e9)
    pthread_cond_timedwait(condition, mutex, &deadline)
  }

  /// Starts the thread where there is none; the lock is held.
  private func wake() {
    pthread_cond_signal(condition)
    guard !isRunning else { return }
    if let thread { pthread_join(thread, nil) }
    // Signals are the main loop's.
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setstacksize(&attributes, Self.stackSize)
    var thread = pthread_t()
    isRunning =
      pthread_create(
        &thread, &attributes,
        { this in
          if let this { Unmanaged<ReaderThread>.fromOpaque(this).takeRetainedValue().work() }
          return nil
        }, Unmanaged.passRetained(self).toOpaque()) == 0
    pthread_attr_destroy(&attributes)
    pthread_sigmask(SIG_SETMASK, &before, nil)
    self.thread = isRunning ? thread : nil
    if !isRunning { Unmanaged.passUnretained(self).release() }
  }

  private func locked<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
