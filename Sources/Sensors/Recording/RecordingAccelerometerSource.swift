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

  private var recording: Recording? {
    recordings.indices.contains(recordingIndex) ? recordings[recordingIndex] : nil
  }

  private var description: AccelerometerDescription {
    let header = recording?.header
    let location = header?.location.flatMap(SensorLocation.init(word:)) ?? .unknown
    return AccelerometerDescription(
      name: header?.device ?? header?.name ?? "recording", identifier: header?.name ?? "recording", uri: "recording:",
      location: Sourced(location, from: "recording"), rate: header?.rate, mode: .recording, isUsed: true,
      reason: "this recording is being played")
  }

  /// Plays on from where it was stopped.
  public func start() {
    guard !isStarted else { return }
    isStarted = true
    rebase()
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
    guard let entries = recording?.entries, entries.indices.contains(entryIndex) else { return nil }
    return entries[entryIndex]
  }

  /// The next entry happens now.
  private func rebase() { base = EventLoop.now - (nextEntry?.time ?? 0) }

  private func tick() {
    if !isPresent, nextEntry?.isAddition != true { appear() }
    while isStarted, let next = nextEntry {
      let time = base + next.time
      guard time <= EventLoop.now else { return timer?.arm(at: time) ?? () }
      entryIndex += 1
      play(next, at: time)
    }
    if isStarted { advance() }
  }

  private func advance() {
    guard recordingIndex + 1 < recordings.count else {
      isStarted = false
      return handler(.ended)
    }
    recordingIndex += 1
    entryIndex = 0
    rebase()
    // Another recording is another device: nothing of the last one is to be averaged in.
    isPresent = false
    handler(.lost(reason: "the next recording begins"))
    if isStarted { timer?.arm(at: EventLoop.now) }
  }

  private func appear() {
    isPresent = true
    handler(.appeared(description))
  }

  private func play(_ entry: RecordingEntry, at time: Double) {
    switch entry {
    case .sample(let sample):
      let now = AccelerometerSample(time: time, acceleration: sample.acceleration)
      handler(.sample(now, sensorFrame: sample.acceleration))
    case .event(.removed, _):
      isPresent = false
      handler(.lost(reason: "the recorded sensor was removed"))
    case .event(.added, _): appear()
    case .event(.tabletMode, _): handler(.tabletMode(true))
    case .event(.laptopMode, _): handler(.tabletMode(false))
    case .event(.quiet, _): handler(.quiet(time: time))
    // Time passes, nothing is measured: the gap speaks for itself.
    case .event(.suspend, _), .event(.resume, _): break
    }
  }
}

extension RecordingEntry {
  fileprivate var isAddition: Bool {
    if case .event(.added, _) = self { true } else { false }
  }
}
