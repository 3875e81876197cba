import JSON
import Orientation
import Testing
import Varlink

@testable import RotationService

/// The service after a restart, with those of its clients that are still there, in their order.
final class Successor {
  let harness: Harness
  private(set) var clients: [TestClient] = []

  /// Takes everything down, and up again from its text.
  init(
    of old: Harness, _ clients: [TestClient], options: RotationService.Options = .init(),
    roles: [UInt32: Role]? = nil, isSensorUnheard: Bool = false
  ) throws {
    let taker = SnapshotTaker(old.service)
    let kept = try clients.map { client in
      let session = try #require(taker.snapshot(of: client.session, openCall: client.connection.openCall))
      return (try Self.reread(session), try #require(client.connection.snapshot), client.session.peer)
    }
    harness = try Harness(options: options)
    harness.roles = roles ?? old.roles
    harness.isSensorUnheard = isSensorUnheard
    let restorer = try SnapshotRestorer(harness.service, try Self.reread(taker.service))
    for (session, connection, peer) in kept {
      let client = try TestClient(
        session: harness.service.openSession(for: peer), varlink: harness.varlink, resuming: connection)
      try restorer.restore(session, of: client.session, hasOpenCall: client.connection.openCall != nil)
      self.clients.append(client)
    }
    for (client, entry) in zip(self.clients, kept) {
      if let call = client.connection.openCall { restorer.resume(call, entry.0, of: client.session) }
    }
    restorer.finish()
    for client in self.clients { client.reads = true }
  }

  private static func reread<Value: Codable & Equatable>(_ value: Value) throws -> Value {
    let again = try JSONValue(parsing: try EncodedParameters(value).bytes[...]).decode(Value.self)
    #expect(again == value)
    return again
  }
}
