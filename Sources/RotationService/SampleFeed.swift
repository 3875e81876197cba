import JSON
public import Orientation
public import PlumbInterface
import Varlink

/// Hands raw samples, and what happens between them, to those who may have them.
///
/// A slow reader misses samples, never the newest, and no event as long as fewer than `mostWaiting` replies wait.
public final class SampleFeed {
  /// Replies that wait for one slow reader at most: its memory stays bounded.
  static let mostWaiting = 64

  private var readers: [ObjectIdentifier: Reader] = [:] {
    didSet { onCountChanged() }
  }
  private let onCountChanged: () -> Void
  /// What a reader that comes late has to know first.
  private var sensor: SampleEvent?
  private var mode: SampleEvent?

  init(onCountChanged: @escaping () -> Void) { self.onCountChanged = onCountChanged }

  var readerCount: Int { readers.count }

  func subscribe(_ call: Call, mayRead: @escaping () -> Bool) {
    add(call, [sensor, mode].compactMap { $0.map(Self.encoded) }, mayRead)
  }

  private func add(_ call: Call, _ events: [EncodedParameters], _ mayRead: @escaping () -> Bool) {
    let reader = Reader(call: call, mayRead: mayRead)
    let key = ObjectIdentifier(call)
    call.onCancel = { [weak self] in self?.readers[key] = nil }
    call.onDrain = { [weak self, weak reader] in
      if let reader { self?.flush(reader) }
    }
    for event in events { reader.append(.event(event)) }
    readers[key] = reader
    flush(reader)
  }

  /// What a reader has not been told, samples aside; nil for a call that is no reader's.
  func snapshot(of call: Call) -> CallSnapshot? {
    guard let reader = readers[ObjectIdentifier(call)] else { return nil }
    var snapshot = CallSnapshot(kind: .samples)
    let events = reader.waitingEvents.compactMap { try? JSONValue(parsing: $0.bytes) }
    if !events.isEmpty { snapshot.replies = events }
    return snapshot
  }

  /// Goes on telling a reader; it learns anew of the sensor, whose samples go on only then.
  func resume(_ call: Call, _ snapshot: CallSnapshot, mayRead: @escaping () -> Bool) {
    add(call, (snapshot.replies ?? []).suffix(Self.mostWaiting).map { EncodedParameters(always: $0) }, mayRead)
  }

  /// Tells all readers a sample and the same vector as the sensor measured it; free while there are none.
  public func publish(_ sample: AccelerometerSample, sensorFrame: Acceleration) {
    guard !readers.isEmpty else { return }
    let report = SampleReport(sample, sensorFrame: sensorFrame)
    tell(.sample(EncodedParameters(always: SensorInterface.SamplesReply(sample: report))))
  }

  /// Tells all readers what happened, and keeps what later ones have to know.
  public func publish(_ event: SampleEvent) {
    switch event.kind {
    case .added: sensor = event
    case .removed: sensor = nil
    case .tabletMode, .laptopMode: mode = event
    case .quiet: break
    }
    guard !readers.isEmpty else { return }
    tell(.event(Self.encoded(event)))
  }

  /// Nobody reads the sensor any more, and it is off: the next reader is told of it when it is on again.
  public func sensorStopped() { sensor = nil }

  private static func encoded(_ event: SampleEvent) -> EncodedParameters {
    EncodedParameters(always: SensorInterface.SamplesReply(event: event))
  }

  private func tell(_ reply: Reader.Waiting) {
    for reader in readers.values {
      reader.append(reply)
      flush(reader)
    }
  }

  private func flush(_ reader: Reader) {
    while reader.call.isDrained, let next = reader.next() {
      guard reader.mayRead() else {
        readers[ObjectIdentifier(reader.call)] = nil
        return reader.call.fail(.permissionDenied)
      }
      reader.call.reply(next, continues: true)
    }
  }

  private final class Reader {
    enum Waiting {
      case sample(EncodedParameters)
      case event(EncodedParameters)
    }

    let call: Call
    let mayRead: () -> Bool
    private var waiting: [Waiting] = []

    init(call: Call, mayRead: @escaping () -> Bool) {
      self.call = call
      self.mayRead = mayRead
    }

    /// A sample takes the place of one that still waits, unless something happened between the two.
    func append(_ reply: Waiting) {
      if case .sample = reply, case .sample = waiting.last { waiting.removeLast() }
      if waiting.count >= SampleFeed.mostWaiting { waiting.removeFirst() }
      waiting.append(reply)
    }

    var waitingEvents: [EncodedParameters] {
      waiting.compactMap { if case .event(let encoded) = $0 { encoded } else { nil } }
    }

    func next() -> EncodedParameters? {
      guard !waiting.isEmpty else { return nil }
      switch waiting.removeFirst() {
      case .sample(let encoded), .event(let encoded): return encoded
      }
    }
  }
}
