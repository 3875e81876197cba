import FakeDaemon
import JSON
import Orientation
import PlumbInterface
import Testing

@testable import plumbctl

/// What a bug report says, and what it must not.
@Suite struct ReportTests {
  static let redactor = Redactor(
    names: [("Jane Q. Doe", "(name)"), ("jane", "(user)"), ("janes-tablet", "(host)")],
    homes: ["/data/people/jane"])

  @Test(
    arguments: [
      ("nothing to hide in 0.1.0, 6.1.0-28-amd64, 252.39-1~deb12u1", nil),
      ("/home/jane/plumbd.conf:2: [log] level", "~/…:2: [log] level"),
      ("in /home/jane/My Documents/lock: No space left", "in ~/…: No space left"),
      ("\"/home/jane/x\" is not a file", "\"~/…\" is not a file"), ("HOME=/root", "HOME=~/…"),
      ("/data/people/jane/x", "~/…"), ("/data/people/janet/x", nil), ("/homework/x", nil), ("/mnt/home/x", nil),
      ("jane said: Jane Q. Doe", "(user) said: (name)"), ("janette and mary-jane", "janette and mary-(user)"),
      ("at janes-tablet.local", "at (host).local"), ("on janes-tablets", nil),
      ("from 192.168.1.20.", "from (address)."), ("1.2.3", nil), ("version 1.2.3.400", nil),
      ("fe80::1ff:fe23:4567:890a is up", "(address) is up"), ("at 08:15:30 it began", nil),
      ("hw 00:1A:2b:3c:4d:5e", "hw (address)"), ("dmi:bvnX:bvr1.0:bd01/02/2024:svnY:pnZ:", nil),
      ("id 0123456789abcdef0123456789abcdef!", "id (id)!"), ("0x0123456789abcdef0123456789abcdefz", nil),
      ("123e4567-e89b-12d3-a456-426614174000", "(id)"), ("/sys/devices/pci0000:00/0000:00:1f.3/iio:device0", nil),
      ("0018:04F3:2D4A.0001", nil),
    ] as [(String, String?)])
  func whatSaysWhoSomebodyIsIsTakenOut(text: String, redacted: String?) {
    #expect(Self.redactor.redact(text) == redacted ?? text)
  }

  @Test(arguments: [
    ("\"root\" was asked: it is the root", "controller 1 was asked: it is the root"),
    ("\"a \"letter\" to b\" was asked", "controller 1 was asked"), ("an odd \"one", "an odd …"), ("none", "none"),
  ])
  func controllersAreNumbered(words: String, replaced: String) {
    var pseudonyms = Pseudonyms()
    #expect(pseudonyms.sentence(words) == replaced)
    #expect(pseudonyms.sentence("\"other\" answered in its place").hasPrefix("controller "))
  }

  private static let secrets = [
    "jane", "Jane", "Doe", "Letter", "diary", "Documents", "192.168", "0123456789abcdef0123456789abcdef", "5e:6f",
  ]

