import EventLoop
import Testing

@testable import plumbd

@Suite struct CrowdMemoryTests {
  @Test(arguments: [
    ("a few", [1, 2, 3, 2, 1, 0], 0), ("a crowd that stays", [31, 32, 33, 32, 20, 9], 0),
    ("a crowd that leaves", [32, 9, 8, 7, 0], 1), ("a few after it", [32, 8, 31, 0], 1),
    ("one after the other", [40, 10, 40, 10], 2),
  ])
  func itIsGivenBackWhenThreeQuartersOfACrowdHaveLeft(who: String, counts: [Int], times: Int) throws {
    let loop = try EventLoop()
    var given = 0
    let memory = CrowdMemory(loop: loop) { given += 1 }
    for count in counts {
      memory.counted(count)
      try loop.runOnce(timeout: 0)
    }
    #expect(given == times, "\(who)")
  }
}
