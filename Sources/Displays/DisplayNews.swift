import EventLoop

/// What a display server has to tell: kept until the loop comes round, so that nobody is called from inside a call or
/// from inside a library, and changes that come together are told once.
final class DisplayNews {
  private var deferred: DeferredSource?
  private var handler: ((DisplayEvent) -> Void)?
  private var outputsHaveChanged = false
  private var frontHasChanged = false
  private var calls: [() -> Void] = []
  private var loss: String?

  /// - Parameter handler: Told the events.
  init(loop: EventLoop, handler: @escaping (DisplayEvent) -> Void) {
    self.handler = handler
    deferred = loop.addDeferred { [weak self] in self?.tell() }
  }

  /// The outputs changed.
  func outputsChanged() {
    outputsHaveChanged = true
    schedule()
  }

  /// Another window is in front.
  func frontChanged() {
    frontHasChanged = true
    schedule()
  }

  /// The connection is gone; the last that is told.
  func lose(_ reason: String) {
    if loss == nil { loss = reason }
    schedule()
  }

  /// Something was done, or not.
  func complete(_ completions: [(DisplayFailure?) -> Void], _ failure: DisplayFailure?) {
    for completion in completions { afterwards { completion(failure) } }
  }

  /// Calls when nobody is inside anything.
  func afterwards(_ call: @escaping () -> Void) {
    calls.append(call)
    schedule()
  }

  /// Tells nothing any more.
  func close() {
    handler = nil
    calls = []
    deferred = nil
  }

  private func schedule() {
    // It fails only where the loop has ended, and then nobody is left to be told.
    try? deferred?.schedule()
  }

  private func tell() {
    if outputsHaveChanged {
      outputsHaveChanged = false
      handler?(.outputsChanged)
    }
    let due = calls
    calls = []
    for call in due where handler != nil { call() }
    if frontHasChanged {
      frontHasChanged = false
      handler?(.frontChanged)
    }
    guard let loss, let handler else { return }
    close()
    handler(.lost(reason: loss))
  }
}
