import Glibc
import RotationService
import Testing

@testable import plumbd

@Suite struct ProcessFactsTests {
  @Test func thisProcessIsKnown() throws {
    #expect(ProcessFacts(pid: getpid()) == ProcessFacts(parent: getppid(), uid: getuid()))
  }

  @Test(arguments: [0, -1, Int32.max]) func whatIsNoProcessIsNone(pid: Int32) { #expect(ProcessFacts(pid: pid) == nil) }

  @Test(
    arguments: [
      ("Name:\tsh\nPid:\t7\nPPid:\t6\nUid:\t1000\t0\t0\t0\n", 6),
      // A name may look like what is looked for, but stands behind its own word.
      ("Name:\tPPid:\\t1\nPPid:\t6\nUid:\t1000\t0\t0\t0\n", 6),
      ("Name:\tsh\nPPid:\t6\n", nil), ("", nil), ("PPid:\tx\nUid:\ty\n", nil), ("PPid:\nUid:\n", nil),
    ] as [(String, Int32?)])
  func theTextIsReadLineByLine(text: String, parent: Int32?) {
    #expect(ProcessFacts(status: text) == parent.map { ProcessFacts(parent: $0, uid: 1000) })
  }
}
