import Testing

@testable import Configuration

struct MessageTests {
  private static let sensorKeys = "uri, device, mode, rate, polarity, mount-matrix, tablet-mode"
  private static let sections = "sensor, estimation, panel, default, access, limits, socket, bus, log, state"

  static let cases: [(text: String, messages: [String])] = [
    (
      "[sensor]\npolarty = gravity",
      ["test.conf:2: [sensor] polarty: unknown key; did you mean \"polarity\"? Keys of [sensor]: \(sensorKeys)"]
    ),
    (
      "[sensor]\nxyzzy = 1",
      ["test.conf:2: [sensor] xyzzy: unknown key; Keys of [sensor]: \(sensorKeys)"]
    ),
    (
      "[sensor]\nMount_Matrix = auto",
      [
        "test.conf:2: [sensor] Mount_Matrix: unknown key; did you mean \"mount-matrix\"? Keys of [sensor]: \(sensorKeys)"
      ]
    ),
    (
      "[log]\nhysteresis = 10",
      ["test.conf:2: [log] hysteresis: unknown key; did you mean \"[estimation] hysteresis\"? Keys of [log]: level"]
    ),
    (
      "[sensors]\nrate = 10\nfoo = bar",
      ["test.conf:1: [sensors]: unknown section; did you mean \"sensor\"? Sections: \(sections)"]
    ),
    (
      "rate = 10",
      ["test.conf:1: rate: the key stands above the first section; did you mean \"[sensor] rate\"?"]
    ),
    (
      "[panel]\nnatural = landcape",
      [
        "test.conf:2: [panel] natural: \"landcape\" is not allowed; did you mean \"landscape\"? "
          + "allowed: auto, portrait, landscape"
      ]
    ),
    (
      "[sensor]\nrate = fast",
      ["test.conf:2: [sensor] rate: \"fast\" is not allowed; allowed: a number from 1 to 1000 (Hz)"]
    ),
    (
      "[sensor]\nrate = 20 # per second",
      [
        "test.conf:2: [sensor] rate: \"20 # per second\" is not allowed; did you mean \"20\"? "
          + "allowed: a number from 1 to 1000 (Hz)"
      ]
    ),
    (
      "[log]\nlevel = \"debug\"",
      [
        "test.conf:2: [log] level: \"\"debug\"\" is not allowed; did you mean \"debug\"? "
          + "allowed: error, warning, notice, info, debug"
      ]
    ),
    (
      "[log]\nlevel = info\n[panel]\n[log]\nlevel = debug",
      ["test.conf:5: [log] level: the key is set twice, first in line 2"]
    ),
    (
      "[log\nlevel = debug\n[log]]\n[log] level = debug\n[]",
      [
        "test.conf:1: \"[log\" is not a section; write [NAME] on a line of its own",
        "test.conf:3: \"[log]]\" is not a section; write [NAME] on a line of its own",
        "test.conf:4: \"[log] level = debug\" is not a section; write [NAME] on a line of its own",
        "test.conf:5: \"[]\" is not a section; write [NAME] on a line of its own",
      ]
    ),
    (
      "[log]\nlevel debug\n= debug\nlevel = info ; = here begins a comment\nlevel ;= debug",
      [
        "test.conf:2: \"level debug\" is neither [section] nor key = value",
        "test.conf:3: \"= debug\" is neither [section] nor key = value",
        "test.conf:5: \"level ;= debug\" is neither [section] nor key = value",
      ]
    ),
    (
      "[log]\nlevel = info\n  debug\n [panel]",
      [
        "test.conf:3: the line begins with blanks, which would continue the line above; remove them",
        "test.conf:4: the line begins with blanks, which would continue the line above; remove them",
      ]
    ),
    (
      "[\(String(repeating: "s", count: 50))]\nkey = 1",
      ["test.conf:1: the section's name has 50 bytes; at most 49 are allowed"]
    ),
    (
      "[state]\ndirectory = /\(String(repeating: "d", count: 185))",
      ["test.conf:2: the line has 198 bytes; at most 197 are allowed"]
    ),
    ("[log]\nlevel = de\u{0}bug", ["test.conf:2: the line holds a NUL byte"]),
    ("[log]\nlevel = \u{1B}[31m", ["test.conf:2: the line holds the control character 27"]),
  ]

  @Test(arguments: cases)
  func saysWhereAndWhat(text: String, messages: [String]) {
    #expect(issues(text).map(\.description) == messages)
  }

  @Test func listsEverythingOfEveryFile() {
    #expect {
      try LoadedConfiguration(parsing: [
        .init(file: "a.conf", bytes: Array("[log]\nlevel = x\n[sensor]\nrate = 0".utf8)),
        .init(file: "b.conf", bytes: Array("[lgo]\n[panel]\noffset = 1".utf8)),
      ])
    } throws: { error in
      guard let error = error as? ConfigurationError else { return false }
      let places = error.issues.map { "\($0.file):\($0.line ?? 0)" }
      #expect(places == ["a.conf:2", "a.conf:4", "b.conf:1", "b.conf:3"])
      return error.description.split(separator: "\n").count == 4
    }
  }

  @Test func aFileOfNonsenseIsCutShort() {
    let found = issues(String(repeating: "nonsense\n", count: 350))
    #expect(found.count == 101)
    #expect(found.last?.description == "test.conf: 250 more mistakes are not listed")
    let one = issues(String(repeating: "nonsense\n", count: 101))
    #expect(one.last?.description == "test.conf: 1 more mistake is not listed")
  }
}
