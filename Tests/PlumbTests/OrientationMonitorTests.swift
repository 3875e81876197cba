import FakeDaemon
import Glibc
import PlumbInterface
import Testing

@testable import Plumb

@Suite struct OrientationMonitorTests {
  @Test func itTellsTheSnapshotAndEachChange() throws {
    let daemon = try FakeDaemon()
    defer { daemon.stop() }
    var seen: [InterfaceOrientation] = []
    let monitor = try OrientationMonitor(socket: daemon.path) { seen.append($0.interface) }
    while seen.isEmpty { monitor.wait(timeout: 20) }
    #expect(monitor.isConnected && monitor.problem == nil)
    daemon.publish(FakeDaemon.state(serial: 2, device: .landscapeLeft, interface: .landscapeRight, reason: .turned))
    while seen.count < 2 { monitor.wait(timeout: 20) }
    #expect(seen == [.portrait, .landscapeRight])
    #expect(monitor.state?.serial == 2)
  }

  @Test func itWaitsForADaemonThatIsNotThereYet() throws {
    let path = FakeDaemon.freshPath()
    let monitor = try OrientationMonitor(socket: path)
    #expect(!monitor.isConnected && monitor.state == nil)
    guard case .connection(.noSocket) = monitor.problem else {
      Issue.record("not \(String(describing: monitor.problem))")
      return
    }
    let daemon = try FakeDaemon(path: path)
    defer { daemon.stop() }
    while monitor.state == nil { monitor.wait(timeout: 20) }
    #expect(monitor.isConnected)
  }

  @Test func itComesBackAfterARestartBehindTheSameDescriptor() throws {
    let daemon = try FakeDaemon()
    var seen: [Int] = []
    var losses = 0
    let monitor = try OrientationMonitor(socket: daemon.path) { seen.append($0.serial) }
    monitor.onDisconnect = { _ in losses += 1 }
    let descriptor = monitor.descriptor
    while seen.isEmpty { monitor.wait(timeout: 20) }
    daemon.stop()
    while losses == 0 { monitor.wait(timeout: 20) }
    #expect(!monitor.isConnected)
    #expect(monitor.state?.serial == 1, "what was known stays known")

    let restarted = try FakeDaemon(path: daemon.path)
    defer { restarted.stop() }
    while !monitor.isConnected { monitor.wait(timeout: 20) }
    #expect(seen == [1], "the same state is no news")
    restarted.publish(FakeDaemon.state(serial: 9, interface: .landscapeLeft))
    while seen.count < 2 { monitor.wait(timeout: 20) }
    #expect(seen == [1, 9])
    #expect(monitor.descriptor == descriptor)
    #expect(losses == 1)
  }

  @Test func aForeignLoopWatchesOneDescriptor() throws {
    let daemon = try FakeDaemon()
    defer { daemon.stop() }
    let monitor = try OrientationMonitor(socket: daemon.path)
    while monitor.state == nil {
      var request = pollfd(fd: monitor.descriptor, events: Int16(POLLIN), revents: 0)
      #expect(poll(&request, 1, 20_000) == 1)
      monitor.dispatch()
    }
    // Nothing to do: the descriptor is quiet.
    var request = pollfd(fd: monitor.descriptor, events: Int16(POLLIN), revents: 0)
    #expect(poll(&request, 1, 0) == 0)
  }

  @Test func aDaemonThatRefusesIsAskedAgain() throws {
    let daemon = try FakeDaemon(answers: [
      "Monitor": { $0.fail(RotationError.limitExceeded(limit: "connections-per-user", maximum: 1).varlinkError) }
    ])
    defer { daemon.stop() }
    let monitor = try OrientationMonitor(socket: daemon.path)
    while monitor.problem == nil { monitor.wait(timeout: 20) }
    #expect(monitor.problem?.description == "[limits] connections-per-user = 1 is reached")
    daemon.answer("Monitor") { $0.reply(Rotation.MonitorReply(state: FakeDaemon.state()), continues: true) }
    while monitor.state == nil { monitor.wait(timeout: 20) }
    #expect(monitor.problem == nil)
  }

  @Test(.timeLimit(.minutes(5))) nonisolated func statesAreASequence() async throws {
    let daemon = try FakeDaemon()
    var seen: [InterfaceOrientation] = []
    for await state in OrientationMonitor.states(socket: daemon.path) {
      seen.append(state.interface)
      if seen.count == 1 { daemon.publish(FakeDaemon.state(serial: 2, interface: .landscapeLeft)) }
      if seen.count == 2 { break }
    }
    #expect(seen == [.portrait, .landscapeLeft])
    // The iteration's connection ends with it.
    while daemon.connections > 0 { await Task.yield() }
    daemon.stop()
  }

  @Test func pausesGrowToABound() {
    var backoff = Backoff()
    let delays = (0..<20).map { _ in backoff.next() }
    #expect(delays.allSatisfy { $0 >= Backoff.first / 2 && $0 <= Backoff.longest })
    #expect(delays[0] <= 0.1 && delays[19] >= Backoff.longest / 2)
    backoff.reset()
    #expect(backoff.next() <= 0.1)
  }
}
