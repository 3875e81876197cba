import Testing

@testable import plumbd

@Suite struct ConnectionCountsTests {
  @Test func rootIsUnlimitedAndTakesNothingFromTheOthers() {
    let limits = SocketServer.ConnectionLimits(total: 2, perUser: 2)
    var counts = ConnectionCounts()
    for _ in 0..<5 { counts.add(0) }
    #expect(counts.excess(of: 0, limits) == nil)
    #expect(counts.excess(of: 1000, limits) == nil)
    counts.add(1000)
    counts.add(1001)
    #expect(counts.excess(of: 0, limits) == nil)
    #expect(counts.excess(of: 1002, limits)?.key == "connections")
    counts.remove(0)
    #expect(counts.excess(of: 1002, limits)?.maximum == 2)
    counts.remove(1001)
    #expect(counts.excess(of: 1002, limits) == nil)
  }

  @Test func aUserHasALimitOfItsOwn() {
    let limits = SocketServer.ConnectionLimits(total: 10, perUser: 1)
    var counts = ConnectionCounts()
    counts.add(1000)
    #expect(counts.excess(of: 1000, limits)?.key == "connections-per-user")
    #expect(counts.excess(of: 1001, limits) == nil)
    counts.remove(1000)
    #expect(counts.excess(of: 1000, limits) == nil)
  }
}
