import CWayland

// What listeners of libwayland's objects have in common: they are C tables of functions, called on the main thread.

/// A listener's table, which libwayland keeps the address of: it lives for ever.
func forever<Table>(_ table: Table) -> UnsafePointer<Table> {
  let place = UnsafeMutablePointer<Table>.allocate(capacity: 1)
  place.initialize(to: table)
  return UnsafePointer(place)
}

/// The data for a listener that does not outlive the object.
func data(of object: AnyObject) -> UnsafeMutableRawPointer { Unmanaged.passUnretained(object).toOpaque() }

/// Hands an event to the object that listens, which stays alive meanwhile whatever comes of the event.
nonisolated func hear<Object: AnyObject, Argument>(
  _ this: UnsafeMutableRawPointer?, _ argument: Argument, _ body: @MainActor (Object, Argument) -> Void
) {
  // Connections are read on the main thread alone, so nothing is sent to another one here.
  nonisolated(unsafe) let this = this
  nonisolated(unsafe) let argument = argument
  MainActor.assumeIsolated {
    guard let this else { return }
    body(Unmanaged<Object>.fromOpaque(this).takeUnretainedValue(), argument)
  }
}

/// Text from the wire, repaired where it is no UTF-8.
func text(_ string: UnsafePointer<CChar>?) -> String { string.map { String(cString: $0) } ?? "" }
