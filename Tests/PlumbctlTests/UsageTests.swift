import FakeDaemon
import Testing

@testable import plumbctl

@Suite struct UsageTests {
  @Test(arguments: [
    ([], "plumbctl: needs COMMAND [ARGUMENT]...\nTry 'plumbctl --help'."),
    (["levitate"], "plumbctl: there is no command 'levitate'\nTry 'plumbctl --help'."),
    (["statu"], "plumbctl: there is no command 'statu'; did you mean 'status'?\nTry 'plumbctl --help'."),
    (["lcok"], "plumbctl: there is no command 'lcok'; did you mean 'lock'?\nTry 'plumbctl --help'."),
    (["mock"], "plumbctl: 'mock' needs one of pose, accel, play, tablet-mode, remove, add\nTry 'plumbctl --help'."),
    (
      ["mock", "drop"],
      "plumbctl: 'mock' has no command 'drop', only pose, accel, play, tablet-mode, remove, add\nTry 'plumbctl --help'."
    ),
    (
      ["mock", "psoe"],
      "plumbctl: 'mock' has no command 'psoe', only pose, accel, play, tablet-mode, remove, add; did you mean 'pose'?\nTry 'plumbctl --help'."
    ),
    (["status", "now"], "plumbctl status: takes no 'now'\nTry 'plumbctl status --help'."),
    (["--jsno", "status"], "plumbctl: unknown option '--jsno'; did you mean '--json'?\nTry 'plumbctl --help'."),
    (
      ["status", "--jsno"],
      "plumbctl status: unknown option '--jsno'; did you mean '--json'?\nTry 'plumbctl status --help'."
    ),
    (
      ["lock", "sideways"],
      "plumbctl lock: 'sideways' is not an interface orientation; allowed are portrait, portraitUpsideDown, landscapeRight, landscapeLeft\nTry 'plumbctl lock --help'."
    ),
    (["panel", "dim"], "plumbctl panel: 'dim' is not a state; allowed are on, off\nTry 'plumbctl panel --help'."),
    (
      ["mock", "pose", "unknown"],
      "plumbctl mock pose: 'unknown' is not a pose; allowed are portrait, portraitUpsideDown, landscapeLeft, landscapeRight, faceUp, faceDown\nTry 'plumbctl mock pose --help'."
    ),
    (["mock", "accel", "0", "-9.81"], "plumbctl mock accel: needs X Y Z\nTry 'plumbctl mock accel --help'."),
    (
      ["mock", "accel", "0", "inf", "0"],
      "plumbctl mock accel: 'inf' is not a number from -1000 to 1000 m/s²\nTry 'plumbctl mock accel --help'."
    ),
    (
      ["mock", "accel", "1e300", "0", "0"],
      "plumbctl mock accel: '1e300' is not a number from -1000 to 1000 m/s²\nTry 'plumbctl mock accel --help'."
    ),
    (
      ["mock", "accel", "0", "-1000.1", "0"],
      "plumbctl mock accel: '-1000.1' is not a number from -1000 to 1000 m/s²\nTry 'plumbctl mock accel --help'."
    ),
    (
      ["record", "--seconds", "0"],
      "plumbctl record: --seconds is '0' and must be a number above 0\nTry 'plumbctl record --help'."
    ),
    (
      ["mock", "tablet-mode", "maybe"],
      "plumbctl mock tablet-mode: 'maybe' is not a mode; allowed are on, off\nTry 'plumbctl mock tablet-mode --help'."
    ),
    (
      ["run", "--supported", "landscape,portrai", "true"],
      "plumbctl run: 'portrai' is not an orientation; allowed are portrait, portraitUpsideDown, landscapeRight, landscapeLeft, landscape, allButUpsideDown, all, android:WORD, w3c:WORD\nTry 'plumbctl run --help'."
    ),
    (
      ["run", "--supported", "android:sideways", "true"],
      "plumbctl run: 'android:sideways' is not an orientation; allowed are portrait, portraitUpsideDown, landscapeRight, landscapeLeft, landscape, allButUpsideDown, all, android:WORD, w3c:WORD\nTry 'plumbctl run --help'."
    ),
    (
      ["run", "--app-id", String(repeating: "x", count: 256), "true"],
      "plumbctl run: the program's id has 256 bytes and may have 1 to 255: see --app-id\nTry 'plumbctl run --help'."
    ),
    (
      ["run", "--profile", "ios9", "true"],
      "plumbctl run: 'ios9' is not a profile; allowed are modern, ios6, ios5\nTry 'plumbctl run --help'."
    ),
  ])
  func aSlipSaysWhatIsWrong(words: [String], message: String) {
    let outcome = plumbctl(words)
    #expect(outcome.status == 2)
    #expect(outcome.output.error == message + "\n")
    #expect(outcome.output.standard.isEmpty)
  }

  @Test(arguments: [
    ["status"], ["monitor"], ["sensors"], ["apps"], ["explain"], ["config"], ["lock"], ["unlock"],
    ["rotate", "portrait"],
    ["panel", "off"], ["reload"], ["mock", "pose", "faceUp"], ["run", "true"],
  ])
  func aMissingDaemonIsNamedWithItsCure(words: [String]) {
    let path = FakeDaemon.freshPath()
    let outcome = plumbctl(["--socket", path] + words)
    #expect(outcome.status == 3)
    #expect(
      outcome.output.error == """
        plumbctl: there is no socket at \(path)
        Start the daemon with 'plumbd --socket \(path)', with --mock where there is no sensor.

        """)
  }

  @Test func theSystemsDaemonIsStartedBySystemd() {
    let failure = Failure(.nobodyListens(path: "/run/plumbd/plumbd.sock"), socket: "/run/plumbd/plumbd.sock")
    #expect(failure.status == 3)
    #expect(failure.message.contains("systemctl start plumbd"))
  }

  @Test func anImpossibleSocketIsNotAMissingDaemon() {
    let outcome = plumbctl("status", "--socket", "/" + String(repeating: "x", count: 200))
    #expect(outcome.status == 1)
    #expect(outcome.output.error.hasPrefix("plumbctl: a socket's path has 1 to 107 bytes, not 201"))
  }
}
