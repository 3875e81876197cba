import EventLoop

/// One client of the bus that has claimed a sensor, or is about to.
final class ProxyClient {
  /// A call that waits for polkit, or for the first reading.
  final class Pending {
    let sensor: ProxySensor
    let call: BusMessage
    /// What it waits for.
    var question: BusSlot?
    /// Not nil while it waits for a reading.
    var timeout: TimerSource?
    /// The sensor was released before it was granted.
    var isWithdrawn = false

    init(_ sensor: ProxySensor, _ call: BusMessage) {
      self.sensor = sensor
      self.call = call
    }
  }

  /// Its unique name.
  let name: String
  /// The sensors that it holds: claimed twice is claimed, and one release gives it back, as upstream has it.
  var claims: Set<ProxySensor> = []
  private(set) var pending: [Pending] = []
  /// Tells when it leaves the bus.
  var departure: BusSlot?

  init(name: String) { self.name = name }

  /// Whether there is nothing to remember of it.
  var isIdle: Bool { claims.isEmpty && pending.isEmpty }

  /// Waits with a call.
  func add(_ call: Pending) { pending.append(call) }

  /// Ends the wait of a call.
  func remove(_ call: Pending) { pending.removeAll { $0 === call } }

  /// Gives a sensor back, and takes back what is still asked for.
  func release(_ sensor: ProxySensor) {
    claims.remove(sensor)
    for call in pending where call.sensor == sensor { call.isWithdrawn = true }
  }

  /// Waits for nothing any more; the calls that did.
  func abandon() -> [BusMessage] {
    defer { pending = [] }
    for call in pending {
      call.question = nil
      call.timeout = nil
    }
    departure = nil
    return pending.map(\.call)
  }
}
