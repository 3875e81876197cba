import JSON
import RotationService
import Varlink

/// What one process writes down for the next: the service, and each connection with what it has in hand.
///
/// A line with version, length and checksum, then one line of JSON for the service and one for each connection, which
/// says how many bytes of input and of output follow it. JSON may gain optional fields within a version.
struct StoredState {
  /// Grows with each change that an older or newer daemon would misread.
  nonisolated static let version = 1
  /// Bytes that are kept in all: more unsent output than this is no longer a pause.
  static let maximumBytes = 64 * 1024 * 1024
  private static let mark = "plumbd-state"
  private static let newline = UInt8(ascii: "\n")

  /// A connection, found again by a number that its socket keeps.
  struct Connection {
    var cookie: Int64
    var session: SessionSnapshot
    var snapshot: ServerConnection.Snapshot
  }

  /// Why the whole of it cannot be taken up.
  enum Failure: Error, CustomStringConvertible {
    case version(String)
    case damaged(String)

    var description: String {
      switch self {
      case .version(let other): "it has version \(other), and this daemon reads version \(StoredState.version)"
      case .damaged(let what): what
      }
    }
  }

  /// A connection's line.
  private struct Line: Codable {
    var cookie: Int64
    var input: Int
    var output: Int
    var openCall: ServerConnection.Snapshot.OpenCall?
    var session: SessionSnapshot
  }

  let service: ServiceSnapshot
  private(set) var connections: [Connection] = []
  /// How many lines are no connection's.
  private(set) var unreadable = 0

  // MARK: Writing

  /// Writes a state, connection by connection.
  struct Writer {
    private var body: [UInt8]

    /// Begins with the service; nil where that alone is too much.
    init?(_ service: ServiceSnapshot) {
      guard let encoded = try? EncodedParameters(service), encoded.bytes.count < maximumBytes else { return nil }
      body = encoded.bytes + [newline]
    }

    /// Adds a connection; false where there is no room left for it.
    mutating func add(_ connection: Connection) -> Bool {
      let (input, output) = (connection.snapshot.input, connection.snapshot.output)
      let line = Line(
        cookie: connection.cookie, input: input.count, output: output.count, openCall: connection.snapshot.openCall,
        session: connection.session)
      guard let encoded = try? EncodedParameters(line),
        body.count + encoded.bytes.count + input.count + output.count < maximumBytes
      else { return false }
      body += encoded.bytes
      body.append(newline)
      body += input
      body += output
      return true
    }

    /// All of it.
    var bytes: [UInt8] {
      Array("\(mark) \(version) \(body.count) \(checksum(body[...]))\n".utf8) + body
    }
  }

  // MARK: Reading

  /// Reads what a `Writer` has written.
  init(_ bytes: [UInt8]) throws(Failure) {
    guard let end = bytes.prefix(128).firstIndex(of: Self.newline) else { throw .damaged("it has no first line") }
    let words = String(decoding: bytes[..<end], as: UTF8.self).split(separator: " ")
    guard words.count >= 2, words[0] == Self.mark else { throw .damaged("it is no state of a plumbd") }
    guard words[1] == "\(Self.version)" else { throw .version(String(words[1].prefix(20))) }
    let body = bytes[(end + 1)...]
    guard words.count == 4, words[2] == "\(body.count)" else { throw .damaged("it is cut short") }
    guard words[3] == Self.checksum(body) else { throw .damaged("its checksum is wrong") }
    try self.init(body: body)
  }

  init(body: ArraySlice<UInt8>) throws(Failure) {
    var rest = body
    guard let service: ServiceSnapshot = Self.takeLine(&rest) else { throw .damaged("its first line is no service") }
    self.service = service
    while !rest.isEmpty {
      guard let value = Self.takeValue(&rest), let input = Self.take(value["input"], &rest),
        let output = Self.take(value["output"], &rest)
      else { throw .damaged("a connection's line does not say what follows") }
      guard let line = try? value.decode(Line.self) else {
        unreadable += 1
        continue
      }
      connections.append(
        Connection(
          cookie: line.cookie, session: line.session,
          snapshot: .init(input: input, output: output, openCall: line.openCall)))
    }
  }

  private static func takeLine<Value: Decodable>(_ rest: inout ArraySlice<UInt8>) -> Value? {
    takeValue(&rest).flatMap { try? $0.decode(Value.self) }
  }

  private static func takeValue(_ rest: inout ArraySlice<UInt8>) -> JSONValue? {
    guard let end = rest.firstIndex(of: newline) else { return nil }
    defer { rest = rest[(end + 1)...] }
    // The tree that a message holds lies a few levels deeper here.
    return try? JSONValue(parsing: rest[..<end], nesting: Limits.standardNesting + 16)
  }

  private static func take(_ count: JSONValue?, _ rest: inout ArraySlice<UInt8>) -> [UInt8]? {
    guard case .integer(let count) = count, let count = Int(exactly: count), (0...rest.count).contains(count) else {
      return nil
    }
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }

  /// FNV-1a of 64 bits: what is damaged is noticed, what is forged is not; nobody else can write here.
  private static func checksum(_ bytes: ArraySlice<UInt8>) -> String {
    let hash = bytes.withUnsafeBufferPointer { buffer in
      buffer.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
    return String(hash, radix: 16)
  }
}
