import EventLoop
import Glibc
import Testing

@testable import Sensors

@Suite(.serialized) struct ReaderThreadTests {
  /// A reader whose deliveries arrive in a loop.
  final class Harness {
    let loop: EventLoop
    let reader = ReaderThread()
    var source: DescriptorSource?
    var received: [Int] = []

    init() throws {
      loop = try EventLoop()
      source = try loop.addDescriptor(reader.descriptor) { [reader] _ in reader.deliver() }
    }

    func run(until condition: () -> Bool) throws -> Bool {
      let deadline = EventLoop.now + 30
      while !condition() {
        guard EventLoop.now < deadline else { return false }
        try loop.runOnce(timeout: deadline - EventLoop.now)
      }
      return true
    }
  }

  @Test func jobsRunInTurnAndElsewhere() throws {
    let harness = try Harness()
    let main = pthread_self()
    for number in 0..<20 {
      harness.reader.run({ (number, pthread_equal(pthread_self(), main) == 0) }) { result in
        #expect(result.1)
        harness.received.append(result.0)
      }
    }
    #expect(try harness.run { harness.received.count == 20 })
    #expect(harness.received == Array(0..<20))
    // The thread is gone by now or soon; a later job gets a new one.
    harness.reader.run({ 99 }) { harness.received.append($0) }
    #expect(try harness.run { harness.received.last == 99 })
    harness.reader.finish()
  }

  @Test func aRepeatedActionLetsJobsThroughAndStops() throws {
    let harness = try Harness()
    let reader = harness.reader
    reader.repeatEvery(0.005) { [reader] in reader.post { harness.received.append(1) } }
    #expect(try harness.run { harness.received.count >= 5 })
    reader.run({ 2 }) { harness.received.append($0) }
    #expect(try harness.run { harness.received.contains(2) })
    reader.setInterval(0.001)
    let count = harness.received.count
    #expect(try harness.run { harness.received.count >= count + 5 })
    reader.finish()
    let last = harness.received.count
    try harness.loop.runOnce(timeout: 0.05)
    #expect(harness.received.count == last)
  }

  @Test func finishingWaitsForWhatBlocks() throws {
    let harness = try Harness()
    let flag = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    flag.initialize(to: 0)
    defer { flag.deallocate() }
    let address = UInt(bitPattern: flag)
    harness.reader.run({
      usleep(50_000)
      UnsafeMutablePointer<Int>(bitPattern: address)?.pointee = 1
    }) { _ in harness.received.append(1) }
    harness.reader.finish()
    #expect(flag.pointee == 1)
    // Nobody is told of what ended after the end.
    try harness.loop.runOnce(timeout: 0.01)
    #expect(harness.received.isEmpty)
  }
}
