import CLibSystemd
import Glibc

/// A connection to the system bus that the loop serves: sd-bus, never waiting for an answer.
///
/// What its methods return lives as long as it is held: a dropped call is answered to nobody, a dropped match hears
/// nothing more, a dropped object is not there any more.
@MainActor public final class Bus {
  private let bus: OpaquePointer
  private let loop: EventLoop
  private var disconnection: BusSlot?
  private var isOver = false

  /// Called from the loop, once, when the bus has gone away.
  public var onDisconnect: (() -> Void)?

  /// Connects, which may still fail after this: then `onDisconnect` is called.
  /// - Throws: `SystemError` where nobody listens.
  public init(loop: EventLoop) throws(SystemError) {
    var bus: OpaquePointer?
    try SystemError.check(sd_bus_open_system(&bus), "cannot connect to the system bus")
    guard let bus else { throw SystemError("cannot connect to the system bus", code: ENOMEM) }
    self.bus = bus
    self.loop = loop
    // At the end nothing is waited for: a bus that hangs must not hold up the daemon's own end.
    sd_bus_set_close_on_exit(bus, 0)
    try SystemError.check(
      sd_bus_attach_event(bus, loop.event, Int32(SD_EVENT_PRIORITY_NORMAL)), "cannot watch the system bus")
    disconnection = try addMatch(
      "type='signal',sender='org.freedesktop.DBus.Local',path='/org/freedesktop/DBus/Local',"
        + "interface='org.freedesktop.DBus.Local',member='Disconnected'"
    ) { [weak self] _ in self?.ended() }
  }

  isolated deinit {
    disconnection = nil
    sd_bus_detach_event(bus)
    sd_bus_close_unref(bus)
  }

  private func ended() {
    guard !isOver else { return }
    isOver = true
    onDisconnect?()
  }

  /// Calls a method, and calls back with the answer, which may be an error; with one of sd-bus's own where none came in
  /// `timeout` seconds.
  /// - Throws: `SystemError` where the call cannot even be queued.
  public func call(
    _ method: BusMethod, timeout: Double = 25, arguments: (BusMessage) -> Void = { _ in },
    answer: @escaping (BusMessage) -> Void
  ) throws(SystemError) -> BusSlot {
    var raw: OpaquePointer?
    let operation = "cannot call \(method.member) of \(method.destination)"
    try SystemError.check(
      sd_bus_message_new_method_call(bus, &raw, method.destination, method.path, method.interface, method.member),
      operation)
    guard let raw else { throw SystemError(operation, code: ENOMEM) }
    let message = BusMessage(owning: raw)
    arguments(message)
    return try BusSlot(answer) { slot, callback, this in
      sd_bus_call_async(bus, slot, message.pointer, callback, this, EventLoop.microseconds(timeout))
    } operation: {
      operation
    }
  }

  /// Calls back with each signal that a rule matches (the D-Bus specification's match rules).
  /// - Throws: `SystemError` where the rule is none.
  public func addMatch(_ rule: String, handler: @escaping (BusMessage) -> Void) throws(SystemError) -> BusSlot {
    try BusSlot(handler) { slot, callback, this in
      sd_bus_add_match_async(bus, slot, rule, callback, { _, _, _ in 0 }, this)
    } operation: {
      "cannot listen to the system bus"
    }
  }

  /// Offers an object's interface at a path.
  /// - Throws: `SystemError` where the same is offered already.
  public func addObject(
    _ path: String, interface: String, members: [BusMember]
  ) throws(SystemError) -> BusObject {
    try BusObject(bus: bus, path: path, interface: interface, members: members)
  }

  /// Tells one client alone, or nil: everybody, that properties have changed.
  public func sendPropertiesChanged(
    to destination: String?, path: String, interface: String, values: [(name: String, value: BusValue)]
  ) {
    var raw: OpaquePointer?
    guard
      sd_bus_message_new_signal(bus, &raw, path, "org.freedesktop.DBus.Properties", "PropertiesChanged") >= 0, let raw
    else { return }
    let message = BusMessage(owning: raw)
    if let destination { sd_bus_message_set_destination(message.pointer, destination) }
    message.append(interface)
    message.appendArray(of: "{sv}") {
      for (name, value) in values { message.appendEntry(name, value) }
    }
    message.appendArray(of: "s") {}
    sd_bus_send(bus, message.pointer, nil)
  }
}

/// A method of somebody's object.
public struct BusMethod: Sendable {
  /// The name of who is called.
  public let destination: String
  /// The object.
  public let path: String
  /// The interface.
  public let interface: String
  /// The method.
  public let member: String

  /// Names a method.
  public init(_ destination: String, _ path: String, _ interface: String, _ member: String) {
    self.destination = destination
    self.path = path
    self.interface = interface
    self.member = member
  }

  /// A method of the bus itself.
  public static func ofBus(_ member: String) -> Self {
    Self("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", member)
  }
}

/// Something that was asked of the bus, as long as it is of interest.
@MainActor public final class BusSlot {
  private var slot: OpaquePointer?
  private let handler: (BusMessage) -> Void

  fileprivate init(
    _ handler: @escaping (BusMessage) -> Void,
    _ make: (
      UnsafeMutablePointer<OpaquePointer?>, sd_bus_message_handler_t, UnsafeMutableRawPointer
    ) -> Int32,
    operation: () -> String
  ) throws(SystemError) {
    self.handler = handler
    let callback: sd_bus_message_handler_t = { message, this, _ in
      MainActor.assumeIsolated {
        guard let message, let this else { return }
        // A handler may drop its own slot.
        let slot = Unmanaged<BusSlot>.fromOpaque(this).takeUnretainedValue()
        slot.handler(BusMessage(keeping: message))
      }
      return 0
    }
    try SystemError.check(make(&slot, callback, Unmanaged.passUnretained(self).toOpaque()), operation())
  }

  isolated deinit { sd_bus_slot_unref(slot) }
}
