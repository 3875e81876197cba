import FoundationEssentials
import Orientation
import Testing

@testable import Configuration

@Suite struct QuirkTests {
  private func quirks(_ text: String) throws -> [DeviceQuirk] {
    try LoadedQuirks(parsing: ConfigurationSource(file: "q.conf", bytes: Array(text.utf8))).user
  }

  private func issues(_ text: String) -> [String] {
    do {
      _ = try quirks(text)
      return []
    } catch let error as ConfigurationError {
      return error.issues.map(\.description)
    } catch {
      return ["\(error)"]
    }
  }

  @Test func aSectionIsAMachineAndItsFacts() throws {
    let quirk = try #require(
      try quirks(
        """
        # A comment.
        [Example Tab 8]
        dmi = dmi:*:svnExample:pnTab 8:*
        device-tree = example,tab8*
        sensor = kxcj9*
        mount-matrix = 0,1,0; -1,0,0; 0,0,1
        polarity = reaction
        ignore = no
        """
      ).first)
    #expect(quirk.name == "Example Tab 8")
    #expect(quirk.file == "q.conf")
    #expect(quirk.dmi == "dmi:*:svnExample:pnTab 8:*")
    #expect(quirk.deviceTree == "example,tab8*")
    #expect(quirk.sensor == "kxcj9*")
    #expect(quirk.mountMatrix == [0, 1, 0, -1, 0, 0, 0, 0, 1])
    #expect(quirk.polarity == .reaction)
    #expect(quirk.isIgnored == false)
  }

  @Test(arguments: [
    ("dmi = dmi:*:svnExample:pnTab 8:*", true),
    ("dmi = dmi:*:svnOther:*", false),
    ("device-tree = example,tab8*", true),
    ("device-tree = vendor,soc", true),
    ("device-tree = other,*", false),
    ("dmi = dmi:*\ndevice-tree = other,*", false),
    ("sensor = anything", true),
  ])
  func everyMatchKeyMustMatch(keys: String, matches: Bool) throws {
    let machine = MachineIdentity(
      dmi: "dmi:bvnB:bvr1:svnExample:pnTab 8:pvr1:", compatible: ["example,tab8-rev2", "vendor,soc"])
    let quirk = try #require(try quirks("[q]\n\(keys)\nignore = yes\n").first)
    #expect(quirk.matches(machine) == matches)
    #expect(quirk.matches(MachineIdentity()) == keys.hasPrefix("sensor"))
  }

  @Test(arguments: [
    (
      "[q]\nsensor = a\nmatrix = 1\n",
      "q.conf:3: [q] matrix: unknown key; Keys of a quirk: dmi, device-tree, sensor, mount-matrix, polarity, ignore"
    ),
    ("[q]\nsensor = a\npolarity = up\n", "q.conf:3: [q] polarity: \"up\" is not allowed; allowed: gravity, reaction"),
    ("[q]\nsensor = a\nignore = maybe\n", "q.conf:3: [q] ignore: \"maybe\" is not allowed; allowed: yes, no"),
    ("[q]\nsensor = a\nsensor = b\nignore = yes\n", "q.conf:3: [q] sensor: the key is set twice, first in line 2"),
    (
      "[q]\nignore = yes\n",
      "q.conf:1: [q]: the section does not say what it matches; at least one of dmi, device-tree, sensor"
    ),
    (
      "[q]\nsensor = a\n",
      "q.conf:1: [q]: the section does not say what is so about it; at least one of mount-matrix, polarity, ignore"
    ),
    (
      "[q]\nsensor = a\nignore = yes\n[q]\nsensor = b\n",
      "q.conf:4: [q]: the section is there twice, first in line 1"
    ),
    ("sensor = a\n", "q.conf:1: sensor: the key stands above the first section"),
  ])
  func slipsAreFound(text: String, message: String) {
    #expect(issues(text).contains { $0.hasPrefix(message) }, "\(issues(text))")
  }

  @Test func aSingularMatrixIsRefused() {
    #expect(issues("[q]\nsensor = a\nmount-matrix = 1,0,0; 0,-1,0; 1,0,0\n").count == 1)
  }

  // MARK: Files

  /// Each file of Config/quirks.d is in order, says where its facts come from, and has quirks.
  @Test func everyShippedFileIsInOrder() throws {
    let directory = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/Config/quirks.d"
    let names = try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
    #expect(names.count >= 2)
    for name in names {
      #expect(name.hasSuffix(".conf"), "\(name) would not be read")
      let loaded = try QuirkFiles(user: [], shipped: [directory]).load()
      #expect(loaded.shipped.contains { $0.file == directory + "/" + name }, "\(name) says nothing")
      #expect(try repositoryFile("Config/quirks.d/\(name)").hasPrefix("# "), "\(name) says not what it is about")
    }
  }

  @Test func aUsersFileTakesThePlaceOfAShippedOne() throws {
    let root = FileManager.default.temporaryDirectory.path + "/plumb-quirks-\(UInt64.random(in: 0...UInt64.max))"
    defer { try? FileManager.default.removeItem(atPath: root) }
    func write(_ path: String, _ name: String) throws {
      let folder = "\(root)/\(path)".split(separator: "/").dropLast().joined(separator: "/")
      try FileManager.default.createDirectory(atPath: "/" + folder, withIntermediateDirectories: true)
      let bytes = Data("[\(name)]\nsensor = s\nignore = yes\n".utf8)
      try bytes.write(to: URL(filePath: "\(root)/\(path)"))
    }
    try write("lib/a.conf", "shipped a")
    try write("lib/b.conf", "shipped b")
    try write("lib/README", "no quirk")
    try write("etc/quirks.d/b.conf", "my b")
    try write("etc/quirks.d/0.conf", "my 0")
    let beside = QuirkFiles(beside: ConfigurationFiles(base: "\(root)/etc/plumbd.conf"))
    #expect(beside.user == ["\(root)/etc/quirks.d"])
    let loaded = try QuirkFiles(user: beside.user, shipped: ["\(root)/lib"]).load()
    #expect(loaded.user.map(\.name) == ["my 0", "my b"])
    #expect(loaded.shipped.map(\.name) == ["shipped a"])
    #expect(QuirkFiles(beside: .standard) == .standard)
    #expect(QuirkFiles(beside: ConfigurationFiles(base: "plumbd.conf")).user == ["./quirks.d"])
    #expect(throws: ConfigurationError.self) { try QuirkFiles(user: ["\(root)/lib/a.conf"], shipped: []).load() }

    let link = "\(root)/etc/quirks.d/link.conf"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "nowhere")
    let error = #expect(throws: ConfigurationError.self) { try QuirkFiles(user: beside.user, shipped: []).load() }
    #expect(error?.description == "\(link): is a symbolic link to where nothing is")
  }
}

