import EventLoop
import Glibc
import TestSupport
import Testing

@testable import SessionAgent

@Suite(.serialized) struct HookTests {
  @Test(arguments: [
    ("a b", ["a", "b"]), ("  a\t b\n", ["a", "b"]), ("'a b' c", ["a b", "c"]), (#""a \"b" c"#, [#"a "b"#, "c"]),
    (#"a\ b"#, ["a b"]), (#"'a\b'"#, [#"a\b"#]), ("a '' \"\"", ["a", "", ""]), ("a'b'\"c\"d", ["abcd"]),
    ("a $B `c` $(d) * ~", ["a", "$B", "`c`", "$(d)", "*", "~"]), ("é'ü'", ["éü"]),
  ])
  func aLineIsSplitAtBlanks(line: String, words: [String]) throws {
    #expect(try CommandLineWords(line).words == words)
  }

  @Test(arguments: [
    ("", CommandLineWords.Problem.empty), (" \t", .empty), ("''", .empty), ("a 'b", .openQuote("'")),
    ("a \"b'", .openQuote("\"")), ("a\\", .danglingBackslash), ("\"a\\", .danglingBackslash),
  ])
  func aLineThatIsNoneIsRefused(line: String, problem: CommandLineWords.Problem) {
    #expect(throws: problem) { try CommandLineWords(line) }
  }

  private let lines = Lines()
  private let folder: TemporaryFolder
  private let loop: EventLoop

  init() throws {
    folder = try TemporaryFolder()
    loop = try EventLoop()
  }

  private func hook(_ script: String, limits: ChangeHook.Limits = .init()) throws -> ChangeHook {
    let file = try folder.write("#!/bin/sh\ncd '\(folder.path)'\n" + script, to: "hook")
    chmod(file, 0o755)
    return try ChangeHook([file, "it's one word"], loop: loop, log: lines.log, limits: limits)
  }

  private func run(until isDone: () -> Bool) throws {
    let deadline = Deadline()
    while !isDone() {
      try #require(!deadline.isOver, "\(lines.lines)")
      try loop.runOnce(timeout: 0.05)
    }
  }

  private func contents(_ name: String) -> String {
    guard let file = fopen(folder.file(name), "r") else { return "" }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes[..<count], as: UTF8.self)
  }

  @Test func theCommandGetsItsWordsAndItsVariables() throws {
    let hook = try hook(#"printf '%s|%s|%s\n' "$1" "$PLUMB_ANGLE" "$HOME" >> out"#)
    hook.run(["PLUMB_ANGLE": "90"])
    try run { !hook.isRunning }
    let home = getenv("HOME").map { String(cString: $0) } ?? ""
    #expect(contents("out") == "it's one word|90|\(home)\n")
    #expect(lines.lines == [])
  }

  @Test func oneRunsAtATimeAndTheLatestIsNext() throws {
    let hook = try hook("mkdir running || echo twice >> out\necho $N >> out\nsleep 0.2\nrmdir running\n")
    for number in 1...4 { hook.run(["N": "\(number)"]) }
    try run { !hook.isRunning }
    #expect(contents("out") == "1\n4\n")
  }

  @Test func aFailureIsToldOnceForAWhile() throws {
    let hook = try hook("exit 3")
    for _ in 1...3 {
      hook.run([:])
      try run { !hook.isRunning }
    }
    #expect(lines.lines == ["warning: the command \(folder.file("hook")): ended with status 3"])
  }

  @Test func oneThatHangsIsEndedWithAllThatItStarted() throws {
    let limits = ChangeHook.Limits(run: 0.3, ending: 0.3, report: 60)
    let hook = try hook("trap '' TERM\nsleep 600 & echo $! > child\nwait\nsleep 600\n", limits: limits)
    hook.run(["N": "1"])
    try run { !contents("child").isEmpty || !hook.isRunning }
    hook.run(["N": "2"])
    try run { lines.contain("was ended after 0.3 s") }
    let child = try #require(Int32(contents("child").split(separator: "\n").first ?? ""))
    hook.stop()
    try run { !hook.isRunning }
    try run { kill(child, 0) != 0 || isZombie(child) }
    #expect(lines.lines.count == 1)
  }

  @Test func oneThatDoesNotWantToEndIsEndedWithTheAgent() throws {
    let limits = ChangeHook.Limits(run: 600, ending: 0.3, report: 60)
    let hook = try hook("trap '' TERM\nsleep 600 & echo $! > child\nwait\nsleep 600\n", limits: limits)
    hook.run([:])
    try run { contents("child").hasSuffix("\n") }
    let child = try #require(Int32(contents("child").split(separator: "\n").first ?? ""))
    hook.stop()
    // No loop runs any more when a session ends.
    let deadline = Deadline()
    while kill(child, 0) == 0 && !isZombie(child) {
      try #require(!deadline.isOver)
      usleep(10_000)
    }
  }

  /// Whether a process is only waiting for its parent, which is not us.
  private func isZombie(_ pid: Int32) -> Bool {
    guard let file = fopen("/proc/\(pid)/stat", "r") else { return true }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes[..<count], as: UTF8.self).contains(") Z ")
  }

  @Test func aCommandThatIsNotThereIsTold() throws {
    let hook = try ChangeHook(["/nonexistent/command"], loop: loop, log: lines.log)
    hook.run([:])
    #expect(!hook.isRunning)
    #expect(
      lines.lines == [
        "warning: the command /nonexistent/command: cannot start /nonexistent/command: No such file or directory"
      ])
  }
}
