import CLibSystemd
import Glibc

/// What a descriptor is watched for, or ready for.
public struct Readiness: OptionSet, Sendable, Hashable {
  /// The bits of epoll.
  public let rawValue: UInt32
  /// Takes epoll's bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  /// There is something to read, or the end of it.
  public static let readable = Readiness(rawValue: UInt32(EPOLLIN.rawValue))
  /// There is room to write.
  public static let writable = Readiness(rawValue: UInt32(EPOLLOUT.rawValue))
  /// The other side is gone; always watched for.
  public static let hangUp = Readiness(rawValue: UInt32(EPOLLHUP.rawValue))
  /// The descriptor is broken; always watched for.
  public static let failure = Readiness(rawValue: UInt32(EPOLLERR.rawValue))
}

/// A watched descriptor.
///
/// Dropping it ends the watch; the descriptor stays open and the caller's.
@MainActor public final class DescriptorSource {
  private var source: OpaquePointer?
  private let handler: (Readiness) -> Void

  fileprivate init(loop: EventLoop, descriptor: Int32, interest: Readiness, handler: @escaping (Readiness) -> Void)
    throws(SystemError)
  {
    self.handler = handler
    try SystemError.check(
      sd_event_add_io(
        loop.event, &source, descriptor, interest.rawValue,
        { _, _, events, this in
          MainActor.assumeIsolated {
            let source: DescriptorSource? = object(this)
            source?.handler(Readiness(rawValue: events))
          }
          return 0
        }, Unmanaged.passUnretained(self).toOpaque()), "cannot watch descriptor \(descriptor)")
  }

  isolated deinit { sd_event_source_disable_unref(source) }

  /// What the descriptor is watched for; empty means hang-ups and failures alone.
  public var interest: Readiness {
    get {
      var events: UInt32 = 0
      sd_event_source_get_io_events(source, &events)
      return Readiness(rawValue: events)
    }
    set { sd_event_source_set_io_events(source, newValue.rawValue) }
  }

  /// Whether the loop looks at the descriptor at all.
  public var isEnabled: Bool {
    get { enabled(source) }
    set { sd_event_source_set_enabled(source, Int32(newValue ? SD_EVENT_ON : SD_EVENT_OFF)) }
  }
}

/// A timer that fires once each time it is armed, and counts only while the machine is awake.
///
/// What was waited for cannot have come during suspend: without that a sensor would be silent for too long, and a client
/// too slow, in the moment of resuming.
@MainActor public final class TimerSource {
  private var source: OpaquePointer?
  private let handler: () -> Void

  fileprivate init(loop: EventLoop, handler: @escaping () -> Void) throws(SystemError) {
    self.handler = handler
    try SystemError.check(
      sd_event_add_time(
        loop.event, &source, CLOCK_MONOTONIC, 0, 1000,
        { _, _, this in
          MainActor.assumeIsolated {
            let source: TimerSource? = object(this)
            source?.handler()
          }
          return 0
        }, Unmanaged.passUnretained(self).toOpaque()), "cannot make a timer")
    disarm()
  }

  isolated deinit { sd_event_source_disable_unref(source) }

  /// Fires once at a time of `EventLoop.now`'s clock, in seconds, and as much later as the machine sleeps until then;
  /// never where that is no time the clock can reach.
  public func arm(at time: Double) {
    sd_event_source_set_time(source, EventLoop.microseconds(time - EventLoop.slept))
    sd_event_source_set_enabled(source, Int32(SD_EVENT_ONESHOT))
  }

  /// Fires once in so many seconds.
  public func arm(after seconds: Double) { arm(at: EventLoop.now + seconds) }

  /// Does not fire until it is armed again.
  public func disarm() { sd_event_source_set_enabled(source, Int32(SD_EVENT_OFF)) }

  /// Whether the timer is going to fire.
  public var isArmed: Bool { enabled(source) }
}

