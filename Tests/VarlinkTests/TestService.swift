import JSON
import Testing

@testable import Varlink

/// A service with a method for each way of answering.
enum TestService {
  nonisolated static let interface = Interface(
    constant: """
      interface org.example.Test

      # Replies with what it got.
      method Echo(text: string) -> (text: string)
      # Replies when the test does.
      method Wait(name: ?string) -> (state: int)
      # Fails.
      method Fail(why: string) -> ()
      # Is not there.
      method Absent() -> ()
      # Replies at once as often as it is told, or fails where more was not asked for.
      method Count(to: int) -> (state: int)
      # Takes a tree.
      method Plant(root: Node) -> ()

      type Node (kind: (leaf, branch), children: ?[]Node)

      error Refused (why: string)
      """)

  static let service = Service(
    vendor: "Example", product: "Test", version: "1", url: "https://example.org/", interfaces: [interface])
}

/// A connection with a peer that is written by hand.
final class TestPeer {
  let connection: ServerConnection
  /// Calls of `Wait`, in order.
  var waiting: [Call] { recorder.waiting }
  /// What the handler saw, in order.
  var log: [String] { recorder.log }
  /// How often the connection asked to be written.
  private(set) var outputNotices = 0

  private final class Recorder {
    var waiting: [Call] = []
    var log: [String] = []
  }
  private let recorder = Recorder()

  init(limits: Limits = Limits()) {
    let recorder = recorder
    connection = ServerConnection(service: TestService.service, limits: limits) { call in
      recorder.log.append(call.member)
      switch call.member {
      case "Echo": call.reply(call.parameters)
      case "Wait": recorder.waiting.append(call)
      case "Fail":
        call.fail(VarlinkError(name: "org.example.Test.Refused", parameters: ["why": call.parameters["why"] ?? nil]))
      case "Count":
        guard call.more else { return call.fail(.expectedMore) }
        guard case .integer(let last) = call.parameters["to"] else { return call.fail(.invalidParameter("to")) }
        for state in 1...max(last, 1) { call.reply(["state": state], continues: state < last) }
      case "Plant": call.reply(.empty)
      default: call.fail(.methodNotImplemented(call.method))
      }
    }
    connection.onOutput = { [weak self] in self?.outputNotices += 1 }
  }

  /// Sends messages in one piece, each with its NUL.
  func send(_ messages: String...) {
    connection.receive(messages.flatMap { Array($0.utf8) + [0] })
  }

  /// Calls a method of the test interface.
  func call(_ member: String, _ parameters: JSONValue = [:], more: Bool = false, oneway: Bool = false) throws {
    let message: JSONValue = [
      "method": .string("org.example.Test." + member), "parameters": parameters, "more": .bool(more),
      "oneway": .bool(oneway),
    ]
    send(try EncodedParameters(message).description)
  }

  /// Reads at most so many bytes of output.
  func readBytes(atMost limit: Int = .max) -> [UInt8] {
    var bytes: [UInt8] = []
    while connection.hasOutput || connection.wants.turn, bytes.count < limit {
      if connection.wants.turn { connection.takeTurn() }
      connection.withOutput { span in
        let amount = min(span.count, limit - bytes.count)
        for index in 0..<amount { bytes.append(span[index]) }
        return amount
      }
    }
    return bytes
  }

  /// Reads all output and parses its messages.
  func read() throws -> [JSONValue] {
    try readBytes().split(separator: 0).map { try JSONValue(parsing: $0) }
  }

  /// The error reply of `org.varlink.service` with one parameter.
  nonisolated static func standardError(_ member: String, _ parameters: [String: JSONValue] = [:]) -> JSONValue {
    ["error": .string("org.varlink.service." + member), "parameters": .object(parameters)]
  }
}
