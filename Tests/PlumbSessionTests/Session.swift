import Glibc
import TestSupport

/// A plumb-session between a mock daemon and a display.
final class Session {
  let daemon: TestDaemon
  let folder: TemporaryFolder
  let program: Program

  /// Starts both, and waits until the agent is ready.
  init(
    _ words: [String], environment: [String: String] = [:], rules: String = "", daemon options: [String] = ["--mock"],
    configuration: String? = nil, executable: String = "plumb-session"
  ) throws {
    daemon = try TestDaemon(options, configuration: configuration)
    folder = try TemporaryFolder()
    mkdir(folder.file("plumbd"), 0o700)
    mkdir(folder.file("plumbd/apps.d"), 0o700)
    try folder.write(rules, to: "plumbd/apps.d/test.conf")
    let notify = try NotifySocket(folder.file("notify"))
    let own = [
      "XDG_RUNTIME_DIR": folder.path, "XDG_CONFIG_HOME": folder.path, "XDG_DATA_HOME": folder.path,
      "XDG_DATA_DIRS": folder.path, "PLUMBD_SOCKET": daemon.socket, "NOTIFY_SOCKET": notify.path,
    ]
    program = try Program(
      executable, ["--log-level", "debug"] + words, environment: own.merging(environment) { $1 })
    try notify.wait(for: "READY=1", of: program)
    unlink(notify.path)
  }

  /// How the device is held from now on.
  func pose(_ word: String) throws { _ = try daemon.ctl("mock", "pose", word) }

  /// The contents of a file in the folder, empty where there is none.
  func contents(_ name: String) -> String {
    guard let file = fopen(folder.file(name), "r") else { return "" }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 16384)
    return String(decoding: bytes[..<fread(&bytes, 1, bytes.count, file)], as: UTF8.self)
  }

  /// Writes a script that says what it was told, a line a run, into a file.
  func script(_ body: String, to name: String) throws -> String {
    let file = try folder.write("#!/bin/sh\n\(body)\n", to: name)
    chmod(file, 0o755)
    return file
  }
}

/// Waits until something is so.
func wait(for what: String, of program: Program? = nil, until isSo: () throws -> Bool) throws {
  let deadline = Deadline()
  while try !isSo() {
    if deadline.isOver {
      // What it wrote last is known when it has ended.
      program?.terminate()
      throw Missing(what: "\(what): \(program?.standardError ?? "")")
    }
    usleep(20_000)
  }
}

/// What a test waited for in vain.
struct Missing: Error, CustomStringConvertible {
  let what: String
  var description: String { "there was no \(what)" }
}
