import Glibc
import TestSupport
import Testing

/// How the daemon starts, what it says when it cannot, and how it ends.
@Suite struct DaemonTests {
  @Test func sigtermEndsItCleanlyAndTheSocketIsGone() throws {
    let daemon = try TestDaemon()
    let client = try daemon.monitor()
    _ = try client.reply()
    daemon.program.send(signal: SIGTERM)
    #expect(try daemon.program.waitForEnd() == .init(status: 0, signal: nil))
    while let last = try client.next() { #expect(last["error"] == nil, "it says good-bye by closing") }
    #expect(access(daemon.socket, F_OK) != 0)
  }

  @Test func theServiceManagerKnowsHowThingsStand() throws {
    let folder = try TemporaryFolder()
    let socket = folder.file("plumbd.sock")
    let notify = try NotifySocket(folder.file("notify"))
    let program = try Program(
      "plumbd", ["--mock", "--socket", socket],
      environment: ["NOTIFY_SOCKET": notify.path, "STATE_DIRECTORY": folder.path])
    try notify.wait(for: "READY=1", of: program)
    let monitor = try RawClient(socket)
    monitor.call("org.plumbd.Rotation.Monitor", more: true)
    try notify.wait(for: "STATUS=portrait, mock (mock), 1 reader", of: program)
    let client = try RawClient(socket)
    client.call("org.plumbd.Rotation.Lock", #"{"orientation":"landscapeLeft"}"#)
    _ = try client.reply()
    try notify.wait(for: "STATUS=landscapeLeft (locked), mock (mock), 1 reader", of: program)
    let second = try RawClient(socket)
    second.call("org.plumbd.Rotation.Monitor", more: true)
    try notify.wait(for: "STATUS=landscapeLeft (locked), mock (mock), 2 readers", of: program)
    #expect(program.terminate() == 0)
  }

  @Test func whatIsBelowTheLevelIsNotSaid() throws {
    let daemon = try TestDaemon(["--mock", "--log-level", "error"])
    let monitor = try daemon.monitor()
    try monitor.state { $0["sensor"]?["available"] == .bool(true) }
    let client = try daemon.connect()
    client.call("org.plumbd.Mock.Remove")
    try monitor.state { $0["sensor"]?["available"] == .bool(false) }
    #expect(daemon.program.terminate() == 0)
    #expect(daemon.program.standardError == "")
  }

  @Test func aSensorThatComesAndGoesIsToldAFewTimesOnly() throws {
    let daemon = try TestDaemon()
    let monitor = try daemon.monitor()
    try monitor.state { $0["device"]?.text == "portrait" }
    let client = try daemon.connect()
    for _ in 0..<8 {
      for (method, isThere) in [("Remove", false), ("Add", true)] {
        client.call("org.plumbd.Mock.\(method)")
        _ = try client.reply()
        try monitor.state { $0["sensor"]?["available"] == .bool(isThere) }
      }
    }
    #expect(daemon.program.terminate() == 0)
    let lines = daemon.program.standardError.split(separator: "\n")
    #expect(lines.count { $0.contains("the accelerometer is gone") } == 5)
    #expect(lines.count { $0.contains("reading ") } == 5)
  }

  @Test func aSecondDaemonIsToldWhoIsThereAndHarmsNobody() throws {
    let daemon = try TestDaemon()
    let (second, ended) = try Program.run("plumbd", ["--mock", "--socket", daemon.socket])
    #expect(ended.status == 1)
    #expect(second.standardError.contains("another daemon answers on \(daemon.socket)"))
    #expect(second.standardError.contains("--socket"))
    let client = try daemon.monitor()
    #expect(try client.reply()["state"]?["interface"]?.text == "portrait")
  }

  @Test func aSocketLeftByADeadDaemonIsTakenOver() throws {
    let daemon = try TestDaemon()
    daemon.program.send(signal: SIGKILL)
    try daemon.program.waitForEnd()
    #expect(access(daemon.socket, F_OK) == 0)
    try daemon.restart()
    #expect(try daemon.monitor().reply()["state"]?["serial"] != nil)
  }

  @Test func ofManyThatStartAtOnceOneServes() throws {
    let daemon = try TestDaemon()
    daemon.program.send(signal: SIGKILL)
    try daemon.program.waitForEnd()
    // All of them find the socket of a dead daemon.
    let all = try (0..<8).map { _ in try Program("plumbd", ["--mock", "--socket", daemon.socket]) }
    let deadline = Deadline()
    while all.filter(\.hasEnded).count < 7, !deadline.isOver { usleep(1000) }
    let left = all.filter { !$0.hasEnded }
    #expect(left.count == 1)
    let client = try daemon.connect()
    client.call("org.varlink.service.GetInfo")
    #expect(try client.reply()["product"]?.text == "plumbd")
    #expect(left.allSatisfy { $0.terminate() == 0 })
    #expect(access(daemon.socket, F_OK) != 0 && access(daemon.socket + ".lock", F_OK) != 0)
  }

  @Test func aSocketOfAnotherDaemonInTheOldOnesPlaceStays() throws {
    let first = try TestDaemon()
    unlink(first.socket)
    unlink(first.socket + ".lock")
    let second = try Program("plumbd", ["--mock", "--socket", first.socket])
    let deadline = Deadline()
    while access(first.socket, F_OK) != 0, !deadline.isOver, !second.hasEnded { usleep(1000) }
    #expect(first.program.terminate() == 0)
    let client = try first.connect()
    client.call("org.varlink.service.GetInfo")
    #expect(try client.reply()["product"]?.text == "plumbd")
    #expect(access(first.socket + ".lock", F_OK) == 0)
    #expect(second.terminate() == 0)
  }

  @Test func aSocketThatWasRemovedIsStillTheDaemonsThatMadeIt() throws {
    let daemon = try TestDaemon()
    unlink(daemon.socket)
    let (second, ended) = try Program.run("plumbd", ["--mock", "--socket", daemon.socket])
    #expect(ended.status == 1)
    #expect(second.standardError.contains("another daemon answers on \(daemon.socket)"))
  }

  @Test func aFileInTheSocketsPlaceIsLeftAlone() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("precious", to: "plumbd.sock")
    let (program, ended) = try Program.run("plumbd", ["--mock", "--socket", file])
    #expect(ended.status == 1)
    #expect(program.standardError.contains("\(file) exists and is not a socket"))
    #expect(access(file, R_OK) == 0)
  }

  @Test func aPathThatIsTooLongIsSaidToBe() throws {
    let path = "/tmp/" + String(repeating: "x", count: 120)
    let (program, ended) = try Program.run("plumbd", ["--mock", "--socket", path])
    #expect(ended.status == 1)
    #expect(program.standardError.contains("has 125 bytes and a Unix socket's may have 107"))
  }

  @Test func aFolderThatIsNotThereIsNamed() throws {
    let (program, ended) = try Program.run("plumbd", ["--mock", "--socket", "/nowhere/plumbd.sock"])
    #expect(ended.status == 1)
    #expect(program.standardError.contains("cannot listen on /nowhere/plumbd.sock: No such file or directory"))
  }

  @Test func aRecordingThatIsAPipeIsRefusedBeforeThereIsASocket() throws {
    let folder = try TemporaryFolder()
    let (pipe, socket) = (folder.file("pipe"), folder.file("plumbd.sock"))
    try #require(mkfifo(pipe, 0o600) == 0)
    let (program, ended) = try Program.run("plumbd", ["--replay", pipe, "--socket", socket])
    #expect(ended.status == 1)
    #expect(program.standardError.contains("\(pipe) is not a regular file"))
    #expect(access(socket, F_OK) != 0)
  }

  @Test(arguments: ["1e14", "-1e300"]) func aRecordingOfImpossibleTimesIsRefused(time: String) throws {
    let folder = try TemporaryFolder()
    let header = #"{"plumb-recording":1,"name":"far","unit":"m/s^2","polarity":"gravity","rate":25}"#
    let file = try folder.write(header + "\n" + #"{"t":\#(time),"a":[0,-9.8,0]}"# + "\n", to: "far.jsonl")
    let (program, ended) = try Program.run("plumbd", ["--replay", file, "--socket", folder.file("plumbd.sock")])
    #expect(ended.status == 1)
    #expect(program.standardError.contains("the recording \"far\" has times beyond"))
  }

  @Test(arguments: [
    (["--sokcet", "x"], "unknown option '--sokcet'; did you mean '--socket'?"),
    (["--log-level", "loud"], "--log-level is 'loud' and may be error, warning, notice, info or debug"),
    (["--mock", "--replay", "x"], "exclude each other"), (["extra"], "takes no 'extra'"),
  ])
  func aWrongCommandLineIsStatusTwo(words: [String], problem: String) throws {
    let (program, ended) = try Program.run("plumbd", words)
    #expect(ended.status == 2)
    #expect(program.standardError.hasPrefix("plumbd: "))
    #expect(program.standardError.contains(problem))
  }

  @Test func aConfigurationThatIsNotThereIsSaid() throws {
    for words in [["--config", "/nonesuch"], ["--check-config", "--config", "/nonesuch"]] {
      let (program, ended) = try Program.run("plumbd", words)
      #expect(ended.status == 1)
      #expect(program.standardOutput == "")
      #expect(program.standardError == "plumbd: /nonesuch: cannot be read: No such file or directory\n")
    }
  }

  @Test func aGroupThatIsNotThereIsSaid() throws {
    let daemon = try TestDaemon(configuration: "[access]\ngroup = nonesuch\n")
    let file = daemon.folder.file("plumbd.conf")
    let words = "plumbd: \(file):2: [access] group: there is no group \"nonesuch\"\n"
    try daemon.program.waitForError("a complaint") { $0.contains(words) }
    try daemon.folder.write("[access]\ngroup = root\n", to: "plumbd.conf")
    #expect(try daemon.ctl("reload").status == 0)
    #expect(daemon.program.standardError.split(separator: "\n").filter { $0.contains("no group") }.count == 1)
  }

  @Test func checkConfigSaysFileLineKeyAndWhatIsAllowed() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("[sensor]\nrate = 10\npolarty = gravity\n[panel]\noffset = 45\n", to: "plumbd.conf")
    let (program, ended) = try Program.run("plumbd", ["--check-config", "--config", file])
    #expect(ended.status == 1)
    let lines = program.standardError.split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("plumbd: \(file):3:") && $0.contains("polarty") && $0.contains("polarity") })
    #expect(lines.contains { $0.hasPrefix("plumbd: \(file):5:") && $0.contains("offset") && $0.contains("270") })
    let good = try folder.write("[sensor]\nrate = 20\n", to: "good.conf")
    #expect(try Program.run("plumbd", ["--check-config", "--config", good]).1.status == 0)
  }

  @Test func theShippedConfigurationIsInOrder() throws {
    let file = Program.packageFolder + "/Config/plumbd.conf"
    #expect(try Program.run("plumbd", ["--check-config", "--config", file]).1.status == 0)
  }

  @Test func aReloadTakesAllOrNothing() throws {
    let daemon = try TestDaemon()
    let client = try daemon.monitor()
    #expect(try client.reply()["state"]?["interface"]?.text == "portrait")

    try daemon.folder.write("[default]\nsupported = landscape\n", to: "plumbd.conf")
    #expect(try daemon.ctl("reload").status == 0)
    try daemon.folder.write("[default]\nsupported = upwards\n[panel]\nofset = 0\n", to: "plumbd.conf")
    let refused = try daemon.ctl("reload")
    #expect(refused.status == 1)
    #expect(refused.errors.contains("plumbd.conf:2:") && refused.errors.contains("plumbd.conf:4:"))
    let settings = try daemon.ctl("config", "--json")
    #expect(settings.output.contains("landscape") && !settings.output.contains("upwards"))
  }

  @Test func theLockSurvivesARestart() throws {
    let daemon = try TestDaemon()
    #expect(try daemon.ctl("lock", "landscapeLeft").status == 0)
    daemon.program.send(signal: SIGKILL)
    try daemon.program.waitForEnd()
    try daemon.restart()
    let state = try #require(try daemon.monitor().reply()["state"])
    #expect(state["locked"]?.text == "landscapeLeft")
    #expect(state["interface"]?.text == "landscapeLeft")
    #expect(try daemon.ctl("unlock").status == 0)
    daemon.program.send(signal: SIGTERM)
    try daemon.program.waitForEnd()
    try daemon.restart()
    #expect(try daemon.monitor().reply()["state"]?["locked"] == .null)
  }

  @Test(arguments: ["sideways\n", "por trait\n", "", "portrait\n\n"])
  func aTornLockFileIsReportedAndIgnored(text: String) throws {
    let daemon = try TestDaemon()
    daemon.program.send(signal: SIGTERM)
    try daemon.program.waitForEnd()
    try daemon.folder.write(text, to: "lock")
    try daemon.restart()
    #expect(try daemon.monitor().reply()["state"]?["locked"] == .null)
    try daemon.program.waitForError("warning") { $0.contains("holds no orientation") }
  }

  @Test func systemdsSocketIsUsedWhereItHandsOneOver() throws {
    let folder = try TemporaryFolder()
    let socket = folder.file("activated.sock")
    let activator = try Program(
      "/usr/bin/systemd-socket-activate", ["-l", socket, Program.folder + "/plumbd", "--mock"],
      environment: ["STATE_DIRECTORY": folder.path])
    try activator.waitForError("listening") { $0.contains("Listening") }
    let client = try RawClient(socket)
    client.call("org.varlink.service.GetInfo")
    #expect(try client.reply()["product"]?.text == "plumbd")
    activator.send(signal: SIGTERM)
    #expect(try activator.waitForEnd() == .init(status: 0, signal: nil))
    #expect(access(socket, F_OK) == 0, "the socket is systemd's, not ours to remove")
  }
}
