import JSON
import Orientation
import PlumbInterface
import RotationService
import Testing
import Varlink

@testable import plumbd

/// What one daemon writes down for the next is read as it was written, or not at all.
@Suite struct StoredStateTests {
  /// A service with a client of each kind, as it would be stored.
  private final class Scene: AccessPolicy {
    private(set) lazy var service = RotationService(
      options: .init(),
      surroundings: Surroundings(access: self, schedule: { _, _ in nil }) { [unowned self] in
        tokens += 1
        return "token\(tokens)"
      })
    let varlink: Service
    private var tokens = 0

    init() throws {
      varlink = Service(
        vendor: "", product: "", version: "", url: "", interfaces: [try Interfaces.rotation(), try Interfaces.sensor()])
    }

    func role(of peer: Peer) -> Role { .active }

    func open() -> (session: ClientSession, connection: ServerConnection) {
      let session = service.openSession(for: Peer(uid: 1, gid: 1, pid: 1))
      return (session, ServerConnection(service: varlink) { session.handle($0) })
    }

    func written() throws -> [UInt8] {
      service.deviceTurned(.portrait)
      let calls = [
        [
          #"{"method":"org.plumbd.Rotation.Register","parameters":{"application":{"id":"app","infoPlist":{}}}}"#,
          #"{"method":"org.plumbd.Rotation.SetWindow","parameters":{"token":"token1","window":"w","root":"#
            + #"{"id":"r","children":[{"id":"c"}],"presented":{"id":"p","supported":["landscape"]}}}}"#,
          #"{"method":"org.plumbd.Rotation.Activate","parameters":{"token":"token1","window":"w"}}"#,
        ],
        [#"{"method":"org.plumbd.Rotation.Monitor","more":true}"#],
        [#"{"method":"org.plumbd.Rotation.WatchWindow","parameters":{"token":"token1"},"more":true}"#],
        [#"{"method":"org.plumbd.Sensor.Samples","more":true}"#, "half a message, with a\nnew line"],
        [#"{"method":"org.plumbd.Rotation.SetForeground","parameters":{"application":"app"}}"#],
      ]
      let clients = calls.map { messages in
        let client = open()
        client.connection.receive(Array(messages.joined(separator: "\0").utf8) + (messages.count == 2 ? [] : [0]))
        return client
      }
      let taker = SnapshotTaker(service)
      var writer = try #require(StoredState.Writer(taker.service))
      for (index, client) in clients.enumerated() {
        let session = try #require(taker.snapshot(of: client.session, openCall: client.connection.openCall))
        let isThere = writer.add(
          .init(cookie: Int64(index), session: session, snapshot: try #require(client.connection.snapshot)))
        #expect(isThere)
      }
      return writer.bytes
    }

    /// Takes a state up as far as that is possible; how many connections go on.
    func takeUp(_ state: StoredState) -> Int {
      guard let restorer = try? SnapshotRestorer(service, state.service) else { return 0 }
      var restored: [(client: (session: ClientSession, connection: ServerConnection), kept: SessionSnapshot)] = []
      for kept in state.connections {
        let client = open()
        do {
          try client.connection.resume(kept.snapshot)
          try restorer.restore(kept.session, of: client.session, hasOpenCall: client.connection.openCall != nil)
          restored.append((client, kept.session))
        } catch {
          client.session.close()
        }
      }
      for entry in restored {
        if let call = entry.client.connection.openCall {
          restorer.resume(call, entry.kept, of: entry.client.session)
        }
      }
      restorer.finish()
      for entry in restored { entry.client.connection.takeTurn() }
      service.deviceTurned(.landscapeLeft)
      for entry in restored { entry.client.session.close() }
      return restored.count
    }
  }

  @Test func itIsReadAsItWasWritten() throws {
    let bytes = try Scene().written()
    let state = try StoredState(bytes)
    #expect(state.connections.map(\.cookie) == [0, 1, 2, 3, 4] && state.unreadable == 0)
    #expect(
      state.connections.map { $0.snapshot.openCall?.method.split(separator: ".").last } == [
        nil, "Monitor", "WatchWindow", "Samples", nil,
      ])
    #expect(state.connections[3].snapshot.input == Array("half a message, with a\nnew line".utf8))
    #expect(state.connections.allSatisfy { $0.snapshot.output.isEmpty == ($0.cookie == 3) })
    var writer = try #require(StoredState.Writer(state.service))
    let added = state.connections.map { writer.add($0) }
    #expect(added.allSatisfy(\.self) && writer.bytes == bytes)
    #expect(try Scene().takeUp(state) == 5)
  }

  @Test func cutShortOrWithAnyByteChangedItIsNotReadAtAll() throws {
    let bytes = try Scene().written()
    for length in bytes.indices {
      #expect(throws: StoredState.Failure.self) { try StoredState(Array(bytes.prefix(length))) }
    }
    for index in bytes.indices {
      var changed = bytes
      changed[index] ^= 1 << UInt8(index % 8)
      #expect(throws: StoredState.Failure.self) { try StoredState(changed) }
    }
    #expect(throws: StoredState.Failure.self) { try StoredState(bytes + [0]) }
  }

  @Test(arguments: 0..<8) func evenWithARightChecksumNothingInItIsTrusted(seed: Int) throws {
    let bytes = try Scene().written()
    let body = bytes[(try #require(bytes.firstIndex(of: UInt8(ascii: "\n"))) + 1)...]
    let substitutes = ["-1", "9223372036854775807", "null", "[]", "{}", "\"\"", "1e300", "token1"].map {
      Array($0.utf8)
    }
    var generator = Steps(state: UInt64(seed))
    var restored = 0
    for _ in 0..<60 {
      var changed = Array(body)
      for _ in 0...Int.random(in: 0..<3, using: &generator) {
        let place = Int.random(in: changed.indices, using: &generator)
        let digits = changed[place...].firstIndex { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        let start = Bool.random(using: &generator) ? digits ?? place : place
        let end = changed[start...].firstIndex { [UInt8(ascii: ","), UInt8(ascii: "}")].contains($0) } ?? start
        changed.replaceSubrange(start..<max(start, end), with: substitutes.randomElement(using: &generator) ?? [])
      }
      if let state = try? StoredState(body: changed[...]) { restored += try Scene().takeUp(state) }
    }
    #expect(restored > 0)
  }

  @Test func whatIsTooMuchIsLeftOut() throws {
    let state = try StoredState(try Scene().written())
    var writer = try #require(StoredState.Writer(state.service))
    var connection = state.connections[0]
    connection.snapshot.output = Array(repeating: 0, count: StoredState.maximumBytes)
    let added = [connection, state.connections[1]].map { writer.add($0) }
    #expect(added == [false, true])
    #expect(try StoredState(writer.bytes).connections.count == 1)
  }
}

/// Numbers that are the same in every run of a seed (Knuth's multiplier).
private struct Steps: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 33)
  }
}
