public import PlumbInterface

/// The orientation as an asynchronous sequence: the present state first, then one element a change.
///
///     for await state in OrientationMonitor.states() { print(state.interface.word) }
///
/// A consumer that is slow gets the latest state, not a queue; `serial` shows the gaps. Each iteration has a connection
/// and a reader thread of its own, which end with it. Restarts of the daemon are passed over in silence.
nonisolated public struct OrientationStates: AsyncSequence, Sendable {
  /// A state.
  public typealias Element = RotationState
  /// Nothing fails: the daemon is waited for.
  public typealias Failure = Never
  /// The iterator of a stream that holds at most one element.
  public typealias AsyncIterator = AsyncStream<RotationState>.Iterator

  private let socket: String?

  init(socket: String?) { self.socket = socket }

  /// Starts to read.
  ///
  /// The sequence is empty where the process has no thread or descriptor left.
  public func makeAsyncIterator() -> AsyncIterator {
    let socket = socket
    return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      guard let stop = StopSignal() else { return continuation.finish() }
      continuation.onTermination = { _ in stop.raise() }
      let started = ReaderThread.start {
        if let monitor = try? OrientationMonitor(socket: socket, onChange: { continuation.yield($0) }) {
          try? monitor.watch(stop.descriptor) { stop.isSeen = true }
          while !stop.isSeen { monitor.wait() }
        }
        continuation.finish()
      }
      if !started { continuation.finish() }
    }.makeAsyncIterator()
  }
}
