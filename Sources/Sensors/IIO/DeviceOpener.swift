import EventLoop
import Orientation

/// A device that can be read, and how.
nonisolated struct OpenedDevice: Sendable {
  /// Where the samples come from.
  enum Reading: Sendable {
    /// A buffer that is on.
    case buffered(BufferSession)
    /// Raw values, read one by one.
    case polled
  }

  var device: IIODevice
  /// The facts after the frequencies were raised.
  var facts: AccelerometerFacts
  var reading: Reading
  /// What stood in the attributes that are written while it is read.
  var found: [String: String] = [:]
  /// How long one reading of raw values takes, s; 0 where it was not tried.
  var readingTime = 0.0
  /// The motion event that it may be woken by.
  var motionEvent: MotionEventSession?
  /// What did not work on the way, in words.
  var faults: [String] = []
  /// What does not work and is not needed, in words.
  var details: [String] = []
  /// Whether a buffer would have been used, were it not another program's or forbidden at present.
  var isBufferBlocked = false

  var mode: SensorMode {
    switch reading {
    case .buffered: .buffered
    case .polled: .polled
    }
  }

  /// Puts back what was found and powers the device down; on the reader thread.
  func close() {
    // First, since chips refuse another frequency while they measure for an event.
    motionEvent?.close()
    for (attribute, value) in found where (try? device.read(attribute)) != value {
      try? device.write(attribute, value)
    }
    if case .buffered(let session) = reading { session.close() }
  }
}

/// Makes a device deliver: raises its frequencies, switches its buffer on, or sees that it can be polled.
///
/// All of this may block for seconds; it runs on the reader thread.
nonisolated struct DeviceOpener: Sendable {
  let settings: SensorSettings
  /// Whether a buffer may be tried; not after it has been silent.
  var allowsBuffer = true

  /// Opens the device.
  /// - Throws: `SensorFailure` where it can be read in no way that the settings allow.
  func open(_ device: IIODevice, facts: AccelerometerFacts) throws(SensorFailure) -> OpenedDevice {
    var opened = try openReading(device, facts: facts)
    guard let attributes = facts.motionEvent else { return opened }
    do throws(SensorFailure) {
      var node: Int32?
      if case .buffered(let session) = opened.reading { node = session.descriptor }
      opened.motionEvent = try MotionEventSession(attributes, of: device, node: node)
    } catch {
      opened.details.append("\(error); at rest \(facts.identifier) is looked at once a second instead")
    }
    return opened
  }

  private func openReading(_ device: IIODevice, facts: AccelerometerFacts) throws(SensorFailure) -> OpenedDevice {
    var opened = OpenedDevice(device: device, facts: facts, reading: .polled)
    // The look at the devices may have been while another reader, or the one before, had its own values there.
    for attribute in facts.attributes.keys
    where attribute.hasSuffix("sampling_frequency") || attribute == ChangeReporting.attribute {
      guard let value = try? device.read(attribute) else { continue }
      opened.found[attribute] = value
      opened.facts.attributes[attribute] = value
    }
    let isFilled = facts.hasFilledBuffer || facts.hasBuffer && settings.mode == .buffered
    guard settings.mode != .polled, allowsBuffer, isFilled else {
      if settings.mode == .buffered { throw .unreadable("\(facts.identifier) has no buffer to read") }
      return try openPolled(opened)
    }
    do throws(SensorFailure) {
      try BufferSession.checkAccess(to: device)
      raiseFrequencies(&opened)
      opened.reading = .buffered(try BufferSession(opening: device, facts: facts))
      return opened
    } catch {
      guard settings.mode == .auto, !error.isGone, facts.hasRawValues else { throw error }
      opened.faults.append("\(error); polled instead")
      opened.isBufferBlocked = error.isBusy || error.isDenied
      return try openPolled(opened)
    }
  }

  private func openPolled(_ device: OpenedDevice) throws(SensorFailure) -> OpenedDevice {
    guard device.facts.hasRawValues else { throw .unreadable("\(device.facts.identifier) has no values to poll") }
    var opened = device
    if !opened.isBufferBlocked {
      try switchOffForgottenBuffer(opened.device)
      raiseFrequencies(&opened)
    }
    let began = EventLoop.now
    _ = try Self.readRaw(opened.device)
    opened.readingTime = EventLoop.now - began
    return opened
  }

  /// The three axes in counts; where another program's buffer is in the way, that program is named.
  static func readRaw(_ device: IIODevice) throws(SensorFailure) -> RawScan {
    do throws(SensorFailure) {
      return try device.readRaw()
    } catch {
      // Most drivers refuse raw values while a buffer is on.
      guard error.isBusy else { throw error }
      let node = "/dev/" + device.identifier
      throw .held(node: node, holder: DeviceHolder.find(node: node))
    }
  }

  /// A buffer that is on and that nobody reads would lock raw values out.
  private func switchOffForgottenBuffer(_ device: IIODevice) throws(SensorFailure) {
    guard (try? device.readFile("buffer/enable")) == "1" else { return }
    try BufferSession.checkAccess(to: device)
    try? device.write("buffer/enable", "0")
  }

  private func raiseFrequencies(_ opened: inout OpenedDevice) {
    for change in FrequencyRule.changes(of: opened.facts, wanted: settings.rate) {
      do throws(SensorFailure) {
        try opened.device.write(change.attribute, change.value)
      } catch {
        opened.faults.append("\(error): it stays at \(opened.facts.attributes[change.attribute] ?? "its rate")")
      }
      if let value = try? opened.device.read(change.attribute) { opened.facts.attributes[change.attribute] = value }
    }
  }
}
