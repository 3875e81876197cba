import FakeDaemon
import Glibc
import PlumbInterface
import Testing

@testable import Plumb

@Suite struct DaemonConnectionTests {
  @Test func aCallWaitsForItsReply() throws {
    let daemon = try FakeDaemon()
    defer { daemon.stop() }
    let connection = try DaemonConnection(path: daemon.path)
    let reply = try connection.call(Rotation.method("Monitor"), returning: Rotation.MonitorReply.self)
    #expect(reply.state == FakeDaemon.state())
  }

  @Test func aRefusalIsTyped() throws {
    let daemon = try FakeDaemon()
    defer { daemon.stop() }
    let connection = try DaemonConnection(path: daemon.path)
    let error = #expect(throws: DaemonError.self) { try connection.call(Rotation.method("Explain")) }
    guard case .refused(.nothingPending) = error else {
      Issue.record("not \(String(describing: error))")
      return
    }
    let unknown = #expect(throws: DaemonError.self) { try connection.call(Rotation.method("Levitate")) }
    #expect(unknown?.description == "the daemon does not know the method org.plumbd.Rotation.Levitate")
  }

  @Test func severalCallsAreAnsweredInOrder() throws {
    let daemon = try FakeDaemon()
    defer { daemon.stop() }
    let connection = try DaemonConnection(path: daemon.path)
    var order: [Int] = []
    for number in 1...100 {
      try connection.send(Rotation.method("ListApplications")) { _ in order.append(number) }
    }
    while order.count < 100 { try connection.wait(timeout: 20) }
    #expect(order == Array(1...100))
  }

  @Test func aSubscriptionGoesOnAndHoldsTheConnection() throws {
    let daemon = try FakeDaemon()
    defer { daemon.stop() }
    let connection = try DaemonConnection(path: daemon.path)
    var serials: [Int] = []
    try connection.subscribe(Rotation.method("Monitor")) { result in
      if let state = try? result.get().decode(Rotation.MonitorReply.self).state { serials.append(state.serial) }
    }
    while serials.isEmpty { try connection.wait(timeout: 20) }
    daemon.publish(FakeDaemon.state(serial: 2))
    while serials.count < 2 { try connection.wait(timeout: 20) }
    #expect(serials == [1, 2])
    let error = #expect(throws: DaemonError.self) { try connection.call(Rotation.method("ListApplications")) }
    #expect(error?.description == ConnectionError.held.description)
  }

  @Test func waitingWithinACallbackIsRefused() throws {
    let daemon = try FakeDaemon()
    defer { daemon.stop() }
    let connection = try DaemonConnection(path: daemon.path)
    var inner: DaemonError?
    var isDone = false
    try connection.send(Rotation.method("ListApplications")) { _ in
      do throws(DaemonError) { try connection.call(Rotation.method("Monitor")) } catch { inner = error }
      isDone = true
    }
    while !isDone { try connection.wait(timeout: 20) }
    #expect(inner?.description == ConnectionError.held.description)
    try connection.call(Rotation.method("ListApplications"))
  }

  @Test func theEndIsToldToCallsThatWait() throws {
    let daemon = try FakeDaemon(answers: ["Reload": { _ in }])
    let connection = try DaemonConnection(path: daemon.path)
    var outcomes: [String] = []
    try connection.send(Rotation.method("Reload")) { outcomes.append("\($0)") }
    daemon.wait(for: "Reload")
    daemon.stop()
    #expect(throws: ConnectionError.lost) { while true { try connection.wait(timeout: 20) } }
    #expect(outcomes.count == 1 && outcomes[0].contains("has ended the connection"))
    #expect(throws: DaemonError.self) { try connection.call(Rotation.method("Monitor")) }
    #expect(throws: ConnectionError.lost) { try connection.dispatch() }
  }

  @Test func garbageIsToldAsSuch() throws {
    let listener = try GarbageListener("not a reply\0")
    let connection = try DaemonConnection(path: listener.path)
    listener.answer()
    let error = #expect(throws: DaemonError.self) { try connection.call(Rotation.method("Monitor")) }
    guard case .connection(.violation) = error else {
      Issue.record("not \(String(describing: error))")
      return
    }
    #expect(error?.description.hasPrefix("this is no Varlink service: ") == true)
  }

