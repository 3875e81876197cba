import CLibSystemd
import Glibc

/// What an interface of an object has.
public struct BusMember {
  fileprivate enum Kind {
    case method((BusMessage) -> Void)
    case property(signature: StaticString, value: () -> BusValue)
  }

  fileprivate let name: StaticString
  fileprivate let kind: Kind

  /// A method without arguments and results; the call is answered now or later.
  public static func method(_ name: StaticString, _ body: @escaping (BusMessage) -> Void) -> Self {
    Self(name: name, kind: .method(body))
  }

  /// A property that is read only and tells of its changes; the signature is the value's.
  public static func property(
    _ name: StaticString, _ signature: StaticString, _ value: @escaping () -> BusValue
  ) -> Self {
    Self(name: name, kind: .property(signature: signature, value: value))
  }
}

/// One interface of an object on the bus, as long as it is held.
@MainActor public final class BusObject {
  private var slot: OpaquePointer?
  private let table: UnsafeMutableBufferPointer<sd_bus_vtable>
  private var methods: [String: (BusMessage) -> Void] = [:]
  private var properties: [String: () -> BusValue] = [:]

  init(bus: OpaquePointer, path: String, interface: String, members: [BusMember]) throws(SystemError) {
    table = .allocate(capacity: members.count + 2)
    fill(members)
    try SystemError.check(
      sd_bus_add_object_vtable(
        bus, &slot, path, interface, table.baseAddress, Unmanaged.passUnretained(self).toOpaque()),
      "cannot offer \(interface)")
  }

  isolated deinit {
    sd_bus_slot_unref(slot)
    table.deallocate()
  }

  private func fill(_ members: [BusMember]) {
    guard var element = table.baseAddress else { return }
    plumb_vtable_start(element)
    for member in members {
      element += 1
      let name = UnsafeRawPointer(member.name.utf8Start).assumingMemoryBound(to: CChar.self)
      switch member.kind {
      case .method(let body):
        methods["\(member.name)"] = body
        plumb_vtable_method(element, name) { message, this, _ in
          MainActor.assumeIsolated {
            guard let message, let this else { return -EINVAL }
            return Unmanaged<BusObject>.fromOpaque(this).takeUnretainedValue().called(message)
          }
        }
      case .property(let signature, let value):
        properties["\(member.name)"] = value
        let letters = UnsafeRawPointer(signature.utf8Start).assumingMemoryBound(to: CChar.self)
        plumb_vtable_property(element, name, letters) { _, _, _, property, reply, this, _ in
          MainActor.assumeIsolated {
            guard let property, let reply, let this else { return -EINVAL }
            return Unmanaged<BusObject>.fromOpaque(this).takeUnretainedValue().asked(property, reply)
          }
        }
      }
    }
    plumb_vtable_end(element + 1)
  }

  private func called(_ message: OpaquePointer) -> Int32 {
    guard let member = sd_bus_message_get_member(message), let body = methods[String(cString: member)] else {
      return -ENOSYS
    }
    body(BusMessage(keeping: message))
    // Answered by the body, now or later.
    return 1
  }

  private func asked(_ property: UnsafePointer<CChar>, _ reply: OpaquePointer) -> Int32 {
    guard let value = properties[String(cString: property)] else { return -ENOENT }
    BusMessage(keeping: reply).append(value())
    return 1
  }
}
