import Displays
import Glibc
import TestSupport
import Testing

/// A compositor that refuses: sway, whose calls of the graphics card are answered by a library of the tests.
@Suite(.serialized, .enabled(if: TestCompositor.Kind.sway.isThere, "sway is not installed"))
struct RefusalTests {
  private let library: TemporaryFolder
  private let compositor: TestCompositor

  init() throws {
    library = try TemporaryFolder()
    chmod(library.path, 0o755)
    let (gcc, ended) = try Program.run(
      "/usr/bin/gcc",
      [
        "-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", library.file("refusal.so"),
        Program.packageFolder + "/Tests/PlumbSessionTests/Refusal/refusal.c",
      ])
    try #require(ended.status == 0, "gcc: \(gcc.standardError)")
    compositor = try TestCompositor(
      configuration: "output HEADLESS-1 mode --custom 800x1280@60Hz",
      environment: ["LD_PRELOAD": library.file("refusal.so"), "PLUMB_REFUSAL": library.file("refused")])
  }

  private func refuse(_ what: String) throws { try library.write(what, to: "refused") }
  private func allowAll() { unlink(library.file("refused")) }

  /// Waits for the word that a turn was refused, and that nothing came of it.
  private func waitForRefusal(of wanted: String, _ session: Session, consequence: String = "nothing has changed") throws
  {
    try session.program.waitForError("refusal of \(wanted)") {
      $0.contains(
        "HEADLESS-1 stays as it is, normal instead of \(wanted): "
          + "the compositor refuses to turn the output HEADLESS-1 to \(wanted); \(consequence)")
    }
  }

  @Test func theNextTurnIsTriedAgain() throws {
    try compositor.showCorners(on: "HEADLESS-1")
    let upright = CornerPicture.Seen(width: 800, height: 1280, corners: "rgbw")
    try compositor.see(upright)
    let session = try Session(["--output", "HEADLESS-1"], environment: compositor.clientEnvironment)

    try refuse("turned")
    try session.pose("landscapeRight")
    try waitForRefusal(of: "90", session)
    #expect(try compositor.output()["transform"] == "normal")
    try compositor.see(upright)
    try session.pose("portraitUpsideDown")
    try waitForRefusal(of: "180", session)
    #expect(try compositor.output()["transform"] == "normal")

    allowAll()
    try session.pose("landscapeRight")
    try compositor.output { $0["transform"] == "270" }
    try compositor.see(.init(width: 1280, height: 800, corners: "rgbw"))
    try session.pose("portrait")
    try compositor.output { $0["transform"] == "normal" }
    #expect(session.program.terminate() == 0)
  }

  /// The panel is turned by then, and the other output refused.
  @Test func whatWasDoneByHalfIsSetBack() throws {
    try compositor.swaymsg("create_output")
    let before = try ["HEADLESS-1", "HEADLESS-2"].map { try compositor.output($0)["rect"] }
    let session = try Session(["--output", "HEADLESS-1"], environment: compositor.clientEnvironment)

    try refuse("beside")
    try session.pose("landscapeRight")
    try waitForRefusal(of: "90", session, consequence: "what it had changed nevertheless was set back")
    for (index, name) in ["HEADLESS-1", "HEADLESS-2"].enumerated() {
      let output = try compositor.output(name)
      #expect(output["transform"] == "normal")
      #expect(output["active"] == true)
      #expect(output["rect"] == before[index])
    }

    allowAll()
    try session.pose("portraitUpsideDown")
    try compositor.output { $0["transform"] == "180" }
    #expect(try compositor.output("HEADLESS-2")["transform"] == "normal")
    #expect(session.program.terminate() == 0)
  }
}
