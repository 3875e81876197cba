import CLinux
import Glibc
import TestSupport
import Testing

/// A disk that is full, or read-only: the rotation lock works all the same, is never half-written, and it is said once
/// that the next start will not find it.
@Suite(.enabled("needs root, and a mount namespace of its own") { await MountNamespace.isThere })
struct FullDiskTests {
  /// A daemon whose state directory is a disk of two pages that nobody else sees.
  private func start(in folder: TemporaryFolder) throws -> (daemon: TestDaemon, state: String) {
    let script = try folder.write(
      """
      #!/bin/sh
      mkdir -p "$STATE_DIRECTORY" && mount -t tmpfs -o size=8k plumbd "$STATE_DIRECTORY" || exit 1
      exec "\(Program.folder)/plumbd" "$@"

      """, to: "start")
    chmod(script, 0o755)
    let wrapper = try folder.write("#!/bin/sh\nexec unshare -m --propagation private \"\(script)\" \"$@\"\n", to: "run")
    chmod(wrapper, 0o755)
    let directory = folder.file("state")
    let daemon = try TestDaemon(environment: ["STATE_DIRECTORY": directory], executable: wrapper)
    return (daemon, "/proc/\(daemon.program.pid)/root\(directory)")
  }

  @Test func aFullDiskKeepsTheOldLockWholeAndTheNewOneInForce() throws {
    let folder = try TemporaryFolder()
    let (daemon, state) = try start(in: folder)
    #expect(try daemon.ctl("lock", "portrait").status == 0)
    #expect(contents(of: state + "/lock") == "portrait\n")
    try fill(state + "/filler")
    for _ in 0..<20 { #expect(try lock(daemon, "landscapeLeft") == "landscapeLeft") }
    #expect(contents(of: state + "/lock") == "portrait\n")
    #expect(access(state + "/lock.new", F_OK) != 0)
    let warned = try daemon.ctl("lock", "landscapeLeft")
    #expect(warned.status == 0)
    #expect(warned.errors.contains("warning: cannot keep the rotation lock"))
    try daemon.program.waitForError("complaint") { $0.contains("No space left on device") }
    let complaints = daemon.program.standardError.split(separator: "\n").filter { $0.contains("cannot keep") }
    #expect(complaints.count == 1, "\(complaints)")
    #expect(complaints.first?.contains("the next start finds what was there before") == true)
    unlink(state + "/filler")
    #expect(try lock(daemon, "landscapeRight") == "landscapeRight")
    #expect(contents(of: state + "/lock") == "landscapeRight\n")
    // What takes no room works on a full disk, too.
    try fill(state + "/filler")
    #expect(try daemon.ctl("unlock").status == 0)
    #expect(access(state + "/lock", F_OK) != 0)
  }

  @Test func aReadOnlyDiskLeavesTheLockInForceForThisRun() throws {
    let folder = try TemporaryFolder()
    let (daemon, state) = try start(in: folder)
    #expect(try daemon.ctl("lock", "portrait").status == 0)
    try makeReadOnly(state, of: daemon)
    #expect(try lock(daemon, "landscapeLeft") == "landscapeLeft")
    try daemon.program.waitForError("complaint") { $0.contains("cannot keep the rotation lock") }
    #expect(daemon.program.standardError.contains("Read-only file system"))
    #expect(try daemon.ctl("unlock").status == 0)
    try daemon.program.waitForError("complaint") { $0.contains("cannot forget the rotation lock") }
    #expect(contents(of: state + "/lock") == "portrait\n")
    #expect(daemon.program.terminate() == 0)
  }

  @Test func aReadOnlyDiskThatHoldsNoLockHasNothingToForget() throws {
    let folder = try TemporaryFolder()
    let (daemon, state) = try start(in: folder)
    try makeReadOnly(state, of: daemon)
    let unlocked = try daemon.ctl("unlock")
    #expect(unlocked.status == 0)
    #expect(unlocked.errors.isEmpty)
    #expect(daemon.program.terminate() == 0)
    #expect(!daemon.program.standardError.contains("cannot forget"))
  }

  /// Locks, and says what is locked then.
  private func lock(_ daemon: TestDaemon, _ orientation: String) throws -> String? {
    let client = try daemon.connect()
    client.call("org.plumbd.Rotation.Lock", #"{"orientation":"\#(orientation)"}"#)
    _ = try client.reply()
    client.call("org.plumbd.Rotation.Monitor")
    return try client.reply()["state"]?["locked"]?.text
  }

  private func makeReadOnly(_ state: String, of daemon: TestDaemon) throws {
    let directory = String(state.trimmingPrefix("/proc/\(daemon.program.pid)/root"))
    let remount = try Program.run(
      "/usr/bin/nsenter", ["-m", "-t", "\(daemon.program.pid)", "mount", "-o", "remount,ro", directory])
    try #require(remount.ended.status == 0, "\(remount.program.standardError)")
  }

  private func fill(_ path: String) throws {
    let descriptor = plumb_open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
    try #require(descriptor >= 0, "cannot make \(path)")
    defer { close(descriptor) }
    let block = [UInt8](repeating: 0, count: 4096)
    while write(descriptor, block, block.count) > 0 {}
    try #require(errno == ENOSPC, "the disk is not full")
  }

  private func contents(of path: String) -> String? {
    let descriptor = plumb_open(path, O_RDONLY | O_CLOEXEC, 0)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 100)
    let count = read(descriptor, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}

private enum MountNamespace {
  static var isThere: Bool { (try? Program.run("/usr/bin/unshare", ["-m", "true"]).ended.status) == 0 }
}
