import Testing

@testable import plumbd

@Suite struct LogLimiterTests {
  @Test func theFirstPassesAtOnceAndTheRestAreCounted() {
    var limiter = LogLimiter<String>(interval: 10)
    #expect(limiter.admit("a", at: 100) == 0)
    for tick in 0..<50 { #expect(limiter.admit("a", at: 100 + Double(tick) / 10) == nil) }
    #expect(limiter.admit("b", at: 101) == 0, "each kind for itself")
    #expect(limiter.admit("a", at: 110) == 50)
    #expect(limiter.admit("a", at: 119.9) == nil)
    #expect(limiter.admit("a", at: 120) == 1)
    #expect(limiter.admit("a", at: 200) == 0)
  }
}
