import EventLoop
import Orientation
import Recordings

/// Plays recordings in real time, one after the other, as if a device measured them now.
public final class RecordingAccelerometerSource: AccelerometerSource {
  private let handler: (SensorEvent) -> Void
  private let recordings: [Recording]
  private var timer: TimerSource?
  private var isStarted = false
  private var isPresent = false
  private var recordingIndex = 0
  private var entryIndex = 0
  private var base = 0.0

  /// Makes a player at the start of its first recording, silent until `start()`.
  /// - Throws: `SystemError` where the kernel refuses a timer.
  public init(
    loop: EventLoop, recordings: [Recording], handler: @escaping (SensorEvent) -> Void
  ) throws(SystemError) {
    self.handler = handler
    self.recordings = recordings
    timer = try loop.addTimer { [weak self] in self?.tick() }
  }

  /// The recording that plays, or nothing while its sensor is removed.
  public var sensors: [AccelerometerDescription] { isPresent ? [description] : [] }

  private var description: AccelerometerDescription {
    let header = recordings.indices.contains(recordingIndex) ? recordings[recordingIndex].header : nil
    return AccelerometerDescription(
      name: header?.name ?? "recording", identifier: "recording", uri: "recording:",
      location: Sourced(.display, from: "recording"), scale: Sourced([1, 1, 1], from: "recording"), rate: header?.rate,
      mode: .recording, isUsed: true, reason: "this recording is being played")
  }

  /// Plays on from where it was stopped.
  public func start() {
    guard !isStarted else { return }
    isStarted = true
    base = EventLoop.now - (nextEntry?.time ?? 0)
    timer?.arm(at: EventLoop.now)
  }

  /// Pauses.
  public func stop() {
    isStarted = false
    isPresent = false
    timer?.disarm()
  }

  /// The same as `stop()`: there is no device to wait for.
  public func close() { stop() }

  private var nextEntry: RecordingEntry? {
    guard recordings.indices.contains(recordingIndex) else { return nil }
    let entries = recordings[recordingIndex].entries
    return entries.indices.contains(entryIndex) ? entries[entryIndex] : nil
  }

  private func tick() {
    if !isPresent, !nextIsAppearance { appear() }
    while isStarted, let next = nextEntry {
      let time = base + next.time
      guard time <= EventLoop.now else { return timer?.arm(at: time) ?? () }
      entryIndex += 1
      play(next, at: time)
    }
    guard isStarted else { return }
    advance()
  }

  private func advance() {
    if recordingIndex + 1 < recordings.count {
      recordingIndex += 1
      entryIndex = 0
      base = EventLoop.now - (nextEntry?.time ?? 0)
      // Another recording is another device: nothing of the last one is to be averaged in.
      isPresent = false
      handler(.lost(reason: "the next recording begins"))
      timer?.arm(at: EventLoop.now)
    } else {
      isStarted = false
      handler(.ended)
    }
  }

  private func appear() {
    isPresent = true
    handler(.appeared(description))
  }

  /// A recording that begins with the sensor's coming has none before.
  private var nextIsAppearance: Bool {
    if case .event(.added, time: _) = nextEntry { true } else { false }
  }

  private func play(_ entry: RecordingEntry, at time: Double) {
    switch entry {
    case .sample(let sample):
      handler(
        .sample(
          AccelerometerSample(time: time, acceleration: sample.acceleration), sensorFrame: sample.acceleration))
    case .event(let event, time: _): play(event, at: time)
    }
  }

  private func play(_ event: RecordingEvent, at time: Double) {
    switch event {
    case .removed:
      isPresent = false
      handler(.lost(reason: "the recorded sensor was removed"))
    case .added: appear()
    case .tabletMode: handler(.tabletMode(true))
    case .laptopMode: handler(.tabletMode(false))
    case .quiet: handler(.quiet(time: time))
    case .suspend, .resume: break
    }
  }
}
