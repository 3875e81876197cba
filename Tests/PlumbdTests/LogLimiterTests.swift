import Testing

@testable import plumbd

@Suite struct LogLimiterTests {
  @Test func theFirstPassesAtOnceAndTheRestAreCounted() {
    var limiter = LogLimiter<String>()
    #expect(limiter.admit("a", at: 100) == 0)
    for tick in 0..<50 { #expect(limiter.admit("a", at: 100 + Double(tick) / 10) == nil) }
    #expect(limiter.admit("b", at: 101) == 0, "each kind for itself")
    #expect(limiter.admit("a", at: 110) == 50)
    #expect(limiter.admit("a", at: 119.9) == nil)
    #expect(limiter.admit("a", at: 120) == 1)
    #expect(limiter.admit("a", at: 200) == 0)
  }

  @Test func aFewMayPassBeforeTheRestIsCounted() {
    var limiter = LogLimiter<String>()
    let measure = LogLimiter<String>.Measure(lines: 3, seconds: 60)
    let first = (0..<10).map { limiter.admit("a", at: Double($0), measure) }
    #expect(first == [0, 0, 0, nil, nil, nil, nil, nil, nil, nil])
    #expect(limiter.admit("a", at: 60, measure) == 7)
    #expect(limiter.admit("a", at: 61, measure) == 0)
  }
}
