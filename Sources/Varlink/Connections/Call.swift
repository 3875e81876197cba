import JSON

/// One method call being answered.
///
/// It is open from the moment the handler gets it until the final reply, an error, or the end of the connection;
/// replies after that go nowhere.
public final class Call {
  /// The qualified name, such as `org.plumbd.Rotation.Monitor`.
  public let method: String
  /// The part of the name before the last dot.
  public let interface: String
  /// The part of the name after the last dot.
  public let member: String
  /// Whether the caller takes more than one reply.
  public let more: Bool
  /// Whether the caller takes no reply at all, not even an error.
  ///
  /// Such a call does not hold up the following ones and is not told of the connection's end.
  public let oneway: Bool
  /// The parameters, already valid by the interface's text; always an object.
  public let parameters: JSONValue

  /// Called each time all replies so far have been written, while the call is open.
  public var onDrain: (() -> Void)?
  /// Called once if the connection ends while the call is open.
  public var onCancel: (() -> Void)?

  /// Where the call's replies begin in the connection's stream.
  let streamStart: Int

  private weak var connection: ServerConnection?
  private var isAnswered = false
  /// The end of the last reply in the connection's stream, while it has not been written.
  private var undrainedEnd: Int?

  init(message: CallMessage, streamStart: Int, connection: ServerConnection) {
    method = message.method
    // By bytes, as a dot with a combining mark is another character.
    let name = message.method.utf8
    let dot = name.lastIndex(of: UInt8(ascii: ".")) ?? name.startIndex
    interface = String(name[..<dot]) ?? ""
    member = String(name[dot...].dropFirst()) ?? ""
    more = message.more
    oneway = message.oneway
    parameters = message.parameters
    self.streamStart = streamStart
    self.connection = connection
  }

  /// Whether an answer is still to be given, and to somebody.
  public var isOpen: Bool { !isAnswered && connection != nil }

  /// Whether all replies so far have been written.
  ///
  /// While it is false, the owner of a `more` call keeps back what it has to say, and says the latest on `onDrain`.
  public var isDrained: Bool {
    guard let undrainedEnd, let connection else { return true }
    return connection.outputFront >= undrainedEnd
  }

  /// The parameters as a value.
  ///
  /// - Throws: `VarlinkError.invalidParameter` with the path of the parameter that does not fit.
  public func decode<P: Decodable>(_ type: P.Type) throws(VarlinkError) -> P {
    do {
      return try parameters.decode(type)
    } catch {
      let path = ValuePath.of(error)
      throw .invalidParameter(path.isEmpty ? "parameters" : path)
    }
  }

  /// Replies with a value that encodes to a JSON object.
  ///
  /// With `continues` the call stays open, provided that the caller asked for `more`; otherwise the reply is final.
  /// A value that JSON cannot hold ends the connection, with `CloseReason.unencodableReply`.
  public func reply(_ parameters: some Encodable, continues: Bool = false) {
    guard isOpen else { return }
    if oneway { return reply(.empty) }
    do {
      reply(try EncodedParameters(parameters), continues: continues)
    } catch {
      isAnswered = true
      connection?.close(.unencodableReply(method: method, problem: "\(error)"), ending: self)
      releaseHandlers()
    }
  }

  /// Replies with parameters that were encoded before; a copy of their bytes is all it costs.
  public func reply(_ encoded: EncodedParameters, continues: Bool = false) {
    guard isOpen else { return }
    send(OutgoingReply.success(encoded, continues: continues && more), isFinal: !(continues && more))
  }

  /// Replies with an error, which is final.
  public func fail(_ error: VarlinkError) {
    guard isOpen else { return }
    send(OutgoingReply.failure(error), isFinal: true)
  }

  private func send(_ reply: OutgoingReply, isFinal: Bool) {
    isAnswered = isFinal
    if isFinal { releaseHandlers() }
    connection?.send(reply, of: self, isFinal: isFinal)
  }

  /// Handlers often hold their call; an ended one lets go of them.
  private func releaseHandlers() {
    onDrain = nil
    onCancel = nil
  }

  /// The connection queued a reply that ends at this position of its stream.
  func queued(until end: Int) { undrainedEnd = end }

  /// The connection wrote everything before this position of its stream.
  func written(until front: Int) {
    guard let end = undrainedEnd, front >= end else { return }
    undrainedEnd = nil
    onDrain?()
  }

  /// The connection has ended.
  func cancel() {
    isAnswered = true
    let onCancel = onCancel
    releaseHandlers()
    onCancel?()
  }
}