@Suite struct MachineIdentityTests {
  @Test(arguments: [
    (
      "dmi:bvnLENOVO:bvr1:bd1:svnLENOVO:pn80SG:pvrMIIX:rvnLENOVO:rnBoard:rvr1:",
      "dmi:*:svnLENOVO:pn80SG:*"
    ),
    (
      "dmi:bvnAmerican:svnTo be filled by O.E.M.:pnDefault string:pvr1:rvnMaker:rnT101:rvr1:",
      "dmi:*:svnTo be filled by O.E.M.:pnDefault string:*:rvnMaker:rnT101:*"
    ),
    ("dmi:bvnX:svnA*b:pnC[1]?:pvr:", "dmi:*:svnA?b:pnC?1]?:*"),
    ("dmi:bvnX:", "dmi:bvnX:*"),
  ])
  func aPatternMatchesItsMachineAlone(dmi: String, pattern: String) {
    #expect(MachineIdentity(dmi: dmi).dmiPattern == pattern)
    #expect(DeviceQuirk.glob(pattern, matches: dmi))
    #expect(!DeviceQuirk.glob(pattern, matches: "dmi:bvnOther:svnOther:pnOther:rvnOther:rnOther:"))
  }

  @Test func itIsReadBelowSys() throws {
    let root = FileManager.default.temporaryDirectory.path + "/plumb-sys-\(UInt64.random(in: 0...UInt64.max))"
    defer { try? FileManager.default.removeItem(atPath: root) }
    #expect(MachineIdentity.ofThisMachine(sysfs: root) == MachineIdentity())
    for (folder, file, text) in [
      ("class/dmi/id", "modalias", "dmi:bvnX:svnY:pnZ:\n"),
      ("firmware/devicetree/base", "compatible", "pine64,pinephone\0allwinner,a64\0"),
    ] {
      try FileManager.default.createDirectory(atPath: "\(root)/\(folder)", withIntermediateDirectories: true)
      try Data(text.utf8).write(to: URL(filePath: "\(root)/\(folder)/\(file)"))
    }
    #expect(
      MachineIdentity.ofThisMachine(sysfs: root)
        == MachineIdentity(dmi: "dmi:bvnX:svnY:pnZ:", compatible: ["pine64,pinephone", "allwinner,a64"]))
    #expect(MachineIdentity().dmiPattern == nil)
  }
}

/// man/plumbd-quirks.5 names every key, and its example is one that plumbd takes.
@Suite struct QuirkManualPageTests {
  @Test func everyKeyIsDocumentedAndTheExampleIsRight() throws {
    let page = try repositoryFile("man/plumbd-quirks.5")
    for key in QuirkReader.keyNames { #expect(page.contains(".It Cm \(key)\n"), "no \(key)") }
    let example = try #require(
      page.split(separator: ".Bd -literal -offset indent\n").last?.split(separator: ".Ed").first)
    let source = ConfigurationSource(file: "example", bytes: Array(example.utf8))
    #expect(try LoadedQuirks(parsing: source).user.first?.name == "Example Tab 8")
  }
}