/// A call back from the loop itself, which lets everything that is ready by then go first.
@MainActor public final class DeferredSource {
  private let loop: EventLoop
  private var source: OpaquePointer?
  private let handler: () -> Void

  fileprivate init(loop: EventLoop, handler: @escaping () -> Void) {
    self.loop = loop
    self.handler = handler
  }

  isolated deinit { sd_event_source_disable_unref(source) }

  /// Calls back once, in the order in which sources became ready; does nothing where that is still to come.
  /// - Throws: `SystemError` where there is no memory left or the loop has ended.
  public func schedule() throws(SystemError) {
    guard !isScheduled else { return }
    // One that is enabled again goes before everybody, by the age of its first time; a new one goes to the end.
    source = sd_event_source_disable_unref(source)
    try SystemError.check(
      sd_event_add_defer(
        loop.event, &source,
        { _, this in
          MainActor.assumeIsolated {
            let source: DeferredSource? = object(this)
            source?.handler()
          }
          return 0
        }, Unmanaged.passUnretained(self).toOpaque()), "cannot defer")
  }

  /// Whether it is going to call back.
  public var isScheduled: Bool { source != nil && enabled(source) }
}

/// A handled signal, which goes before all that is ready with it.
///
/// Dropping it leaves the signal blocked.
@MainActor public final class SignalSource {
  private var source: OpaquePointer?
  private let handler: () -> Void

  fileprivate init(loop: EventLoop, signal: Int32, handler: @escaping () -> Void) throws(SystemError) {
    self.handler = handler
    // Blocked before any thread is made, so that only the loop ever sees it.
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, signal)
    pthread_sigmask(SIG_BLOCK, &set, nil)
    try SystemError.check(
      sd_event_add_signal(
        loop.event, &source, signal,
        { _, _, this in
          MainActor.assumeIsolated {
            let source: SignalSource? = object(this)
            source?.handler()
          }
          return 0
        }, Unmanaged.passUnretained(self).toOpaque()), "cannot handle signal \(signal)")
    // A busy daemon ends when it is told to, not when it has time.
    sd_event_source_set_priority(source, Int64(SD_EVENT_PRIORITY_IMPORTANT))
  }

  isolated deinit { sd_event_source_disable_unref(source) }
}

extension EventLoop {
  /// Calls back whenever the descriptor is ready for any of `interest`, hung up, or broken.
  /// - Throws: `SystemError` where the descriptor cannot be polled.
  public func addDescriptor(
    _ descriptor: Int32, interest: Readiness = .readable, handler: @escaping (Readiness) -> Void
  ) throws(SystemError) -> DescriptorSource {
    try DescriptorSource(loop: self, descriptor: descriptor, interest: interest, handler: handler)
  }

  /// Makes a timer, not yet armed.
  /// - Throws: `SystemError` where the kernel refuses one.
  public func addTimer(handler: @escaping () -> Void) throws(SystemError) -> TimerSource {
    try TimerSource(loop: self, handler: handler)
  }

  /// Makes a source that calls back when it is scheduled.
  public func addDeferred(handler: @escaping () -> Void) -> DeferredSource {
    DeferredSource(loop: self, handler: handler)
  }

  /// Blocks a signal and calls back in the loop when it comes.
  ///
  /// Call before any thread is made.
  /// - Throws: `SystemError` where the signal is already handled.
  public func addSignal(_ signal: Int32, handler: @escaping () -> Void) throws(SystemError) -> SignalSource {
    try SignalSource(loop: self, signal: signal, handler: handler)
  }
}

/// The object that a C callback got back as its user data, kept alive for as long as the caller holds the result:
/// a handler may drop its own source.
func object<Object: AnyObject>(_ pointer: UnsafeMutableRawPointer?) -> Object? {
  pointer.map { Unmanaged<Object>.fromOpaque($0).takeUnretainedValue() }
}

private func enabled(_ source: OpaquePointer?) -> Bool {
  var state: Int32 = 0
  return sd_event_source_get_enabled(source, &state) > 0 && state != Int32(SD_EVENT_OFF)
}
