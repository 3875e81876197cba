public import JSON

extension ServerConnection {
  /// What a connection has in hand, so that another process can go on with it at the very byte.
  public struct Snapshot: Hashable, Sendable {
    /// A call that is being answered.
    public struct OpenCall: Codable, Hashable, Sendable {
      /// The qualified name.
      public let method: String
      /// The parameters; an object.
      public let parameters: JSONValue
      /// Whether the caller takes more than one reply.
      public let more: Bool
      /// How many bytes of the unsent output answer earlier calls; what follows is this one's.
      public let outputBefore: Int
    }

    /// What was received and not handled: calls that wait, and the half of one.
    public var input: [UInt8]
    /// What the peer has not been sent, from the byte that is next.
    public var output: [UInt8]
    /// The call that is being answered, where one is.
    public var openCall: OpenCall?

    /// Gathers what a connection has in hand.
    public init(input: [UInt8] = [], output: [UInt8] = [], openCall: OpenCall? = nil) {
      self.input = input
      self.output = output
      self.openCall = openCall
    }
  }

  /// What the connection has in hand; nil where it is about to end.
  public var snapshot: Snapshot? {
    guard isConnected, !isClosing else { return nil }
    return Snapshot(
      input: Array(input.rest), output: Array(output.rest),
      openCall: openCall.map {
        .init(
          method: $0.method, parameters: $0.parameters, more: $0.more,
          outputBefore: max(0, $0.streamStart - output.front))
      })
  }

  /// Goes on with what another connection to the same peer had in hand; to be called once, before anything else.
  ///
  /// `openCall` is then the call that was open, and its handler is not told: whoever kept the rest of its state goes on
  /// answering it. Nothing is handled before the next `takeTurn` or `receive`.
  /// - Throws: `VarlinkError` where the service would not take the open call, or it does not fit the output.
  public func resume(_ snapshot: Snapshot) throws(VarlinkError) {
    input.append(snapshot.input)
    output.append(rest: snapshot.output)
    guard let open = snapshot.openCall else { return }
    guard case .object = open.parameters, (0...output.end).contains(open.outputBefore) else {
      throw .invalidParameter("openCall")
    }
    let call = Call(
      message: CallMessage(method: open.method, parameters: open.parameters, more: open.more),
      streamStart: open.outputBefore, connection: self)
    try check(call)
    if output.end > open.outputBefore { call.queued(until: output.end) }
    openCall = call
  }
}
