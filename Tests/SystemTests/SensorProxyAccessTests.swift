import Glibc
import TestSupport
import Testing

/// Who may claim, who owns the name, and what happens when the bus goes away.
@Suite(.serialized, .enabled(if: TestBus.isThere, "needs dbus-daemon and python3-gi")) struct SensorProxyAccessTests {
  private static let answered = "net.hadess.SensorProxy is answered\n"

  private func start(_ bus: TestBus) throws -> TestDaemon {
    try TestDaemon(configuration: SensorProxyTests.configuration, environment: bus.environment)
  }

  private func waitForName(_ daemon: TestDaemon) throws {
    try daemon.program.waitForError("the name") { $0.contains(Self.answered) }
  }

  // MARK: - polkit

  @Test(arguments: [("yes", true), ("no", false), ("challenge", false), ("fail", false)])
  func polkitDecides(answer: String, isGranted: Bool) throws {
    let bus = try TestBus()
    let polkit = try bus.startPolkit(answer)
    let daemon = try start(bus)
    try waitForName(daemon)
    let client = try bus.connect()
    for sensor in ["Accelerometer", "Light", "Compass"] {
      let reply = try client.ask("claim \(sensor)")
      if isGranted {
        #expect(reply == "ok")
      } else {
        #expect(reply.hasPrefix("error org.freedesktop.DBus.Error.AccessDenied: "), "\(reply)")
      }
      // Without a question to the user: nobody is there to answer it at a log-in.
      #expect(polkit.nextLine() == "asked net.hadess.SensorProxy.claim-sensor system-bus-name \(client.name) 0")
    }
    #expect(try client.ask("get AccelerometerOrientation") == (isGranted ? "normal" : "undefined"))
    #expect(try client.ask("release Accelerometer") == "ok")
  }

  @Test func polkitThatHangsHoldsNobodyElseUp() throws {
    let bus = try TestBus()
    let polkit = try bus.startPolkit("hang")
    let daemon = try start(bus)
    try waitForName(daemon)
    let client = try bus.connect()
    #expect(try client.ask("start Accelerometer") == "started")
    #expect(polkit.nextLine()?.hasPrefix("asked") == true)
    #expect(try client.ask("get HasAccelerometer") == "True")
    #expect(try daemon.ctl("status").status == 0)
    polkit.send(line: "yes")
    #expect(polkit.nextLine() == "ok")
    let second = try bus.connect()
    #expect(try second.ask("claim Accelerometer") == "ok")
    // A bounded wait, and then an answer.
    #expect(try client.answer().hasPrefix("answered error org.freedesktop.DBus.Error.AccessDenied: "))
  }

  /// What was released before it was granted is not held: the client has no reason to release it again.
  @Test func aReleaseOvertakesAClaim() throws {
    let bus = try TestBus()
    let polkit = try bus.startPolkit("hang")
    let daemon = try start(bus)
    try waitForName(daemon)
    let client = try bus.connect()
    #expect(try client.ask("start Accelerometer") == "started")
    #expect(polkit.nextLine()?.hasPrefix("asked") == true)
    #expect(try client.ask("release Accelerometer") == "ok")
    try client.crash()
    let second = try bus.connect()
    for _ in 0..<16 { #expect(try second.ask("start Accelerometer") == "started") }
    #expect(try second.ask("claim Accelerometer").contains("LimitsExceeded"), "what waits is bounded")
  }

  @Test(.enabled(if: geteuid() == 0, "needs root, to be another user"))
  func withoutPolkitOnlyTheActiveUserMayClaim() throws {
    let bus = try TestBus()
    let daemon = try start(bus)
    try waitForName(daemon)
    #expect(try bus.connect().ask("claim Accelerometer") == "ok")
    let other = try bus.connect(uid: 65534)
    let refused = try other.ask("claim Accelerometer")
    #expect(refused.hasPrefix("error org.freedesktop.DBus.Error.AccessDenied: "), "\(refused)")
    #expect(refused.contains("user 65534 has no active session"))
    #expect(try other.ask("get HasAccelerometer") == "True")
    try daemon.program.waitForError("word of it") { $0.contains("polkit is not there to ask") }
    #expect(daemon.program.standardError.occurrences(of: "polkit is not there to ask") == 1)
  }

  // MARK: - The name

  @Test func aNameThatIsTakenIsSaidOnceAndTakenOverWhenItIsFree() throws {
    let bus = try TestBus()
    let owner = try bus.connect()
    #expect(try owner.ask("own net.hadess.SensorProxy") == "1")
    let daemon = try start(bus)
    try daemon.program.waitForError("word of it") { $0.contains("is answered by another service") }
    #expect(try owner.ask("owner") == owner.name, "it is not taken away")
    #expect(try daemon.ctl("status").status == 0)
    try owner.crash()
    try waitForName(daemon)
    #expect(daemon.program.standardError.occurrences(of: "by another service") == 1)
    let client = try bus.connect()
    #expect(try client.ask("claim Accelerometer") == "ok")
    #expect(try client.ask("get AccelerometerOrientation") == "normal")
  }

  // MARK: - The bus

  @Test func aBusThatGoesAwayIsFoundAgain() throws {
    let bus = try TestBus()
    let daemon = try start(bus)
    try waitForName(daemon)
    let client = try bus.connect()
    #expect(try client.ask("claim Accelerometer") == "ok")
    bus.stop()
    try daemon.program.waitForError("word of it") { $0.contains("the bus has gone away; the bus is tried again") }
    #expect(try daemon.ctl("status").status == 0, "the daemon goes on")
    try bus.start()
    let second = try bus.connect()
    let deadline = Deadline()
    while try second.ask("owner") == "none", !deadline.isOver { usleep(50_000) }
    #expect(try second.ask("claim Accelerometer") == "ok")
    #expect(try daemon.ctl("mock", "pose", "landscapeLeft").status == 0)
    try second.signal { $0.contains("AccelerometerOrientation=right-up") }
  }

  @Test func aBusThatComesLateIsFound() throws {
    let bus = try TestBus(runs: false)
    let daemon = try start(bus)
    try daemon.program.waitForError("word of it") { $0.contains("cannot connect to the system bus") }
    try bus.start()
    try waitForName(daemon)
    #expect(try bus.connect().ask("get HasAccelerometer") == "True")
    #expect(daemon.program.standardError.occurrences(of: "is tried again") == 1)
    #expect(daemon.program.terminate() == 0)
  }

  @Test func withoutTheOptionNothingIsAnswered() throws {
    let bus = try TestBus()
    let daemon = try TestDaemon(environment: bus.environment)
    let monitor = try daemon.monitor()
    try monitor.state { $0["device"]?.text == "portrait" }
    #expect(try bus.connect().ask("owner") == "none")
  }
}

extension String {
  /// How often a text occurs.
  fileprivate func occurrences(of text: String) -> Int { ranges(of: text).count }
}
