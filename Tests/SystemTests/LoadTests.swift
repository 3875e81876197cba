import Glibc
import TestSupport
import Testing

/// The programs that put the daemon under load and wear it out, for a few seconds each; `make load` and `make soak` run
/// them for longer, with a larger crowd.
@Suite struct LoadTests {
  @Test(arguments: [
    ("plumbd-load", ["--quick"]), ("plumbd-soak", ["--minutes", "0.05", "--seed", "7"]),
    ("plumbd-soak", ["--kill", "3", "--seed", "7"]),
  ])
  func whatIsPromisedHoldsUnderLoad(program: String, words: [String]) throws {
    let program = try Program(program, words)
    // It says something at least once a minute, and something last.
    while program.nextLine(within: 120) != nil {}
    let ended = try program.waitForEnd()
    #expect(ended.status == 0, "\(program.standardOutput)\(program.standardError)")
  }
}
