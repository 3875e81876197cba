import Varlink

/// Who needs the sensor now: it is powered only while somebody does.
final class Demand {
  /// Called when the first one comes, and when the last one is gone.
  var onChange: ((Bool) -> Void)?
  /// Called when the first reader of samples comes, and when the last one is gone.
  var onSamplesChange: ((Bool) -> Void)?
  private(set) var exists = false
  private(set) var needsSamples = false
  private var waiting: [ObjectIdentifier: WaitingCall] = [:]

  private struct WaitingCall {
    let call: Call
    let timeout: AnyObject?
    let answer: () -> Void
  }

  /// The number of readers that stay has changed.
  func update(readers: Int, sampleReaders: Int) {
    let samplesChanged = needsSamples != (sampleReaders > 0)
    needsSamples = sampleReaders > 0
    // Before the sensor is started, so that it starts as is wanted.
    if samplesChanged { onSamplesChange?(needsSamples) }
    let needed = readers > 0 || !waiting.isEmpty
    guard needed != exists else { return }
    exists = needed
    onChange?(needed)
  }

  /// Answers a call when the sensor has been read, or after a time at the latest; `changed` recounts the readers.
  func wait(
    _ call: Call, timeout: AnyObject?, changed: @escaping () -> Void, answer: @escaping () -> Void
  ) {
    let key = ObjectIdentifier(call)
    waiting[key] = WaitingCall(call: call, timeout: timeout, answer: answer)
    call.onCancel = { [weak self] in
      self?.waiting[key] = nil
      changed()
    }
    changed()
  }

  /// Whether the call waits for the sensor.
  func isWaiting(_ call: Call) -> Bool { waiting[ObjectIdentifier(call)] != nil }

  /// What was waited for is known, or is not going to be.
  func release() {
    let released = waiting
    waiting = [:]
    for entry in released.values { entry.answer() }
  }
}
