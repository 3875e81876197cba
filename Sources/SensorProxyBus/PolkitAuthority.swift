import EventLoop

/// polkit's word on who may claim a sensor, asked over the bus and not waited for.
struct PolkitAuthority {
  enum Verdict: Equatable {
    case allowed
    case denied(String)
    /// There is no polkit, or it may not be asked by this daemon.
    case absent(String)
  }

  static let action = "net.hadess.SensorProxy.claim-sensor"
  private static let check = BusMethod(
    "org.freedesktop.PolicyKit1", "/org/freedesktop/PolicyKit1/Authority", "org.freedesktop.PolicyKit1.Authority",
    "CheckAuthorization")
  /// How long it may take, s; without a question to the user it answers at once, unless it has to be started first.
  private static let patience = 25.0

  /// Asks about a client of the bus by its unique name.
  /// - Throws: `SystemError` where the question cannot be queued.
  static func ask(
    about client: String, on bus: Bus, answer: @escaping (Verdict) -> Void
  ) throws(SystemError) -> BusSlot {
    try bus.call(check, timeout: patience) { message in
      message.appendStructure("sa{sv}") {
        message.append("system-bus-name")
        message.appendArray(of: "{sv}") { message.appendEntry("name", .string(client)) }
      }
      message.append(action)
      message.appendArray(of: "{ss}") {}
      // Nobody is asked for a password: claims come by themselves, at every log-in.
      message.append(UInt32(0))
      message.append("")
    } answer: {
      answer(verdict(of: $0))
    }
  }

  static func verdict(of answer: BusMessage) -> Verdict {
    if let error = answer.error { return verdict(of: error) }
    guard answer.enterStructure("bba{ss}"), let isAuthorized = answer.readBool() else {
      return .denied("polkit's answer is not understood")
    }
    return isAuthorized ? .allowed : .denied("polkit says no to \(action)")
  }

  static func verdict(of error: BusError) -> Verdict {
    switch error.name {
    case "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner",
      // polkit answers only those who own the action or are root; another package's file for the action says nothing
      // of this daemon's user.
      "org.freedesktop.PolicyKit1.Error.NotAuthorized":
      .absent(error.description)
    case let name
    where name.hasPrefix("org.freedesktop.DBus.Error.Spawn.") || name.hasPrefix("org.freedesktop.systemd1."):
      .absent(error.description)
    default: .denied("polkit does not answer: \(error)")
    }
  }
}
