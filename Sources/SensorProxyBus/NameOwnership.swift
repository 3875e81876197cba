import EventLoop

/// The well-known name: taken when it is free, and never from another.
final class NameOwnership {
  private let bus: Bus
  private let report: (String) -> Void
  private var slots: [BusSlot] = []
  private var request: BusSlot?
  private var reported: String?

  /// Whether the name is ours.
  private(set) var isOurs = false

  /// Called when the name was ours and is another's now.
  var onLoss: (() -> Void)?

  /// Asks for the name, and again whenever its owner has gone.
  /// - Throws: `SystemError` where the bus cannot be asked.
  init(bus: Bus, report: @escaping (String) -> Void) throws(SystemError) {
    self.bus = bus
    self.report = report
    slots.append(
      try bus.addMatch(
        "type='signal',sender='org.freedesktop.DBus',path='/org/freedesktop/DBus',interface='org.freedesktop.DBus',"
          + "member='NameOwnerChanged',arg0='\(SensorProxy.name)'"
      ) { [weak self] in self?.ownerChanged($0) })
    try ask()
  }

  private func ask() throws(SystemError) {
    request = try bus.call(.ofBus("RequestName")) { message in
      message.append(SensorProxy.name)
      message.append(Self.doNotQueue)
    } answer: { [weak self] in
      self?.answered($0)
    }
  }

  private static let doNotQueue: UInt32 = 4
  private static let primaryOwner: UInt32 = 1
  private static let alreadyOwner: UInt32 = 4

  private func answered(_ answer: BusMessage) {
    request = nil
    if let error = answer.error {
      return say(
        "\(SensorProxy.name) is not answered: \(error); the bus's policy comes with the drop-in of plumbd(8), FILES")
    }
    switch answer.readUInt32() {
    case Self.primaryOwner, Self.alreadyOwner:
      isOurs = true
      say("\(SensorProxy.name) is answered")
    default:
      say(
        "\(SensorProxy.name) is answered by another service, most likely iio-sensor-proxy; it is taken over when that "
          + "service ends")
    }
  }

  private func ownerChanged(_ signal: BusMessage) {
    guard signal.readString() == SensorProxy.name, let previous = signal.readString(), let owner = signal.readString()
    else { return }
    if owner.isEmpty {
      lose()
      do throws(SystemError) { try ask() } catch { say("\(SensorProxy.name) is not answered: \(error)") }
    } else if isOurs, !previous.isEmpty {
      lose()
      say("\(SensorProxy.name) was taken by another service")
    }
  }

  private func lose() {
    guard isOurs else { return }
    isOurs = false
    onLoss?()
  }

  /// Says what is new, once.
  private func say(_ words: String) {
    guard words != reported else { return }
    reported = words
    report(words)
  }
}
