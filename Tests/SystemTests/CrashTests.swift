import FoundationEssentials
import Glibc
import JSON
import TestSupport
import Testing

/// The daemon killed in the middle of everything and started again, over and over; PLUMB_CRASHES says how often.
@Suite struct CrashTests {
  private static let crashes = ProcessInfo.processInfo.environment["PLUMB_CRASHES"].flatMap(Int.init) ?? 12
  private static let orientations = ["portrait", "landscapeRight", "landscapeLeft", "portraitUpsideDown"]

  /// The applications that are registered and have their window, by id.
  private func applications(_ daemon: TestDaemon) throws -> [String] {
    let client = try daemon.connect()
    client.call("org.plumbd.Rotation.ListApplications")
    guard case .array(let applications) = try client.reply()["applications"] else { return [] }
    return applications.filter { $0["windows"]?[0]?["window"] != nil }.compactMap { $0["id"]?.text }.sorted()
  }

  private func locked(_ daemon: TestDaemon) throws -> String? {
    let client = try daemon.monitor()
    return try client.reply()["state"]?["locked"]?.text
  }

  /// Calls of every kind that changes something, more than the daemon can have handled when it is killed.
  private func flood(_ daemon: TestDaemon, lock: String?) throws -> RawClient {
    let client = try daemon.connect()
    client.call(
      lock == nil ? "org.plumbd.Rotation.Unlock" : "org.plumbd.Rotation.Lock",
      lock.map { #"{"orientation":"\#($0)"}"# } ?? "{}")
    for number in 0..<50 {
      client.call("org.plumbd.Mock.SetPose", #"{"device":"\#(Self.orientations[number % 4])"}"#)
      client.call("org.plumbd.Rotation.Register", #"{"application":{"id":"flood\#(number)"}}"#)
      client.call("org.plumbd.Rotation.Rotate", #"{"orientation":"\#(Self.orientations[number % 3])"}"#)
    }
    return client
  }

  @Test(.timeLimit(.minutes(30))) func whateverItWasDoingNothingIsLostThatWasKept() throws {
    let daemon = try TestDaemon()
    let ids = ["org.example.one", "org.example.three", "org.example.two"]
    let environment = ["PLUMBD_SOCKET": daemon.socket]
    let programs = try ids.map {
      try Program("plumbctl", ["run", "--app-id", $0, "--supported", "all", "cat"], environment: environment)
    }
    let monitor = try Program("plumbctl", ["monitor", "--json", "--reconnect"], environment: environment)
    var lock: String?
    for crash in 0..<Self.crashes {
      let deadline = Deadline()
      while try applications(daemon) != ids { try #require(!deadline.isOver, "crash \(crash): clients stay away") }

      let next = crash % 3 == 2 ? nil : Self.orientations[crash % 4]
      let client = try flood(daemon, lock: next)
      let isAnswered = crash.isMultiple(of: 2)
      if isAnswered { #expect(try client.next()?["error"] == nil) }
      daemon.program.send(signal: SIGKILL)
      try daemon.program.waitForEnd()
      let kept = try? String(contentsOfFile: daemon.folder.file("lock"), encoding: .utf8)
      #expect(kept == nil || Self.orientations.map { $0 + "\n" }.contains(kept))

      try daemon.restart()
      let found = try locked(daemon)
      #expect(
        found == next || !isAnswered && found == lock, "crash \(crash): \(lock ?? "no lock"), then \(next ?? "none")")
      lock = found
    }
    let deadline = Deadline()
    while try applications(daemon) != ids { try #require(!deadline.isOver, "clients stay away") }
    #expect(try daemon.ctl("lock", "landscapeLeft").status == 0)
    try monitor.waitForOutput("the last lock") { $0.contains(#""locked":"landscapeLeft""#) }
    #expect(programs.allSatisfy { !$0.hasEnded })
    #expect(daemon.program.terminate() == 0)
    #expect(access(daemon.socket, F_OK) != 0 && access(daemon.socket + ".lock", F_OK) != 0)
  }
}
