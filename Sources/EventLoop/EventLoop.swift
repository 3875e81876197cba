import CLibSystemd
import Glibc

/// A failed call into the system, with what was being done.
public struct SystemError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The positive errno value.
  public let code: Int32
  /// What was being done, for people.
  public let operation: String

  /// Describes a failure by its positive errno value.
  public init(_ operation: String, code: Int32) {
    self.code = code
    self.operation = operation
  }

  /// The operation and the system's words for the error.
  public var description: String { "\(operation): \(String(cString: strerror(code)))" }

  /// The return value of a libsystemd call where it is not an error.
  /// - Throws: `SystemError` for a negative value, which is a negated errno.
  @discardableResult
  public static func check(_ result: Int32, _ operation: @autoclosure () -> String) throws(SystemError) -> Int32 {
    guard result >= 0 else { throw SystemError(operation(), code: -result) }
    return result
  }
}

/// The one loop of a process: sd-event on the main thread.
///
/// A source lives as long as the object that its `add…` method returned; dropping the object removes the source.
///
/// The actor is spelt out, default or not: an optimising build of another room takes an `isolated deinit` for an error
/// otherwise (Swift 6.3).
@MainActor public final class EventLoop {
  let event: OpaquePointer

  /// Makes the thread's loop.
  /// - Throws: `SystemError` where the kernel refuses a descriptor.
  public init() throws(SystemError) {
    var event: OpaquePointer?
    try SystemError.check(sd_event_default(&event), "cannot make an event loop")
    guard let event else { throw SystemError("cannot make an event loop", code: ENOMEM) }
    self.event = event
  }

  isolated deinit { sd_event_unref(event) }

  /// Runs until `exit(_:)`, and returns its code.
  /// - Throws: `SystemError` where polling itself fails.
  public func run() throws(SystemError) -> Int32 {
    try SystemError.check(sd_event_loop(event), "the event loop failed")
  }

  /// Handles what is ready, waiting at most `timeout` seconds (nil: for ever) for something to be; false after `exit`.
  /// - Throws: `SystemError` where polling itself fails.
  @discardableResult
  public func runOnce(timeout: Double? = nil) throws(SystemError) -> Bool {
    guard sd_event_get_state(event) != SD_EVENT_FINISHED else { return false }
    let microseconds = timeout.map(Self.microseconds) ?? UInt64.max
    try SystemError.check(sd_event_run(event, microseconds), "the event loop failed")
    return sd_event_get_state(event) != SD_EVENT_FINISHED
  }

  /// Ends `run()` with the given code after the present handler.
  public func exit(_ code: Int32 = 0) { sd_event_exit(event, code) }

  /// Feeds the service manager's watchdog from this loop where the unit asks for one; true where it does.
  /// - Throws: `SystemError` where the timer cannot be made.
  @discardableResult
  public func feedWatchdog() throws(SystemError) -> Bool {
    try SystemError.check(sd_event_set_watchdog(event, 1), "cannot feed the watchdog") > 0
  }

  /// Seconds on CLOCK_BOOTTIME, which counts through suspend and never jumps.
  nonisolated public static var now: Double { seconds(on: CLOCK_BOOTTIME) }

  /// How long the machine has been suspended since it was started, s; a few microseconds less.
  nonisolated static var slept: Double {
    // In this order a moment between the two makes a timer late by it, never early.
    let all = now
    return all - seconds(on: CLOCK_MONOTONIC)
  }

  private nonisolated static func seconds(on clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Seconds as sd-event counts them: what has passed is at once, what its clock cannot reach, or is no number, never.
  nonisolated static func microseconds(_ seconds: Double) -> UInt64 {
    seconds <= 0 ? 0 : UInt64(exactly: (seconds * 1_000_000).rounded(.down)) ?? UInt64.max
  }
}
