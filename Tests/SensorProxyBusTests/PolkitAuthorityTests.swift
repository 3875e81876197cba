import EventLoop
import Testing

@testable import SensorProxyBus

struct PolkitAuthorityTests {
  /// Only where nobody can be asked does the active session decide; trouble with somebody who is there is a no.
  @Test(arguments: [
    ("org.freedesktop.DBus.Error.ServiceUnknown", true), ("org.freedesktop.DBus.Error.NameHasNoOwner", true),
    ("org.freedesktop.DBus.Error.Spawn.ExecFailed", true), ("org.freedesktop.systemd1.UnitMasked", true),
    ("org.freedesktop.PolicyKit1.Error.NotAuthorized", true), ("org.freedesktop.PolicyKit1.Error.Failed", false),
    ("org.freedesktop.DBus.Error.NoReply", false), ("org.freedesktop.DBus.Error.AccessDenied", false), ("", false),
  ])
  func anErrorIsAbsenceOrANo(name: String, isAbsence: Bool) {
    let verdict = PolkitAuthority.verdict(of: BusError(name: name, message: "why"))
    switch verdict {
    case .absent(let reason): #expect(isAbsence && reason == "why")
    case .denied(let reason): #expect(!isAbsence && reason.contains("why"))
    case .allowed: Issue.record("an error allows nothing")
    }
  }
}
