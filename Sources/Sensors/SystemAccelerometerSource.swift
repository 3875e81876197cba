import EventLoop
import Orientation

/// The machine's own accelerometer, of whatever kind: IIO first, an input device where there is none.
public final class SystemAccelerometerSource: AccelerometerSource {
  private let handler: (SensorEvent) -> Void
  private let readsInput: Bool
  private var iio: IIOAccelerometerSource?
  private var input: EvdevAccelerometerSource?
  private var isStarted = false
  /// Whether IIO has one that is read.
  private var iioIsUsed = false
  private var inputIsUsed = false
  /// Why IIO has none, as long as it is not known whether an input device steps in.
  private var iioReason = "there is no accelerometer"

  /// Makes a source that looks for nothing until `start()`.
  /// - Throws: `SystemError` where the kernel refuses a descriptor or a timer.
  public init(
    loop: EventLoop, settings: SensorSettings = SensorSettings(), handler: @escaping (SensorEvent) -> Void
  ) throws(SystemError) {
    self.handler = handler
    // Another machine's sensor is no reason to look at this one's input devices.
    readsInput = settings.uri == "local:"
    iio = try IIOAccelerometerSource(loop: loop, settings: settings) { [weak self] in self?.iioSays($0) }
    if readsInput {
      input = try EvdevAccelerometerSource(loop: loop, settings: settings) { [weak self] in self?.inputSays($0) }
    }
  }

  /// Every accelerometer seen, IIO's first.
  public var sensors: [AccelerometerDescription] {
    let ours = iio?.sensors ?? []
    let others = (input?.sensors ?? []).map { description in
      var description = description
      if iioIsUsed {
        description.isUsed = false
        description.reason = "an IIO accelerometer is used"
      }
      return description
    }
    return ours + others
  }

  /// Looks for devices.
  public func start() {
    guard !isStarted else { return }
    isStarted = true
    iio?.start()
  }

  /// Powers down what is read.
  public func stop() {
    isStarted = false
    iioIsUsed = false
    inputIsUsed = false
    iio?.stop()
    input?.stop()
  }

  /// Powers down what is read, and waits for it.
  public func close() {
    stop()
    iio?.close()
    input?.close()
  }

  /// Passes the wish on to IIO's; input devices report changes by themselves.
  public func wantEverySample(_ wanted: Bool) { iio?.wantEverySample(wanted) }

  private func iioSays(_ event: SensorEvent) {
    switch event {
    case .appeared:
      if inputIsUsed { handler(.lost(reason: "an IIO accelerometer is used now")) }
      inputIsUsed = false
      iioIsUsed = true
      input?.stop()
      handler(event)
    case .lost(let reason):
      iioIsUsed = false
      iioReason = reason
      handler(event)
      if isStarted { input?.start() }
    case .unavailable(let reason):
      iioIsUsed = false
      let isNews = iioReason != reason
      iioReason = reason
      guard let input, isStarted else { return handler(event) }
      // Where it was asked before it will not answer again.
      if isNews, !inputIsUsed, input.isAsked { handler(event) }
      input.start()
    case .sample, .stale, .recovered, .quiet, .ended, .tabletMode, .notice, .detail: handler(event)
    }
  }

  private func inputSays(_ event: SensorEvent) {
    guard !iioIsUsed else { return }
    switch event {
    case .appeared:
      inputIsUsed = true
      handler(event)
    case .lost:
      inputIsUsed = false
      handler(event)
    case .unavailable(let reason):
      inputIsUsed = false
      handler(.unavailable(reason: input?.hasDevices == true ? "\(iioReason); \(reason)" : iioReason))
    case .sample, .stale, .recovered, .quiet, .ended, .tabletMode, .notice, .detail: handler(event)
    }
  }
}
