import FakeDaemon
import PlumbInterface
import Testing

@Suite struct ExamplesTests {
  @Test func followOrientationPrintsEachChange() throws {
    let daemon = try FakeDaemon()
    defer { daemon.stop() }
    let program = try BuiltProgram("FollowOrientation", socket: daemon.path)
    #expect(program.readLine() == "portrait: angle 0, transform normal, because of launch")
    daemon.publish(FakeDaemon.state(serial: 2, device: .landscapeLeft, interface: .landscapeRight, reason: .turned))
    #expect(program.readLine() == "landscapeRight: angle 90, transform 270, because of turned")
  }

  @Test func landscapeOnlyIsInFrontAndTellsItsTurns() throws {
    let daemon = try FakeDaemon()
    defer { daemon.stop() }
    let program = try BuiltProgram("LandscapeOnly", socket: daemon.path)
    #expect(daemon.wait(for: "Register").first?["application"]?["id"] == "org.example.film")
    #expect(daemon.wait(for: "SetWindow").first?["root"]?["supported"] == ["landscapeRight", "landscapeLeft"])
    #expect(daemon.wait(for: "Activate").first?["window"] == "main")
    #expect(program.readLine() == "shown in portrait", "this daemon agrees with everything")
    daemon.wait(for: "WatchWindow")
    daemon.publish(
      WindowEventMessage(kind: .orientation, window: "main", interface: .landscapeLeft, reason: .turned))
    #expect(program.readLine() == "shown in landscapeLeft")
  }
}
