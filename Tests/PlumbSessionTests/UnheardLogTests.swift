import Glibc
import TestSupport
import Testing

/// Whether somebody reads what plumb-session writes makes no difference to what it does.
@Suite struct UnheardLogTests {
  @Test(arguments: [
    // A pipe that is full, and that nobody reads.
    #"exec 3<>"$pipe"; dd if=/dev/zero of="$pipe" bs=4096 count=1024 oflag=nonblock 2>/dev/null"#,
    // A pipe whose reader is gone.
    #"exec 4<>"$pipe" 3>"$pipe" 4>&-"#,
  ])
  func aChangeIsFollowedAllTheSame(preparation: String) throws {
    let folder = try TemporaryFolder()
    let script = try folder.write(
      """
      #!/bin/sh
      pipe="\(folder.file("pipe"))"
      mkfifo "$pipe"
      \(preparation)
      exec "\(Program.folder)/plumb-session" "$@" 2>&3 3>&-

      """, to: "unheard")
    let hook = try folder.write("#!/bin/sh\necho $PLUMB_ORIENTATION >> \(folder.file("told"))\n", to: "hook")
    for file in [script, hook] { chmod(file, 0o755) }
    let session = try Session(["--display", "none", "--exec", hook], executable: script)
    for pose in ["portraitUpsideDown", "portrait", "portraitUpsideDown"] {
      try session.pose(pose)
      try wait(for: pose, of: session.program) {
        try Program.run("/usr/bin/tail", ["-n1", folder.file("told")]).program.standardOutput == pose + "\n"
      }
    }
    #expect(session.program.terminate() == 0)
  }
}
