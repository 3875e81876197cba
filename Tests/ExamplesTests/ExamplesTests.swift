import FakeDaemon
import Glibc
import PlumbInterface
import TestSupport
import Testing

@Suite struct ExamplesTests {
  @Test func followOrientationPrintsEachChange() throws {
    let daemon = try FakeDaemon()
    defer { daemon.stop() }
    let program = try Program("FollowOrientation", environment: ["PLUMBD_SOCKET": daemon.path])
    #expect(program.nextLine() == "portrait: angle 0, transform normal, because of launch")
    daemon.publish(FakeDaemon.state(serial: 2, device: .landscapeLeft, interface: .landscapeRight, reason: .turned))
    #expect(program.nextLine() == "landscapeRight: angle 90, transform 270, because of turned")
  }

  @Test func landscapeOnlyIsInFrontAndTellsItsTurns() throws {
    let daemon = try FakeDaemon()
    defer { daemon.stop() }
    let program = try Program("LandscapeOnly", environment: ["PLUMBD_SOCKET": daemon.path])
    #expect(daemon.wait(for: "Register").first?["application"]?["id"] == "org.example.film")
    #expect(daemon.wait(for: "SetWindow").first?["root"]?["supported"] == ["landscapeRight", "landscapeLeft"])
    #expect(daemon.wait(for: "Activate").first?["window"] == "main")
    #expect(program.nextLine() == "shown in portrait", "this daemon agrees with everything")
    daemon.wait(for: "WatchWindow")
    daemon.publish(
      WindowEventMessage(kind: .orientation, window: "main", interface: .landscapeLeft, reason: .turned))
    #expect(program.nextLine() == "shown in landscapeLeft")
  }

  @Test func withTheRealDaemonTheFilmStaysInLandscape() throws {
    let daemon = try TestDaemon()
    let follower = try Program("FollowOrientation", environment: ["PLUMBD_SOCKET": daemon.socket])
    #expect(follower.nextLine()?.hasPrefix("portrait") == true)
    let film = try Program("LandscapeOnly", environment: ["PLUMBD_SOCKET": daemon.socket])
    #expect(film.nextLine() == "shown in landscapeRight")
    #expect(try daemon.ctl("mock", "pose", "landscapeRight").status == 0)
    #expect(film.nextLine() == "shown in landscapeLeft")
    // Upside down is not in its mask: nothing changes for the film, and the daemon can say why.
    #expect(try daemon.ctl("mock", "pose", "portraitUpsideDown").status == 0)
    while true {
      let decision = try daemon.ctl("explain", "--json").output
      if decision.contains("\"device\":\"portraitUpsideDown\"") {
        #expect(decision.contains("\"interface\":\"landscapeLeft\"") && decision.contains("asked just now"))
        break
      }
    }
    film.send(signal: SIGTERM)
    try film.waitForEnd()
    var last = ""
    while let line = follower.nextLine() {
      last = line
      if line.hasPrefix("portraitUpsideDown") { break }
    }
    #expect(last.hasSuffix("because of foreground"), "\(last)")
  }
}
