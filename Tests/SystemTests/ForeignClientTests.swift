import FoundationEssentials
import Glibc
import JSON
import TestSupport
import Testing
import Varlink

/// Clients from other hands: our interfaces, replies and errors as people will meet them, in Python and with systemd's
/// own tool, and each command of the README that names one.
@Suite struct ForeignClientTests {
  static let interfaces = ["org.plumbd.Mock", "org.plumbd.Rotation", "org.plumbd.Sensor", "org.varlink.service"]

  // MARK: - Python's varlink

  @Test func pythonParsesEveryInterfaceAsWeMeanIt() throws {
    let daemon = try TestDaemon()
    let (output, errors, status) = try ForeignClient.python.run(
      ForeignClient.folder + "introspect.py", daemon: daemon)
    try #require(status == 0, "\(errors)")
    var lines = try parseLines(output)
    let info = try #require(lines.removeFirst()["info"])
    #expect(info["product"]?.text == "plumbd")
    #expect(info["interfaces"]?.texts.sorted() == Self.interfaces)
    #expect(lines.compactMap { $0["interface"]?.text }.sorted() == Self.interfaces)
    for line in lines {
      let own = try interface(try #require(line["interface"]?.text), of: daemon)
      #expect(line["methods"]?.texts == own.methods)
      #expect(line["errors"]?.texts == own.errors)
      #expect(!own.methods.isEmpty)
    }
  }

  @Test func pythonFollowsInTenLines() throws {
    let daemon = try TestDaemon()
    let follower = try ForeignClient.python.start(ForeignClient.folder + "follow.py", daemon: daemon)
    try follower.waitForOutput("first line") { $0.hasPrefix("portrait 0\n") }
    for (pose, line) in [
      ("landscapeLeft", "landscapeRight 90"), ("portraitUpsideDown", "portraitUpsideDown 180"),
      ("landscapeRight", "landscapeLeft 270"),
    ] {
      #expect(try daemon.ctl("mock", "pose", pose).status == 0)
      try follower.waitForOutput(line) { $0.hasSuffix(line + "\n") }
    }
  }

  @Test func pythonIsAnApplicationInFrontAndCatchesItsErrors() throws {
    let daemon = try TestDaemon()
    let (output, errors, status) = try ForeignClient.python.run(ForeignClient.folder + "register.py", daemon: daemon)
    try #require(status == 0, "\(errors)")
    let lines = try parseLines(output)
    try #require(lines.count == 4, "\(output)")
    #expect(lines[0]["interface"]?.text == "landscapeRight")
    #expect(lines[1]["error"]?.text == "org.plumbd.Rotation.NoCommonOrientation")
    #expect(lines[1]["parameters"]?["controllerMask"]?.texts == ["portrait"])
    #expect(lines[2]["error"]?.text == "org.plumbd.Rotation.NoSuchWindow")
    #expect(lines[2]["parameters"]?["window"]?.text == "none")
    #expect(lines[3]["error"]?.text == "org.varlink.service.InvalidParameter")
    #expect(lines[3]["parameters"]?["parameter"]?.text == "orientation")
  }

  @Test func asynchronousPythonFollowsCallsAndIsRefused() throws {
    let daemon = try TestDaemon()
    let (output, errors, status) = try ForeignClient.python.run(
      ForeignClient.folder + "follow_async.py", daemon: daemon)
    try #require(status == 0, "\(errors)")
    let lines = try parseLines(output)
    try #require(lines.count == 3, "\(output)")
    #expect(lines[0]["interfaces"]?.texts.sorted() == Self.interfaces)
    #expect(lines[1]["interface"]?.text == "landscapeLeft" && lines[1]["continues"]?.truth == true)
    #expect(lines[2]["error"]?.text == "org.plumbd.Rotation.NoSuchApplication")
  }

  // MARK: - systemd's varlinkctl

  @Test func varlinkctlReadsWhatTheServiceSaysOfItself() throws {
    let daemon = try TestDaemon()
    let info = try ForeignClient.varlinkctl.run("info", daemon.socket, daemon: daemon)
    #expect(info.output.contains("Product: plumbd") && info.status == 0, "\(info)")
    let list = try ForeignClient.varlinkctl.run("list-interfaces", daemon.socket, daemon: daemon)
    #expect(list.output.split(separator: "\n").map(String.init) == Self.interfaces)
  }

  @Test(arguments: ["org.plumbd.Mock", "org.plumbd.Rotation", "org.plumbd.Sensor"])
  func varlinkctlFindsEachInterfaceValid(name: String) throws {
    let daemon = try TestDaemon()
    let file = Program.packageFolder + "/Sources/PlumbInterface/Interfaces/\(name).varlink"
    let valid = try ForeignClient.varlinkctl.run("validate-idl", file, daemon: daemon)
    #expect(valid.status == 0, "\(valid.errors)")
    let broken = try daemon.folder.write("interface \(name)\nmethod Do( -> ()\n", to: "broken.varlink")
    #expect(try ForeignClient.varlinkctl.run("validate-idl", broken, daemon: daemon).status != 0)

    let shown = try ForeignClient.varlinkctl.run("introspect", daemon.socket, name, daemon: daemon)
    try #require(shown.status == 0, "\(shown.errors)")
    // What it understood, it writes down in its own way: that must still be the same interface.
    let own = try interface(name, of: daemon)
    #expect(MemberNames(try Interface(shown.output)) == own)
  }

  @Test func varlinkctlCallsAndIsToldWhatIsWrong() throws {
    let daemon = try TestDaemon()
    #expect(try daemon.ctl("mock", "pose", "landscapeLeft").status == 0)
    let reply = try ForeignClient.varlinkctl.run(
      "call", "--json=short", daemon.socket, "org.plumbd.Rotation.Monitor", "{}", daemon: daemon)
    #expect(try parseLines(reply.output).first?["state"]?["interface"]?.text == "landscapeRight")
    let refused = try ForeignClient.varlinkctl.run(
      "call", daemon.socket, "org.plumbd.Rotation.Lock", #"{"orientation":"sideways"}"#, daemon: daemon)
    #expect(refused.status != 0)
    #expect(refused.errors.contains("org.varlink.service.InvalidParameter"))
    #expect(refused.output.contains(#""parameter""#) && refused.output.contains(#""orientation""#))
  }

  // MARK: - The README

  @Test func theReadmesVarlinkctlFollows() throws {
    let varlinkctl = try ForeignClient.varlinkctl.path()
    try follow(try readmeLine("varlinkctl call --more ").replacing("varlinkctl", with: varlinkctl))
  }

  @Test(.enabled(if: access("/usr/bin/socat", X_OK) == 0, "needs socat"))
  func theReadmesSocatFollows() throws { try follow(try readmeLine("printf '{\"method\":")) }

  @Test func theReadmesPythonIsTheOneThatIsTested() throws {
    let program = try String(contentsOfFile: ForeignClient.folder + "follow.py", encoding: .utf8)
    #expect(try readme().contains("```python\n\(program)```"))
    #expect(program.split(separator: "\n", omittingEmptySubsequences: false).count <= 16)
  }

  /// Runs a command on a terminal, as its reader does, and turns the device.
  private func follow(_ command: String) throws {
    let daemon = try TestDaemon()
    let command = command.replacing("/run/plumbd/plumbd.sock", with: daemon.socket)
    let terminal = try Program("/usr/bin/script", ["--quiet", "--flush", "--command", command, "/dev/null"])
    // varlinkctl sets out what it prints on a terminal.
    func says(_ interface: String) -> (String) -> Bool {
      { $0.filter { !$0.isWhitespace }.contains(#""interface":"\#(interface)""#) }
    }
    try terminal.waitForOutput("upright", says("portrait"))
    for (pose, interface) in [("landscapeLeft", "landscapeRight"), ("landscapeRight", "landscapeLeft")] {
      #expect(try daemon.ctl("mock", "pose", pose).status == 0)
      try terminal.waitForOutput(interface, says(interface))
    }
    daemon.program.terminate()
    try terminal.waitForEnd()
  }

  private func readme() throws -> String {
    try String(contentsOfFile: Program.packageFolder + "/README.md", encoding: .utf8)
  }

  private func readmeLine(_ beginning: String) throws -> String {
    try #require(try readme().split(separator: "\n").first { $0.hasPrefix(beginning) }.map(String.init))
  }

  // MARK: - Reading

  private func parseLines(_ text: String) throws -> [JSONValue] {
    try text.split(separator: "\n").map { try JSONValue(parsing: Array($0.utf8)) }
  }

  /// Our own reading of the text that the daemon sends.
  private func interface(_ name: String, of daemon: TestDaemon) throws -> MemberNames {
    let client = try daemon.connect()
    client.call("org.varlink.service.GetInterfaceDescription", #"{"interface":"\#(name)"}"#)
    return MemberNames(try Interface(try #require(try client.reply()["description"]?.text)))
  }
}

/// What an interface offers, by name.
struct MemberNames: Equatable {
  let methods: [String]
  let errors: [String]

  init(_ interface: Interface) {
    methods = interface.methodNames.sorted()
    errors = interface.errorNames.sorted()
  }
}

extension JSONValue {
  /// The strings in an array.
  fileprivate var texts: [String] { if case .array(let elements) = self { elements.compactMap(\.text) } else { [] } }
}