  @Test func aSlowDaemonIsNotWaitedForLonger() throws {
    let daemon = try FakeDaemon(answers: ["Reload": { _ in }])
    defer { daemon.stop() }
    let connection = try DaemonConnection(path: daemon.path)
    let error = #expect(throws: DaemonError.self) {
      try connection.call(Rotation.method("Reload"), timeout: 0.05)
    }
    #expect(error?.description == ConnectionError.timedOut.description)
  }

  @Test func largeMessagesPassInParts() throws {
    let words = Array(repeating: "portrait", count: 200)
    let daemon = try FakeDaemon()
    defer { daemon.stop() }
    let connection = try DaemonConnection(path: daemon.path)
    var replies = 0
    // Some megabytes in flight: more than the socket holds, so that writing must go on from the loop.
    for _ in 0..<1500 {
      let parameters = Rotation.MaskParameters(token: "t", supported: words)
      try connection.send(Rotation.method("SetApplicationMask"), parameters) {
        if (try? $0.get()) != nil { replies += 1 }
      }
    }
    #expect(connection.wantsToWrite)
    while replies < 1500 { try connection.wait(timeout: 20) }
    #expect(!connection.wantsToWrite)
  }

  @Test func dispatchDoesNotBlock() throws {
    let daemon = try FakeDaemon()
    defer { daemon.stop() }
    let connection = try DaemonConnection(path: daemon.path)
    try connection.dispatch()
    try connection.dispatch()
    #expect(connection.failure == nil)
  }
}

@Suite struct ConnectionErrorTests {
  private func failure(at path: String) -> ConnectionError? {
    do {
      _ = try DaemonConnection(path: path)
      return nil
    } catch { return error }
  }

  @Test func itSaysWhyNobodyIsThere() throws {
    let path = FakeDaemon.freshPath()
    #expect(failure(at: path) == .noSocket(path: path))
    #expect(failure(at: path)?.isAbsence == true)
    #expect(failure(at: path + "/below/it") == .noSocket(path: path + "/below/it"))

    // A socket that its daemon has left behind, and nothing but a file.
    let daemon = try FakeDaemon(path: path)
    link(path, path + "2")
    daemon.stop()
    #expect(failure(at: path + "2") == .nobodyListens(path: path + "2"))
    unlink(path + "2")
  }

  @Test func impossiblePathsAreRefused() {
    let long = "/" + String(repeating: "x", count: 107)
    #expect(failure(at: long) == .impossiblePath(path: long, limit: 107))
    #expect(failure(at: "") == .impossiblePath(path: "", limit: 107))
    #expect(
      ConnectionError.impossiblePath(path: long, limit: 107).description.hasPrefix("a socket's path has 1 to 107"))
  }

  @Test(arguments: [
    (ENOENT, ConnectionError.noSocket(path: "/p")), (ECONNREFUSED, .nobodyListens(path: "/p")),
    (EACCES, .permissionDenied(path: "/p")), (EAGAIN, .busy(path: "/p")),
    (ELOOP, .system(what: "cannot connect to /p", code: ELOOP)),
  ])
  func codesHaveTheirMeaning(code: Int32, error: ConnectionError) {
    #expect(ConnectionError(connecting: "/p", code: code) == error)
  }

  @Test func thePathIsTheArgumentsThenTheEnvironmentsThenTheStandard() {
    #expect(DaemonSocket.path("/given") == "/given")
    let saved = getenv(DaemonSocket.environmentVariable).map { String(cString: $0) }
    defer {
      if let saved {
        setenv(DaemonSocket.environmentVariable, saved, 1)
      } else {
        unsetenv(DaemonSocket.environmentVariable)
      }
    }
    setenv(DaemonSocket.environmentVariable, "/from/environment", 1)
    #expect(DaemonSocket.path() == "/from/environment")
    setenv(DaemonSocket.environmentVariable, "", 1)
    #expect(DaemonSocket.path() == DaemonSocket.standardPath)
  }
}
