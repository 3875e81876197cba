import FakeDaemon
import JSON
import Orientation
import PlumbInterface
import Testing
import Varlink

@testable import plumbctl

@Suite struct LookingTests {
  @Test func statusSaysHowThingsStand() throws {
    let daemon = try FakeDaemon(answers: [
      "Monitor": {
        $0.reply(
          Rotation.MonitorReply(
            state: FakeDaemon.state(
              device: .landscapeLeft, interface: .landscapeRight, reason: .turned, locked: .portrait,
              foreground: WindowName(application: "org.example.viewer", window: "main"))))
      }
    ])
    defer { daemon.stop() }
    let outcome = plumbctl("status", daemon: daemon)
    #expect(outcome.status == 0)
    #expect(
      outcome.output.standard == """
        Interface  landscapeRight (angle 90, transform 270, right-up)
        Device     landscapeLeft: device turned left (right edge up)
        Because    the device was turned
        Sensor     mock (mock)
        Lock       on, portrait
        In front   org.example.viewer, window main

        """)
  }

  @Test func jsonIsWhatTheDaemonSaid() throws {
    // A later daemon may say more than this tool understands.
    let state: JSONValue = ["interface": "portrait", "locked": nil, "mood": ["calm", 1.5]]
    let daemon = try FakeDaemon(answers: ["Monitor": { $0.reply(["state": state]) }])
    defer { daemon.stop() }
    #expect(
      plumbctl("status", "--json", daemon: daemon).output.standard
        == "{\"interface\":\"portrait\",\"locked\":null,\"mood\":[\"calm\",1.5]}\n")
    #expect(
      plumbctl("--json", "status", daemon: daemon).output.standard
        == plumbctl("status", "--json", daemon: daemon).output.standard)
    let outcome = plumbctl("status", daemon: daemon)
    #expect(outcome.status == 1)
    #expect(outcome.output.error.hasPrefix("plumbctl: the daemon's reply is not as expected"))
  }

  @Test func monitorFollowsUntilTheDaemonEnds() throws {
    let daemon = try FakeDaemon(answers: [
      "Monitor": { call in
        call.reply(Rotation.MonitorReply(state: FakeDaemon.state()), continues: true)
        call.reply(
          Rotation.MonitorReply(
            state: FakeDaemon.state(
              serial: 2, device: .faceUp, reason: .turned,
              foreground: WindowName(application: "org.example.viewer", window: "main"))), continues: true)
        call.reply(Rotation.MonitorReply(state: FakeDaemon.state(serial: 3, reason: .locked, locked: .portrait)))
      }
    ])
    defer { daemon.stop() }
    let outcome = plumbctl("monitor", daemon: daemon)
    #expect(outcome.status == 3)
    #expect(outcome.output.error == "plumbctl: the daemon has ended\n")
    #expect(
      outcome.output.lines.map { $0.drop { $0 != " " }.drop { $0 == " " } } == [
        "portrait — device upright (top edge up) — start",
        "portrait — device flat, screen up — the device was turned — org.example.viewer",
        "portrait — device upright (top edge up) — rotation was locked — locked in portrait",
      ])
    #expect(outcome.output.lines.allSatisfy { $0.prefix(8).split(separator: ":").count == 3 })

    let json = plumbctl("monitor", "--json", daemon: daemon)
    #expect(json.output.lines.count == 3)
    #expect(json.output.lines[0].contains("\"foreground\":null"))
    #expect(json.output.lines[2].contains("\"serial\":3"))
  }

  @Test func waybarGetsItsOwnLines() throws {
    let daemon = try FakeDaemon(answers: [
      "Monitor": { call in
        call.reply(Rotation.MonitorReply(state: FakeDaemon.state()), continues: true)
        var state = FakeDaemon.state(
          device: .landscapeRight, interface: .landscapeLeft, reason: .locked, locked: .landscapeLeft,
          foreground: WindowName(application: "a<b>&c", window: "main"))
        state.sensor = SensorStatus()
        call.reply(Rotation.MonitorReply(state: state))
      }
    ])
    defer { daemon.stop() }
    let outcome = plumbctl("monitor", "--format", "waybar", daemon: daemon)
    #expect(
      outcome.output.lines == [
        #"{"alt":"portrait","class":["portrait","unlocked"],"text":"portrait","tooltip":"device upright (top edge up)"}"#,
        #"{"alt":"landscapeLeft-locked","class":["landscapeLeft","locked","no-sensor"],"text":"landscapeLeft","#
          + #""tooltip":"device turned right (left edge up) — locked in landscapeLeft — no sensor — a&lt;b&gt;&amp;c"}"#,
      ])
    #expect(plumbctl("monitor", "--format", "json", daemon: daemon).output.lines.first?.contains("\"serial\"") == true)
  }

  /// The README's module for Waybar has an icon for all that Waybar may be told, and none for what it never is.
  @Test func waybarHasAnIconForEachLine() throws {
    let folder = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
    let readme = try #require(text(of: folder + "/README.md"))
    let module = readme.split(separator: "\n").drop { !$0.hasPrefix("\"custom/plumb\":") }.prefix { $0 != "```" }
    let object = try JSONValue(parsing: Array("{\(module.joined(separator: "\n"))}".utf8))
    guard case .object(let icons)? = object["custom/plumb"]?["format-icons"] else {
      Issue.record("no icons")
      return
    }
    let states = InterfaceOrientation.allCases.flatMap { orientation in
      [nil, orientation].map { FakeDaemon.state(interface: orientation, locked: $0) }
    }
    let told = states.map { WaybarLine($0).alt } + [WaybarLine.absent.alt]
    #expect(Set(icons.keys) == Set(told + ["default"]))
  }

  @Test(arguments: [
    (["--format", "xml"], "'xml' is not a format; allowed are text, json, waybar"),
    (["--format", "waybar", "--json"], "--json and --format waybar exclude each other"),
  ])
  func aFormatThatCannotBeIsRefused(words: [String], problem: String) throws {
    let daemon = try FakeDaemon()
    defer { daemon.stop() }
    let outcome = plumbctl(["monitor"] + words, daemon: daemon)
    #expect(outcome.status == 2)
    #expect(outcome.output.error.contains(problem), "\(outcome.output.error)")
    #expect(daemon.received == [])
  }

  @Test func theEdgeThatPointsUpIsRightOnEveryPanel() {
    // A laptop's panel, wider than tall: its upright is called landscapeLeft.
    let panel = Panel(natural: .landscape)
    for (device, words) in [
      (DeviceOrientation.landscapeLeft, "device upright (top edge up)"),
      (.portrait, "device turned right (left edge up)"), (.landscapeRight, "device upside down (bottom edge up)"),
      (.portraitUpsideDown, "device turned left (right edge up)"), (.unknown, "device not measured yet"),
    ] {
      for interface in InterfaceOrientation.allCases {
        let state = RotationState(
          serial: 1, sensor: SensorStatus(), device: device, interface: interface, panel: panel, reason: .turned,
          locked: nil, foreground: nil)
        #expect(state.deviceWords == words)
      }
    }
  }

  @Test func sensorsAreSaidInFull() throws {
    let display = AccelerometerReport(
      name: "bmc150", label: "accel-display", path: "/sys/bus/iio/devices/iio:device0", used: true,
      why: "it sits beside the display", mode: .buffered, location: "display", locationSource: "label",
      matrix: [0, 1, 0, -1, 0, 0, 0, 0, 1], matrixSource: "udev", polarity: .gravity, polaritySource: "by default",
      scale: [0.0098], rate: 10, faults: ["the scale is unusual"], reading: Acceleration(x: 0.123, y: -9.8, z: 1),
      meaning: "the top edge points up")
    let base = AccelerometerReport(
      name: "kxcj9", path: "/sys/bus/iio/devices/iio:device1", used: false, why: "it sits in the base",
      matrix: [1, 0, 0, 0, 1, 0, 0, 0, 1], matrixSource: "none", polarity: .reaction, polaritySource: "configuration",
      scale: [1, 2, 3])
    let daemon = try FakeDaemon(answers: ["List": { $0.reply(SensorInterface.ListReply(sensors: [display, base])) }])
    defer { daemon.stop() }
    #expect(
      plumbctl("sensors", daemon: daemon).output.standard == """
        bmc150: used, it sits beside the display
          path      /sys/bus/iio/devices/iio:device0
          label     accel-display
          location  display (label)
          read      buffered, 10 samples a second
          matrix    0, 1, 0; -1, 0, 0; 0, 0, 1 (udev)
          polarity  gravity (by default)
          scale     0.0098 m/s² a count
          faults    the scale is unusual
          reading   x 0.12, y -9.8, z 1 m/s²: the top edge points up

        kxcj9: not used, it sits in the base
          path      /sys/bus/iio/devices/iio:device1
          location  not known
          matrix    1, 0, 0; 0, 1, 0; 0, 0, 1 (none)
          polarity  reaction (configuration)
          scale     1.0, 2.0, 3.0 m/s² a count
          faults    none

        """)
    #expect(plumbctl("sensors", "--json", daemon: daemon).output.lines.count == 2)
    daemon.answer("List") { $0.reply(SensorInterface.ListReply(sensors: [])) }
    #expect(plumbctl("sensors", daemon: daemon).output.standard == "There is no accelerometer.\n")
  }

  @Test func appsAreListedWithTheirWindows() throws {
    let viewer = ApplicationStatus(
      id: "org.example.viewer", name: "Viewer", uid: 1000, pid: 12, profile: .modern, idiom: .pad,
      mask: ["portrait", "landscapeRight"], maskSource: "the Info.plist",
      windows: [
        WindowStatus(
          window: "main", interface: .portrait, foreground: true, target: "nav", controllerMask: ["portrait"]),
        WindowStatus(window: "other", interface: .portrait, foreground: false, target: nil, controllerMask: nil),
      ])
    let daemon = try FakeDaemon(answers: [
      "ListApplications": { $0.reply(Rotation.ListApplicationsReply(applications: [viewer])) }
    ])
    defer { daemon.stop() }
    #expect(
      plumbctl("apps", daemon: daemon).output.standard == """
        org.example.viewer "Viewer": process 12 of user 1000, rules modern, defaults of a pad
            allows portrait, landscapeRight (the Info.plist)
          * window main: portrait, decided by nav: portrait
            window other: portrait

        """)
    #expect(plumbctl("apps", "--json", daemon: daemon).output.lines.count == 1)
  }

  @Test func namesOfOthersCannotSteerTheTerminal() throws {
    let name = "a\u{1B}[2J\u{9B}\u{7F}\u{202E}\r\n* window forged é"
    let shown = #"a\u{1b}[2J\u{9b}\u{7f}\u{202e}\r\n* window forged é"#
    let state = FakeDaemon.state(foreground: WindowName(application: name, window: name))
    let application = ApplicationStatus(
      id: name, name: name, uid: 1000, pid: 12, profile: .modern, idiom: .pad, mask: [name], maskSource: name,
      windows: [
        WindowStatus(window: name, interface: .portrait, foreground: true, target: name, controllerMask: [name])
      ])
    let decision = DecisionReport(
      window: WindowName(application: name, window: name), trigger: name, device: .portrait,
      applicationMaskSource: name, applicationMask: [name], target: name, polled: true, effectiveMask: [name],
      refusal: name, interface: .portrait, steps: [.init(step: name, words: name)])
    let sensor = AccelerometerReport(
      name: name, label: name, path: name, used: true, why: name, matrix: [], matrixSource: name, polarity: .gravity,
      polaritySource: name, scale: [], faults: [name], meaning: name)
    let setting = Setting(section: name, key: name, value: name, file: name, line: 1)
    let daemon = try FakeDaemon(answers: [
      "Monitor": { $0.reply(Rotation.MonitorReply(state: state)) },
      "ListApplications": { $0.reply(Rotation.ListApplicationsReply(applications: [application])) },
      "Explain": { $0.reply(Rotation.ExplainReply(decision: decision)) },
      "List": { $0.reply(SensorInterface.ListReply(sensors: [sensor])) },
      "GetConfiguration": { $0.reply(Rotation.GetConfigurationReply(settings: [setting])) },
      "Rotate": { $0.fail(RotationError.recursiveQuery(window: name, target: name, message: name).varlinkError) },
    ])
    defer { daemon.stop() }
    for words in [["status"], ["apps"], ["explain"], ["monitor"], ["sensors"], ["config"], ["rotate", "portrait"]] {
      let outcome = plumbctl(words, daemon: daemon)
      let text = outcome.output.standard + outcome.output.error
      #expect(text.contains(shown), "\(words)")
      #expect(!text.unicodeScalars.contains { $0 != "\n" && $0.properties.generalCategory == .control }, "\(words)")
      #expect(!text.unicodeScalars.contains("\u{202E}"), "\(words)")
      #expect(!outcome.output.lines.contains { $0.hasPrefix("* window forged") }, "\(words)")
    }
    let json = plumbctl("apps", "--json", daemon: daemon).output.standard
    #expect(try JSONValue(parsing: json.utf8)["id"] == .string(name))
  }

  @Test func aDecisionIsExplainedInOrder() throws {
    let decision = DecisionReport(
      window: WindowName(application: "org.example.viewer", window: "main"), trigger: "turned", device: .portrait,
      applicationMaskSource: "the default of a pad", applicationMask: ["portrait"], target: "nav", polled: true,
      effectiveMask: [], refusal: "NoCommonOrientation", interface: .landscapeLeft,
      steps: [.init(step: "device", words: "the device is held upright"), .init(step: "choice", words: "none fits")])
    let daemon = try FakeDaemon(answers: ["Explain": { $0.reply(Rotation.ExplainReply(decision: decision)) }])
    defer { daemon.stop() }
    #expect(
      plumbctl("explain", "main", daemon: daemon).output.standard == """
        Window              org.example.viewer, window main
        Occasion            turned
        Device              portrait
        Application allows  portrait (the default of a pad)
        Controller asked    nav, which allows orientations
        Both allow          no orientation
        Refused             NoCommonOrientation
        Result              landscapeLeft

        Step by step:
          1. the device is held upright
          2. none fits

        """)
    #expect(daemon.received.last?.parameters["window"] == "main")
    #expect(plumbctl("explain", "--json", daemon: daemon).output.lines.count == 1)
    daemon.answer("Explain") { $0.fail(RotationError.noSuchWindow(window: "x").varlinkError) }
    let outcome = plumbctl("explain", "x", daemon: daemon)
    #expect(outcome.status == 1)
    #expect(outcome.output.error == "plumbctl: there is no window \"x\": 'plumbctl apps' lists those that there are\n")
  }

  @Test func theConfigurationIsPrintedAsOne() throws {
    let settings = [
      Setting(section: "sensor", key: "rate", value: "20", file: "/etc/plumbd/plumbd.conf", line: 7),
      Setting(section: "sensor", key: "uri", value: "local:"), Setting(section: "log", key: "level", value: "info"),
    ]
    let daemon = try FakeDaemon(answers: [
      "GetConfiguration": { $0.reply(Rotation.GetConfigurationReply(settings: settings)) }
    ])
    defer { daemon.stop() }
    #expect(
      plumbctl("config", daemon: daemon).output.standard == """
        [sensor]
        # /etc/plumbd/plumbd.conf:7
        rate = 20
        # built-in default
        uri = local:

        [log]
        # built-in default
        level = info

        """)
    #expect(plumbctl("config", "--json", daemon: daemon).output.lines.count == 3)
  }
}
