import Orientation
import PlumbInterface
import RotationService
import Testing
import Varlink

/// The real service behind the real Varlink, with memory in place of the socket and no sensor but the test.
final class MemoryService: AccessPolicy {
  private(set) lazy var service = RotationService(
    options: .init(), surroundings: Surroundings(access: self, schedule: { _, _ in nil }, makeToken: { "token" }))
  private let varlink: Service
  private lazy var session = service.openSession(for: Peer(uid: 1, gid: 1, pid: 1))
  private lazy var server = ServerConnection(service: varlink) { [unowned self] in session.handle($0) }
  private let client = ClientConnection()

  init() throws {
    varlink = Service(
      vendor: "plumbd", product: "plumbd", version: "1", url: "https://plumbd.org",
      interfaces: [try Interfaces.rotation()])
  }

  func role(of peer: Peer) -> Role { .active }

  /// Calls a method and carries all bytes to and fro.
  func call(_ member: String, _ parameters: some Encodable) throws -> Result<Reply, VarlinkError> {
    var result: Result<Reply, VarlinkError>?
    try client.call(Rotation.method(member), parameters, more: false) { result = $0 }
    client.withOutput { bytes in
      server.receive(bytes.withUnsafeBytes { Array($0) })
      return bytes.count
    }
    while server.hasOutput {
      var answer: [UInt8] = []
      server.withOutput { bytes in
        answer += bytes.withUnsafeBytes { Array($0) }
        return bytes.count
      }
      try answer.withUnsafeBytes { try client.receive($0) }
    }
    return try #require(result, "\(member) was not answered")
  }
}
