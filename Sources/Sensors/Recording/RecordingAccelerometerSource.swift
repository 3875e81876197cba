import EventLoop
import Orientation

/// Plays recordings in real time, one after the other, as if a device measured them now.
public final class RecordingAccelerometerSource: AccelerometerSource {
  private let handler: (SensorEvent) -> Void
  private let tracks: [RecordedTrack]
  private var timer: TimerSource?
  private var isStarted = false
  private var isPresent = false
  private var trackIndex = 0
  private var entryIndex = 0
  private var base = 0.0

  /// Makes a player at the start of its first recording, silent until `start()`.
  /// - Throws: `SystemError` where the kernel refuses a timer.
  public init(loop: EventLoop, tracks: [RecordedTrack], handler: @escaping (SensorEvent) -> Void) throws(SystemError) {
    self.handler = handler
    self.tracks = tracks.map { track in
      var sorted = track
      sorted.entries = track.entries.filter(\.time.isFinite).sorted { $0.time < $1.time }
      return sorted
    }
    timer = try loop.addTimer { [weak self] in self?.tick() }
  }

  /// The recording that plays, or nothing while its sensor is removed.
  public var sensors: [AccelerometerDescription] { isPresent ? [description] : [] }

  private var description: AccelerometerDescription {
    let track = tracks.indices.contains(trackIndex) ? tracks[trackIndex] : nil
    return AccelerometerDescription(
      name: track?.name ?? "recording", identifier: "recording", uri: "recording:",
      location: Sourced(.display, from: "recording"), scale: Sourced([1, 1, 1], from: "recording"), rate: track?.rate,
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

  private var nextEntry: RecordedTrack.Timed? {
    guard tracks.indices.contains(trackIndex) else { return nil }
    let entries = tracks[trackIndex].entries
    return entries.indices.contains(entryIndex) ? entries[entryIndex] : nil
  }

  private func tick() {
    if !isPresent, nextEntry?.entry != .added { appear() }
    while isStarted, let next = nextEntry {
      let time = base + next.time
      guard time <= EventLoop.now else { return timer?.arm(at: time) ?? () }
      entryIndex += 1
      play(next.entry, at: time)
    }
    guard isStarted else { return }
    advance()
  }

  private func advance() {
    if trackIndex + 1 < tracks.count {
      trackIndex += 1
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

  private func play(_ entry: RecordedTrack.Entry, at time: Double) {
    switch entry {
    case .sample(let acceleration):
      handler(.sample(AccelerometerSample(time: time, acceleration: acceleration), sensorFrame: acceleration))
    case .removed:
      isPresent = false
      handler(.lost(reason: "the recorded sensor was removed"))
    case .added: appear()
    case .tabletMode(let on): handler(.tabletMode(on))
    case .quiet: handler(.quiet(time: time))
    case .powerTransition: break
    }
  }
}
