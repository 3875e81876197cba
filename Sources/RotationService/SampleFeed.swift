public import Orientation
import PlumbInterface
import Varlink

/// Hands raw samples to those who may have them: a slow reader misses samples, never the newest.
public final class SampleFeed {
  private var readers: [ObjectIdentifier: Reader] = [:] {
    didSet { onCountChanged() }
  }
  private let onCountChanged: () -> Void

  init(onCountChanged: @escaping () -> Void) { self.onCountChanged = onCountChanged }

  var readerCount: Int { readers.count }

  func subscribe(_ call: Call, mayRead: @escaping () -> Bool) {
    let reader = Reader(call: call, mayRead: mayRead)
    readers[ObjectIdentifier(call)] = reader
    let key = ObjectIdentifier(call)
    call.onCancel = { [weak self] in self?.readers[key] = nil }
    call.onDrain = { [weak self, weak reader] in
      if let reader { self?.flush(reader) }
    }
  }

  /// Tells all readers; free while there are none.
  public func publish(_ sample: AccelerometerSample) {
    guard !readers.isEmpty else { return }
    let encoded = EncodedParameters(always: SensorInterface.SamplesReply(sample: SampleReport(sample)))
    for reader in readers.values {
      reader.newest = encoded
      flush(reader)
    }
  }

  private func flush(_ reader: Reader) {
    guard let newest = reader.newest, reader.call.isDrained else { return }
    reader.newest = nil
    guard reader.mayRead() else {
      readers[ObjectIdentifier(reader.call)] = nil
      return reader.call.fail(.permissionDenied)
    }
    reader.call.reply(newest, continues: true)
  }

  private final class Reader {
    let call: Call
    let mayRead: () -> Bool
    var newest: EncodedParameters?

    init(call: Call, mayRead: @escaping () -> Bool) {
      self.call = call
      self.mayRead = mayRead
    }
  }
}
