import Orientation
import PlumbInterface
import Recordings

/// Turns what `Samples` tells into the lines of recordings.
///
/// Samples are kept as the sensor measured them; the header has the matrix and polarity that the daemon applied. A
/// sensor with other facts than the last one starts a recording of its own. That a sensor fell silent is written as
/// nothing: the gap says so, where `quiet` would say that it rests.
nonisolated struct Recorder {
  /// A machine that slept for less than this many seconds did not sleep.
  private static let leastSleep = 0.5

  /// What the first recording is called; nil takes the sensor's name.
  private let name: String?
  private(set) var samples = 0
  private(set) var recordings = 0

  private var header: RecordingHeader?
  private var origin: Double?
  private var lastTime = 0.0
  /// How the machine was folded before there was a sensor to record.
  private var earlierMode: RecordingEvent?
  private var slept: Double?

  init(name: String? = nil) { self.name = name }

  /// The lines for one reply, none where it says nothing new.
  mutating func lines(for reply: SensorInterface.SamplesReply) -> [String] {
    if let sample = reply.sample { return line(for: sample).map { [$0] } ?? [] }
    guard let event = reply.event else { return [] }
    switch event.kind {
    case .added: return event.sensor.map { added($0, at: event.t) } ?? []
    case .removed: return line(for: .removed, at: event.t)
    case .quiet: return line(for: .quiet, at: event.t)
    case .tabletMode: return folded(.tabletMode, at: event.t)
    case .laptopMode: return folded(.laptopMode, at: event.t)
    }
  }

  /// The lines for a sleep, given how long the machine has slept in all and the present time (s).
  mutating func lines(slept total: Double, now: Double) -> [String] {
    defer { slept = total }
    guard let slept, total - slept >= Self.leastSleep else { return [] }
    return line(for: .suspend, at: now - (total - slept)) + line(for: .resume, at: now)
  }

  private mutating func added(_ sensor: AccelerometerReport, at time: Double) -> [String] {
    let base = name ?? sensor.name
    var next = RecordingHeader(sensor, name: base)
    if let header {
      next.name = header.name
      guard next != header else { return line(for: .added, at: time) }
      next.name = "\(base)-\(recordings + 1)"
    }
    guard let line = RecordingWriter.line(next) else { return [] }
    header = next
    recordings += 1
    origin = nil
    lastTime = 0
    guard let mode = earlierMode else { return [line] }
    earlierMode = nil
    return [line] + self.line(for: mode, at: time)
  }

  private mutating func folded(_ mode: RecordingEvent, at time: Double) -> [String] {
    guard header != nil else {
      earlierMode = mode
      return []
    }
    return line(for: mode, at: time)
  }

  private mutating func line(for sample: SampleReport) -> String? {
    guard header != nil else { return nil }
    let entry = AccelerometerSample(time: place(sample.t), acceleration: sample.sensorFrame)
    guard let line = RecordingWriter.line(.sample(entry)) else { return nil }
    samples += 1
    return line
  }

  private mutating func line(for event: RecordingEvent, at time: Double) -> [String] {
    guard header != nil else { return [] }
    return RecordingWriter.line(.event(event, time: place(time))).map { [$0] } ?? []
  }

  /// Seconds from the recording's start, to the microsecond, never back.
  private mutating func place(_ time: Double) -> Double {
    let start = origin ?? time
    origin = start
    let microseconds = ((time - start) * 1e6).rounded()
    lastTime = max(lastTime, microseconds / 1e6)
    return lastTime
  }
}

extension RecordingHeader {
  /// The facts that a recording of a sensor needs.
  nonisolated init(_ sensor: AccelerometerReport, name: String) {
    self.init(
      name: name, polarity: sensor.polarity, rate: sensor.rate.flatMap { $0 > 0 ? $0 : nil } ?? 10,
      device: sensor.name, matrix: sensor.matrix.count == 9 ? sensor.matrix : nil,
      scale: sensor.scale.count == 3 ? sensor.scale : nil, location: sensor.location)
  }
}