  /// A daemon and a machine that know too much.
  private func planted() -> Report {
    var daemon = DaemonFacts(absence: "unused")
    let window = WindowName(application: "org.example.writer", window: "Letter to Jane")
    daemon.info = .value(.init(product: "plumbd", version: "9.9", interfaces: ["org.plumbd.Rotation"]))
    daemon.state = .value(FakeDaemon.state(reason: .turned, foreground: window))
    daemon.decision = .value(
      DecisionReport(
        window: window, trigger: "turned", device: .portrait, applicationMaskSource: "the idiom's default",
        applicationMask: ["portrait"], target: "my diary", polled: true, effectiveMask: ["portrait"], refusal: nil,
        interface: .portrait,
        steps: [
          .init(step: "target", words: "\"my diary\" was asked: it is the root"),
          .init(step: "choice", words: "portrait is the device's, and allowed"),
        ]))
    daemon.applications = .value([
      ApplicationStatus(
        id: "org.example.writer", name: "Jane's Letters", uid: 1000, pid: 42, profile: .modern, idiom: .pad,
        mask: ["portrait"], maskSource: "the idiom's default",
        windows: [
          WindowStatus(
            window: "Letter to Jane", interface: .portrait, foreground: true, target: "my diary",
            controllerMask: ["portrait"])
        ])
    ])
    daemon.settings = .value([
      Setting(section: "log", key: "level", value: "debug", file: "/home/jane/My Documents/plumbd.conf", line: 7),
      Setting(section: "sensor", key: "uri", value: "ip:janes-phone.lan", file: "/etc/plumbd/plumbd.conf", line: 1),
      Setting(section: "panel", key: "offset", value: "0"),
    ])
    var host = HostFacts()
    host.versions = [("kernel", "Linux 6.1.0-28-amd64 x86_64")]
    host.machine = [("sys_vendor", "ACME"), ("product_name", "Slate 10")]
    host.units = [("plumbd.service", "ActiveState=active FragmentPath=/home/jane/units/plumbd.service")]
    host.log = [
      "2026-11-30T08:15:30+0100 janes-tablet plumbd[1]: cannot read /home/jane/diary",
      "2026-11-30T08:15:31+0100 token 0123456789abcdef0123456789abcdef of 192.168.1.20 (3c:4d:5e:6f:00:11)",
    ]
    return Report(host: host, daemon: daemon, quirks: QuirksOfThisMachine(), redactor: Self.redactor)
  }

  @Test func nothingAboutAPersonIsInIt() throws {
    let report = planted()
    let text = report.sections.flatMap { [$0.title] + $0.lines }.joined(separator: "\n")
    for word in Self.secrets {
      #expect(!text.contains(word), "\(word)")
      #expect(!"\(report.json)".contains(word), "\(word)")
    }
    for known in [
      "plumbctl: \(Release.version)", "plumbd: 9.9", "ACME", "Slate 10", "In front: org.example.writer, window 1",
      "[log] level = debug  # ~/…:7", "[sensor] uri = ip:(host)", "controller 1 was asked",
      "org.example.writer: rules modern", "decided by controller 1: portrait", "ActiveState=active",
    ] { #expect(text.contains(known), "\(known) is not in\n\(text)") }
    #expect(!text.contains("offset"), "what is as it always is says nothing")
    #expect(report.json["applications"]?[0]?["id"] == "org.example.writer")
    #expect(report.json["applications"]?[0]?["uid"] == nil)
    #expect(report.json["decision"]?["target"] == "controller 1")
    #expect(report.json["configuration"]?[2]?["key"] == "offset")
  }

  @Test func itAsksTheDaemon() throws {
    let daemon = try FakeDaemon(answers: [
      "Monitor": { $0.reply(Rotation.MonitorReply(state: FakeDaemon.state(locked: .portrait))) },
      "GetConfiguration": {
        $0.reply(
          Rotation.GetConfigurationReply(settings: [
            Setting(section: "log", key: "level", value: "debug", file: "/etc/plumbd/plumbd.conf", line: 3)
          ]))
      },
      "Explain": { $0.fail(.permissionDenied) },
    ])
    defer { daemon.stop() }
    let outcome = plumbctl("report", daemon: daemon)
    #expect(outcome.status == 0)
    for line in ["== Versions", "Lock: on, portrait", "[log] level = debug  # /etc/plumbd/plumbd.conf:3"] {
      #expect(outcome.output.lines.contains(line), "\(line) is not in\n\(outcome.output.standard)")
    }
    let json = try JSONValue(parsing: Array(plumbctl("report", "--json", daemon: daemon).output.standard.utf8))
    #expect(json["state"]?["locked"] == "portrait")
    // One refusal is no reason to say nothing.
    #expect(json["decision"]?["problem"] != nil)
  }

  @Test func withoutADaemonItSaysSoAndTheRest() {
    let outcome = plumbctl("report", "--socket", "/nowhere/plumbd.sock")
    #expect(outcome.status == 0)
    #expect(outcome.output.standard.contains("plumbd: does not answer: "))
    #expect(outcome.output.standard.contains("kernel: Linux "))
    #expect(outcome.output.lines.contains("== Configuration, as far as files set it"))
  }
}
