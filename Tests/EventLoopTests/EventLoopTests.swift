import CLinux
import Glibc
import Testing

@testable import EventLoop

@Suite(.serialized) struct EventLoopTests {
  @Test func aDescriptorCallsBackWhenThereIsSomethingToRead() throws {
    let loop = try EventLoop()
    let counter = eventfd(0, Int32(EFD_NONBLOCK))
    defer { close(counter) }
    var value: UInt64 = 0
    let source = try loop.addDescriptor(counter) { readiness in
      #expect(readiness.contains(.readable))
      eventfd_read(counter, &value)
    }
    eventfd_write(counter, 7)
    while value == 0 { try loop.runOnce(timeout: 10) }
    #expect(value == 7)
    source.isEnabled = false
    eventfd_write(counter, 1)
    try loop.runOnce(timeout: 0)
    #expect(value == 7)
  }

  @Test func aTimerFiresOncePerArming() throws {
    let loop = try EventLoop()
    var fired = 0
    let timer = try loop.addTimer { fired += 1 }
    #expect(!timer.isArmed)
    timer.arm(after: 0)
    #expect(timer.isArmed)
    while fired == 0 { try loop.runOnce(timeout: 10) }
    try loop.runOnce(timeout: 0.01)
    #expect(fired == 1 && !timer.isArmed)
    timer.arm(at: EventLoop.now)
    while fired == 1 { try loop.runOnce(timeout: 10) }
    #expect(fired == 2)
  }

  @Test(arguments: [1e14, 1.9e13, .greatestFiniteMagnitude, .infinity, .nan])
  func aTimeThatNeverComesIsWaitedForQuietly(time: Double) throws {
    let loop = try EventLoop()
    var fired: [String] = []
    let never = try loop.addTimer { fired.append("never") }
    never.arm(at: time)
    #expect(never.isArmed)
    let soon = try loop.addTimer { fired.append("soon") }
    soon.arm(after: 0.01)
    while fired.isEmpty { try loop.runOnce(timeout: time) }
    #expect(fired == ["soon"])
    never.arm(at: -time.magnitude)
    while !time.isNaN, fired.count < 2 { try loop.runOnce(timeout: 10) }
    #expect(fired == (time.isNaN ? ["soon"] : ["soon", "never"]))
  }

  @Test func aHandlerMayDropItsOwnSource() throws {
    let loop = try EventLoop()
    var timer: TimerSource?
    var fired = false
    timer = try loop.addTimer {
      timer = nil
      fired = true
    }
    timer?.arm(after: 0)
    while !fired { try loop.runOnce(timeout: 10) }
    #expect(timer == nil)
  }

  @Test func aDroppedSourceIsSilent() throws {
    let loop = try EventLoop()
    var fired = false
    do {
      let timer = try loop.addTimer { fired = true }
      timer.arm(after: 0)
    }
    try loop.runOnce(timeout: 0)
    #expect(!fired)
  }

  @Test func deferredSourcesTakeTurnsWithEverybody() throws {
    let loop = try EventLoop()
    let counter = eventfd(0, Int32(EFD_NONBLOCK))
    defer { close(counter) }
    var order: [String] = []
    var sources: [DeferredSource] = []
    for name in ["a", "b", "c"] {
      let index = sources.count
      sources.append(
        loop.addDeferred {
          order.append(name)
          if order.count < 12 { try? sources[index].schedule() }
        })
    }
    let descriptor = try loop.addDescriptor(counter) { _ in
      order.append("descriptor")
      var value: UInt64 = 0
      eventfd_read(counter, &value)
    }
    for source in sources {
      try source.schedule()
      try source.schedule()
      #expect(source.isScheduled)
    }
    eventfd_write(counter, 1)
    while order.count < 12 { try loop.runOnce(timeout: 10) }
    #expect(try #require(order.firstIndex(of: "descriptor")) <= 6)
    let deferred = order.filter { $0 != "descriptor" }
    #expect(deferred.prefix(9) == ["a", "b", "c", "a", "b", "c", "a", "b", "c"])
    descriptor.isEnabled = false
  }

  @Test func aSignalGoesBeforeAllThatIsReady() throws {
    let loop = try EventLoop()
    var order: [String] = []
    var sources: [DeferredSource] = []
    for _ in 0..<3 { sources.append(loop.addDeferred { order.append("deferred") }) }
    let signal = try loop.addSignal(SIGUSR2) { order.append("signal") }
    for source in sources { try source.schedule() }
    pthread_kill(pthread_self(), SIGUSR2)
    while order.count < 4 { try loop.runOnce(timeout: 10) }
    #expect(order.first == "signal")
    withExtendedLifetime(signal) {}
  }

  @Test func aBadDescriptorIsAnErrorThatSaysSo() throws {
    let loop = try EventLoop()
    let error = #expect(throws: SystemError.self) { _ = try loop.addDescriptor(-1) { _ in } }
    #expect(error?.description.hasPrefix("cannot watch descriptor -1: ") == true)
  }
}
